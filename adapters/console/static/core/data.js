// Calls, who is signed in, the address, and loading.
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from '../vendor/htm-preact.js';
import { json, sender } from '../client/call.js';
import { ConnectionError, PetcareError } from '../client/errors.js';
import { Feed } from '../client/feed.js';

export { ConnectionError as Unreachable, PetcareError as Problem };

const headers = { 'Petcare-Console': '1' };
const send = sender({ headers, retries: 2, maxWait: 5000 });

/** 401 signs out. */
const watched = (answer) =>
  answer.catch((error) => {
    if (error instanceof PetcareError && error.status === 401) leave('ended');
    throw error;
  });

const call = (operation, args = {}, options = {}) => {
  const given = Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined && value !== null && value !== ''));
  return watched(send(operation, given, options, json));
};

/** A key that makes one POST repeatable; randomUUID is missing in pages without TLS. */
export const onceKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, '0')).join('');

const session = (method, body) =>
  fetch('/console/session', { method, body, headers: { ...headers, 'Content-Type': 'application/json' } });

export const api = {
  get: (path, params, signal) => call('GET ' + path, params, { signal }),
  /** @param {any} [body] @param {{once?: string}} [o] once is the same for every attempt at one thing */
  post: (path, body, o) => call(`POST ${path} once`, { body }, { idempotencyKey: o?.once || onceKey() }),
  /** @param {number} [version] that the record has to have still */
  patch: (path, body, version) => call('PATCH ' + path, { body, ifMatch: version }),
  remove: (path, version, params) => call('DELETE ' + path, { ...params, ifMatch: version }),

  /** All records of a list, page by page; at most `most`. */
  async all(path, params, signal, most = 2000) {
    /** @type {Row[]} */
    const rows = [];
    let cursor;
    do {
      const page = await api.get(path, { limit: 200, ...params, cursor }, signal);
      rows.push(...page.data);
      cursor = page.next_cursor;
    } while (cursor && rows.length < most);
    return rows;
  },

  /** The event feed of the location; after a break it goes on where it was. */
  async follow(types, signal, each) {
    const feed = new Feed(send, { accountId: state.account?.id, after: 'now', types, stream: true }, { signal });
    const read = async () => {
      for await (const event of feed) each(event);
    };
    await watched(read());
  },

  async signIn(key) {
    const response = await session('POST', JSON.stringify({ key })).catch((cause) => {
      throw new ConnectionError('sign in', { cause });
    });
    if (!response.ok) throw new PetcareError(response, await response.text());
  },
  async signOut() {
    await session('DELETE').catch(() => {});
    leave('none');
  },
};

/** @type {State} */
export let state = {
  phase: 'starting',
  reason: '',
  key: null,
  accounts: [],
  account: null,
  failed: null,
  theme: localStorage.getItem('petcare theme') || '',
};
const watchers = new Set();

/** @param {Partial<State>} change */
export function update(change) {
  state = { ...state, ...change };
  for (const tell of [...watchers]) tell();
}

/** The state, for components that show it. */
export function useStore() {
  const [, draw] = useState(0);
  // Not useEffect, which runs after the next frame: what changes until then would be missed.
  useLayoutEffect(() => {
    const tell = () => draw((n) => n + 1);
    watchers.add(tell);
    return () => watchers.delete(tell);
  }, []);
  return state;
}

/** Whether the key holds one of the abilities. @param {...string} abilities */
export const can = (...abilities) => ['*', ...abilities].some((a) => state.key?.abilities.includes(a));

/** A path below the open location. */
export const at = (path) => `/accounts/${state.account?.id}${path}`;

function leave(reason) {
  if (state.phase !== 'out')
    update({ phase: 'out', reason: state.phase === 'in' ? reason : 'none', key: null, accounts: [], account: null });
}

export async function enter() {
  const key = await api.get('/apiKeys/current');
  const bare = (id) => ({ id, code: id, name: id, locale: navigator.language, timezone: 'UTC', service_types: [] });
  const named = key.abilities.includes('*') || key.abilities.includes('accounts:read');
  update({ phase: 'in', reason: '', key, accounts: named ? await api.all('/accounts') : key.account_ids.map(bare) });
}

export function setTheme(theme) {
  localStorage.setItem('petcare theme', theme);
  document.documentElement.dataset.theme = theme;
  update({ theme });
}
document.documentElement.dataset.theme = state.theme;

// A key that was revoked is noticed without a click.
setInterval(() => {
  if (state.phase === 'in' && document.visibilityState === 'visible') api.get('/apiKeys/current').catch(() => {});
}, 2000);

/** The address names location and page: #/london/customers/…. */
export function place() {
  const [path, query] = location.hash.slice(1).split('?');
  const [code = '', ...parts] = path.split('/').filter(Boolean);
  return { code, path: '/' + parts.join('/'), query: new URLSearchParams(query) };
}

/** @param {string} path below the open location @param {Query} [query] */
export function href(path, query = {}) {
  const q = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value) q.set(name, value);
  return `#/${state.account?.code || '-'}${path}${q.size ? '?' + q : ''}`;
}

/** @param {string} path @param {Query} [query] */
export const go = (path, query) => {
  location.hash = href(path, query);
};

/** Changes a part of the query without a new entry in the history. */
export function refine(change) {
  const { path, query } = place();
  history.replaceState(null, '', href(path, { ...Object.fromEntries(query), ...change }));
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

/** @type {{pattern: string[], page: Function, menu: string}[]} */
const routes = [];
const partsOf = (path) => path.split('/').filter(Boolean);

/** Registers a component, which gets the named parts of a pattern such as /pets/:pet. */
export const route = (pattern, page, menu = '') => routes.push({ pattern: partsOf(pattern), page, menu });

export function match(path) {
  const parts = partsOf(path);
  const found = routes.find((r) => r.pattern.length === parts.length && r.pattern.every((p, i) => p[0] === ':' || p === parts[i]));
  return found && { ...found, named: Object.fromEntries(found.pattern.flatMap((p, i) => (p[0] === ':' ? [[p.slice(1), parts[i]]] : []))) };
}

/** What `load` answers, loaded anew when `deps` change. @returns {Loading} */
export function useLoad(load, deps) {
  const [turn, again] = useState(0);
  const [result, set] = useState(/** @type {any} */ ({ data: undefined, error: null, busy: true }));
  const last = useRef(/** @type {any[]} */ ([]));
  useEffect(() => {
    const abort = new AbortController();
    const moved = last.current.some((value, i) => value !== deps[i]);
    last.current = deps;
    set((old) => ({ data: moved ? undefined : old.data, error: null, busy: true }));
    const put = (data, error = null) => abort.signal.aborted || set((old) => ({ data: error ? old.data : data, error, busy: false }));
    load(abort.signal).then(put, (error) => put(null, error));
    return () => abort.abort();
  }, [...deps, turn]);
  const reload = useCallback(() => again((n) => n + 1), []);
  return { ...result, reload, set: (data) => set({ data, error: null, busy: false }) };
}

/** A list, page by page. @param {Row} [params] @returns {List} */
export function useList(path, params = {}) {
  const first = useLoad((signal) => api.get(path, params, signal), [path + JSON.stringify(params)]);
  const [rest, setRest] = useState(/** @type {Row} */ ({}));
  const fresh = { of: first.data, rows: [], cursor: first.data?.next_cursor, busy: false, error: null };
  const current = first.data && rest.of === first.data ? rest : fresh;
  const more = async () => {
    setRest({ ...current, busy: true, error: null });
    try {
      const page = await api.get(path, { ...params, cursor: current.cursor });
      setRest({ ...fresh, rows: [...current.rows, ...page.data], cursor: page.next_cursor });
    } catch (error) {
      setRest({ ...current, error });
    }
  };
  return {
    rows: [...(first.data?.data || []), ...current.rows],
    error: first.error || current.error,
    busy: first.busy || current.busy,
    done: !first.busy && !current.cursor,
    more,
    reload: first.reload,
  };
}

/** A value that has rested for a while. */
export function useRested(value, ms) {
  const [rested, rest] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => rest(value), ms);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}

const kept = new Map();

/** All records of a short list, kept for a minute. */
export function short(path) {
  const name = at(path);
  const found = kept.get(name);
  if (found && Date.now() - found.at < 60_000) return found.value;
  const value = api.all(name);
  value.catch(() => kept.delete(name));
  kept.set(name, { at: Date.now(), value });
  return value;
}

/** One of them was changed. */
export const forgetLists = () => kept.clear();

export const useForm = (what) =>
  useLoad(async () => {
    const paths = [`/${what}Fields`, '/colourCodes', ...(what === 'pet' ? ['/secondaryPetStatuses'] : [])];
    const [fields, colours, statuses] = await Promise.all(paths.map((path) => (can('config:read') ? short(path) : [])));
    const password = { type: 'password', autocomplete: 'new-password' };
    return {
      fields: fields.filter((f) => f.visible).map((f) => (f.key === 'password' && f.kind === 'standard' ? { ...f, ...password } : f)),
      lists: { colours: colours.filter((c) => c.type === what), statuses },
    };
  }, [what]);
