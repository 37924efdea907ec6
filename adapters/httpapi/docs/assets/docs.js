// Starts Swagger UI. It stands in a file of its own because the content security policy allows no inline script.
"use strict";

// Events are one more group: closed at first, and found by the filter.
const groups = () => {
  const sought = (system) => {
    const filter = system.getSystem().layoutSelectors.currentFilter();
    return typeof filter === "string" ? filter.toLowerCase() : "";
  };
  return {
    statePlugins: {
      spec: {
        wrapSelectors: {
          selectWebhooksOperations: (original, system) => (...args) =>
            Object.fromEntries(Object.entries(original(...args) || {}).filter(([event]) => event.includes(sought(system)))),
        },
      },
    },
    wrapComponents: {
      Webhooks: (Original, system) => (props) => {
        const { React } = system.getSystem();
        const [open, setOpen] = React.useState(false);
        const shown = open || sought(system) !== "";
        const toggle = (e) => (e.preventDefault(), setOpen(!shown));
        return React.createElement("details", { className: "events", open: shown },
          React.createElement("summary", { onClick: toggle },
            "Types of events ", React.createElement("small", null, "What each event holds, in deliveries of webhooks as in the feed.")),
          shown && React.createElement(Original, props));
      },
    },
  };
};

// Replaces references, all of which are local. Swagger UI's own resolver refines the whole document for each part of it that is shown:
// seconds of one of this size.
const resolved = (doc, node, within = []) => {
  if (Array.isArray(node)) return node.map((n) => resolved(doc, n, within));
  if (node === null || typeof node !== "object") return node;
  const whole = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, resolved(doc, value, within)]));
  const { $ref: ref, ...own } = whole;
  if (typeof ref !== "string" || within.includes(ref)) return whole;
  return { ...resolved(doc, at(doc, ref.slice(2).split("/")), [...within, ref]), ...own, $$ref: ref };
};
const at = (doc, path) => path.reduce((node, key) => node[key], doc);
const quick = () => ({ fn: { resolveSubtree: async (doc, path) => ({ spec: resolved(doc, at(doc, path)), errors: [] }) } });

window.addEventListener("DOMContentLoaded", () => {
  const root = document.getElementById("docs");
  SwaggerUIBundle({
    domNode: root,
    url: root.dataset.document,
    layout: "BaseLayout",
    presets: [SwaggerUIBundle.presets.apis],
    plugins: [groups, quick],
    deepLinking: true,
    docExpansion: "none", // the groups in sight, each opens on a click
    defaultModelsExpandDepth: 0,
    defaultModelExpandDepth: 3,
    filter: true,
    displayRequestDuration: true,
    persistAuthorization: false, // a key that was typed in is gone with the tab
    validatorUrl: null, // no badge: it would send the document to another host
  });
});
