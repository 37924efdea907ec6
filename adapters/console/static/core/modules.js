// Pages that modules bring: each index.js exports register(kit) and calls it back with routes, entries of the menu and panels.
import * as preact from '../vendor/htm-preact.js';
import { api, Problem } from './api.js';
import { at, can, state, useStore } from './store.js';
import { go, href, Link, route } from './router.js';
import { useList, useLoad } from './hooks.js';
import { Form } from './form.js';
import { Editor } from '../parts/editor.js';
import * as ui from './ui.js';
import * as format from './format.js';

/** @typedef {{to: string, label: string, group?: string, needs?: string[], icon?: string}} MenuEntry needs: one of these abilities */
/**
 *
 * @typedef {{title: string, needs?: string[], draw: (props: Record<string, any>) => any}} Panel draw is a component: it gets
 * customer or pet
 */

/** @type {MenuEntry[]} */
export const entries = [];
/** @type {Record<string, Panel[]>} */
export const panels = { customer: [], pet: [] };

/** @param {string} name */
function kitFor(name) {
  return {
    ...preact,
    api,
    Problem,
    at,
    can,
    useStore,
    useList,
    useLoad,
    href: (/** @type {string} */ path) => href(`/${name}${path}`),
    go: (/** @type {string} */ path) => go(`/${name}${path}`),
    Link,
    Form,
    Editor,
    ui,
    format,
    account: () => state.account,
    /** A page at /NAME + pattern. @param {string} pattern @param {Function} page */
    page: (pattern, page) => route(`/${name}${pattern}`, page, `/${name}`),
    /** @param {{label: string, needs?: string[]}} entry */
    menu: (entry) => {
      entries.push({ to: `/${name}`, group: 'modules', ...entry });
    },
    /** @param {'customer' | 'pet'} on @param {Panel} panel */
    panel: (on, panel) => {
      panels[on].push(panel);
    },
  };
}

/** One that cannot be loaded leaves the rest of the console alone. @param {string[]} names */
export async function loadModules(names) {
  await Promise.all(
    names.map(async (name) => {
      try {
        const module = await import(`../modules/${name}/index.js`);
        module.register(kitFor(name));
      } catch (error) {
        console.error(`pages of ${name}`, error);
      }
    }),
  );
}

/** @param {{on: string, [props: string]: any}} props */
export function Panels({ on, ...props }) {
  return panels[on]
    .filter((p) => !p.needs || can(...p.needs))
    .map((p) => preact.html`<${ui.Card} title=${p.title}><${p.draw} ...${props} /><//>`);
}
