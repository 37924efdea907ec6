// The address after # names the location by its code and the page: #/london/customers/….
import { useLayoutEffect, useState, html } from '../vendor/htm-preact.js';
import { state } from './store.js';

/** @typedef {{path: string, code: string, query: URLSearchParams}} Place */

/** @returns {Place} */
export function place() {
  const [path, query] = location.hash.slice(1).split('?');
  const parts = path.split('/').filter(Boolean);
  return { code: parts[0] || '', path: '/' + parts.slice(1).join('/'), query: new URLSearchParams(query) };
}

/** @param {string} path below the open location @param {Record<string, string | undefined>} [query] */
export function href(path, query) {
  const q = new URLSearchParams();
  for (const [name, value] of Object.entries(query || {})) if (value) q.set(name, value);
  return `#/${state.account?.code || '-'}${path}${q.size ? '?' + q : ''}`;
}

/** @param {string} path @param {Record<string, string | undefined>} [query] */
export const go = (path, query) => {
  location.hash = href(path, query);
};

/** Changes a part of the query without a new entry in the history. @param {Record<string, string>} change */
export function refine(change) {
  const now = place();
  for (const [name, value] of Object.entries(change)) value ? now.query.set(name, value) : now.query.delete(name);
  history.replaceState(null, '', href(now.path, Object.fromEntries(now.query)));
  dispatchEvent(new HashChangeEvent('hashchange'));
}

export function usePlace() {
  const [now, move] = useState(place());
  useLayoutEffect(() => {
    const moved = () => move(place());
    addEventListener('hashchange', moved);
    return () => removeEventListener('hashchange', moved);
  }, []);
  return now;
}

/** @type {{pattern: string[], page: Function, menu?: string}[]} */
const routes = [];

/** Registers a page. @param {string} pattern such as /pets/:pet @param {Function} page a component; it gets the named parts */
export function route(pattern, page, menu = '') {
  routes.push({ pattern: pattern.split('/').filter(Boolean), page, menu });
}

/** @param {string} path */
export function match(path) {
  const parts = path.split('/').filter(Boolean);
  for (const r of routes) {
    if (r.pattern.length !== parts.length) continue;
    /** @type {Record<string, string>} */
    const named = {};
    if (r.pattern.every((p, i) => (p[0] === ':' ? ((named[p.slice(1)] = parts[i]), true) : p === parts[i]))) return { ...r, named };
  }
  return null;
}

/** @param {{to: string, query?: Record<string, string | undefined>, class?: string, children?: any}} props */
export function Link({ to, query, children, ...rest }) {
  return html`<a href=${href(to, query)} ...${rest}>${children}</a>`;
}
