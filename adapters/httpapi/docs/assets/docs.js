// Starts Swagger UI. It stands in a file of its own because the content security policy allows no inline script.
"use strict";

window.addEventListener("DOMContentLoaded", () => {
  const root = document.getElementById("docs");
  SwaggerUIBundle({
    domNode: root,
    url: root.dataset.document,
    layout: "BaseLayout",
    presets: [SwaggerUIBundle.presets.apis],
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
