import { state, useRedraw } from './state.js';

const partsOf = (path) => path.split('/').filter(Boolean);

/** The address names location and page: #/london/customers/…. */
export function place() {
  const [path, query] = location.hash.slice(1).split('?');
  const [code = '', ...parts] = partsOf(path);
  return { code, path: '/' + parts.join('/'), query: new URLSearchParams(query) };
}

export function href(path, query = {}) {
  const q = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value) q.set(name, value);
  return `#/${state.account?.code || '-'}${path}${q.size ? '?' + q : ''}`;
}

export const go = (path, query) => {
  location.hash = href(path, query);
};

/** Unless the person has gone on to another page. */
export const ifStill = (act) => {
  const here = location.hash;
  return (answer) => location.hash === here && act(answer);
};

export function refine(change) {
  const { path, query } = place();
  history.replaceState(null, '', href(path, { ...Object.fromEntries(query), ...change }));
  dispatchEvent(new Event('hashchange'));
}

export function usePlace() {
  useRedraw('hashchange');
  return place();
}

/** @type {Route[]} */
const routes = [];

export const route = (pattern, page) => routes.push({ pattern: partsOf(pattern), page });

export function match(path) {
  const parts = partsOf(path);
  const fitting = routes.filter((r) => r.pattern.length === parts.length && r.pattern.every((p, i) => p[0] === ':' || p === parts[i]));
  const parameters = (r) => r.pattern.filter((p) => p[0] === ':').length;
  const found = fitting.sort((a, b) => parameters(a) - parameters(b))[0]; // /pets/new before /pets/:pet
  return found && { ...found, named: Object.fromEntries(found.pattern.flatMap((p, i) => (p[0] === ':' ? [[p.slice(1), parts[i]]] : []))) };
}
