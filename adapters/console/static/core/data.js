import { html, useEffect, useLayoutEffect, useRef, useState } from '../vendor/htm-preact.js';
import { json, randomKey, sender } from '../client/call.js';
import { ConnectionError as Unreachable, PetcareError as Problem } from '../client/errors.js';
import { words as w } from '../words.js';

export { Problem, randomKey, Unreachable };

export const send = sender({ headers: { 'Petcare-Console': '1' }, retries: 2, maxWait: 5000 });

export const watched = (answer) =>
  answer.catch((error) => {
    if (error instanceof Problem && error.status === 401) leave(true);
    throw error;
  });

const call = (operation, args = {}, options = {}) => {
  const given = Object.entries(args).filter(([, value]) => value !== undefined && value !== null && value !== '');
  // What is sent again under a key is the same request, so that its change is found.
  const { idempotencyKey: request = randomKey() } = options;
  const headers = { 'X-Request-Id': request };
  const answer = watched(send(operation, Object.fromEntries(given), { ...options, idempotencyKey: request, headers }, json));
  if (operation.startsWith('GET') || !operation.includes(' /accounts/') || operation.endsWith('/revert')) return answer;
  return answer.then((made) => {
    update({ saved: { request } });
    return made;
  });
};

const session = ' /../console/session'; // beside /v1

export const api = {
  get: (path, params, signal) => call('GET ' + path, params, { signal }),
  post: (path, body, once) => call('POST ' + path, { body }, { idempotencyKey: once }),
  patch: (path, body, version) => call('PATCH ' + path, { body, ifMatch: version }),
  remove: (path, version, params) => call('DELETE ' + path, { ...params, ifMatch: version }),

  async *each(path, params, signal) {
    for (let cursor; cursor !== null; ) {
      const page = await api.get(path, { limit: 200, ...params, cursor }, signal);
      yield* page.data;
      cursor = page.next_cursor;
    }
  },
  async all(path, params, signal, most = 2000) {
    /** @type {any} */
    const rows = [];
    for await (const row of api.each(path, params, signal)) {
      rows.more = rows.length === most;
      if (rows.more) break;
      rows.push(row);
    }
    return rows;
  },

  ways: (signal) => call('GET' + session, {}, { signal }),
  signIn: (body) => call('POST' + session, { body }),
  async signOut() {
    await call('DELETE' + session); // else the browser keeps the cookie
    sessionStorage.clear(); // drafts
    leave(false);
  },
};

/** @type {State} */
export let state = {
  phase: 'starting',
  ended: false,
  key: null,
  accounts: [],
  account: null,
  failed: null,
  away: false,
  saved: null,
  undone: '',
  theme: localStorage.getItem('petcare theme') || '',
};

export function update(change) {
  state = { ...state, ...change };
  dispatchEvent(new Event('petcare'));
}

// useEffect comes a frame too late.
export const useEvent = (name, hear) =>
  useLayoutEffect(() => {
    addEventListener(name, hear);
    return () => removeEventListener(name, hear);
  }, []);

function useRedraw(event) {
  const [, draw] = useState({});
  useEvent(event, () => draw({}));
}

export function useStore() {
  useRedraw('petcare');
  return state;
}

/** One of the abilities, or all that one text names. */
export const can = (...abilities) =>
  abilities.some((all) => all.split(' ').every((a) => {
    if (a.endsWith(':write') && state.account?.status === 'inactive') return false;
    return ['*', a].some((x) => state.key?.abilities.includes(x));
  }));

export const at = (path) => `/accounts/${state.account?.id}${path}`;

function leave(ended) {
  if (state.phase !== 'out') update({ phase: 'out', ended: ended && state.phase === 'in', key: null, accounts: [], account: null });
}

/** The member of staff, else the key. */
async function whoIsIn() {
  const { signed_in: kind } = await api.ways();
  return api.get(kind === 'staff' ? '/auth/staff/me' : '/apiKeys/current');
}

export async function enter() {
  const key = await whoIsIn();
  const bare = (id) => ({ id, code: id, name: id, locale: navigator.language, service_types: [] });
  const named = key.abilities.includes('*') || key.abilities.includes('accounts:read');
  update({ phase: 'in', key, accounts: named ? await api.all('/accounts') : key.account_ids.map(bare) });
}

/** Newest first. */
export async function historyOf(recordId, signal) {
  const events = [];
  for (let after = 'oldest', more = true; more; ) {
    const page = await api.get(at('/events'), { recordId, after, limit: 200 }, signal);
    events.unshift(...page.data.reverse());
    after = page.next_cursor;
    more = page.has_more;
  }
  return events.slice(0, 2000);
}

export function setTheme(theme) {
  localStorage.setItem('petcare theme', theme);
  document.documentElement.dataset.theme = theme;
  update({ theme });
}
document.documentElement.dataset.theme = state.theme;
matchMedia('(prefers-color-scheme: dark)').onchange = () => update({});

// Notices a key that was revoked, a role that was changed, the key of another tab, and a service that is away.
setInterval(async () => {
  if (state.phase !== 'in' || document.hidden) return;
  const key = await api.get(state.key?.role_id ? '/auth/staff/me' : '/apiKeys/current').catch((e) => e);
  const { id, status = 500 } = key;
  const away = !id && status >= 500;
  if (away !== state.away) update({ away });
  if (!state.key) return;
  const rights = (k) => `${k.abilities} ${k.account_ids}`;
  if (status === 403 || (id && (id !== state.key.id || rights(key) !== rights(state.key)))) location.reload();
}, 2000);

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
  const found = routes.find((r) => r.pattern.length === parts.length && r.pattern.every((p, i) => p[0] === ':' || p === parts[i]));
  return found && { ...found, named: Object.fromEntries(found.pattern.flatMap((p, i) => (p[0] === ':' ? [[p.slice(1), parts[i]]] : []))) };
}

/** @returns {Loading} */
export function useLoad(load, deps) {
  const [turn, again] = useState(0);
  const [result, set] = useState(/** @type {any} */ ({ error: null, busy: true }));
  const last = useRef(deps);
  const waiting = useRef([]).current;
  useEffect(() => {
    const abort = new AbortController();
    const moved = last.current.some((value, i) => value !== deps[i]);
    last.current = deps;
    set((old) => ({ data: moved ? undefined : old.data, error: null, busy: true }));
    const put = (change) => {
      if (abort.signal.aborted) return;
      set((old) => ({ ...old, ...change, busy: false }));
      waiting.splice(0).map((done) => done());
    };
    load(abort.signal).then((data) => put({ data }), (error) => put({ error }));
    return () => abort.abort();
  }, [...deps, turn]);
  const amend = (change) => set((now) => (now.data === result.data ? { ...now, ...change } : now));
  return { ...result, reload: () => new Promise((done) => again((n) => n + waiting.push(done))), amend };
}

/** Anew at each focus, and each minute that it is in sight. */
export function useFresh(load, deps) {
  const found = useLoad(load, deps);
  useEvent('focus', found.reload);
  return found;
}
setInterval(() => document.hidden || dispatchEvent(new Event('focus')), 60_000);

/** @returns {List} */
export function useList(path, params = {}) {
  const list = useLoad(async (signal) => path && api.get(path, params, signal), [path + JSON.stringify(params)]);
  const { data: rows, next_cursor: cursor } = list.data || { data: [] };
  const more = () => {
    list.amend({ busy: true, error: null });
    api.get(path, { ...params, cursor }).then(
      (page) => list.amend({ busy: false, data: { ...page, data: [...rows, ...page.data] } }),
      (error) => list.amend({ busy: false, error }),
    );
  };
  return { ...list, rows, done: !list.busy && !cursor, more };
}

/** @returns {Work} */
export function useWork() {
  const [{ busy, error }, set] = useState({ busy: false, error: null });
  const run = (doing) => {
    set({ busy: true, error: null });
    return doing().then(
      () => set({ busy: false, error: null }),
      (error) => set({ busy: false, error }),
    );
  };
  return { busy, error, run };
}

export function useRested(value, ms) {
  const [rested, rest] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => rest(value), ms);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}

const kept = new Map();

function keep(path, load) {
  const found = kept.get(path);
  if (found && Date.now() - found.at < 60_000) return found.value;
  const value = load(path);
  value.catch(() => kept.delete(path));
  kept.set(path, { at: Date.now(), value });
  return value;
}

export const short = (path) => keep(at(path), api.all);
export const forgetLists = () => kept.clear();

function locale() {
  try {
    return Intl.getCanonicalLocales(state.account?.locale)[0];
  } catch {} // such as i-klingon
}
const zone = () => state.account?.timezone; // without one, the browser's own

const formats = new Map();
function formatOf(options, language = locale()) {
  const name = language + zone() + JSON.stringify(options);
  if (!formats.has(name)) formats.set(name, new Intl.DateTimeFormat(language, { timeZone: zone(), ...options }));
  return formats.get(name);
}

const written = (options) => (text) => (text ? formatOf(options).format(new Date(text)) : '');
const date = { day: 'numeric', month: 'short' };
const time = { hour: '2-digit', minute: '2-digit' };

// Calendar days have no time zone.
export const day = written({ ...date, year: 'numeric', timeZone: 'UTC' });
export const shortDay = written({ ...date, weekday: 'short', timeZone: 'UTC' });
export const instant = written({ ...date, year: 'numeric', ...time });
export const dayOf = written(date);
export const clock = written(time);
export const precise = written({ ...time, second: '2-digit' });

/** At the location, as Swedes write it: YYYY-MM-DD. */
export const dayIn = (when) => formatOf({}, 'sv').format(new Date(when));
/** The last second of a day: zones have quarters of an hour. */
export function endOf(day) {
  let end = Date.parse(day) + 129_599_000;
  while (dayIn(end) > day) end -= 900_000;
  return new Date(end).toISOString();
}
export const today = () => dayIn(new Date());
export function dayAt(name, other = today()) {
  const text = place().query.get(name) || '';
  return text > '1900' && new Date(text).toJSON()?.slice(0, 10) === text ? text : other;
}
export const plusDays = (text, days) => new Date(Date.parse(text) + days * 86_400_000).toISOString().slice(0, 10);

export function money(m) {
  if (!m) return '';
  const format = new Intl.NumberFormat(locale(), { style: 'currency', currency: m.currency });
  return format.format(m.amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
export const number = (n) => new Intl.NumberFormat(locale()).format(n);

/** @type {[any, number][]} */
const units = [['day', 86400], ['hour', 3600], ['minute', 60], ['second', 1]];

export function ago(text) {
  if (!text) return w.never;
  const seconds = (Date.parse(text) - Date.now()) / 1000;
  const [unit, length] = units.find(([, least]) => Math.abs(seconds) >= least) || units[3];
  return new Intl.RelativeTimeFormat(locale(), { numeric: 'auto', style: 'short' }).format(Math.round(seconds / length), unit);
}

export const nameOf = (c) => c.name || [c.first_name, c.last_name].filter(Boolean).join(' ') || c.company_name || w.noName;
export const phoneOf = (c) => c.phone || (c.phones?.find((p) => p.primary) || c.phones?.[0])?.number || '';
export const companyOf = (c) => c.company_name !== nameOf(c) && c.company_name;
// A number beside a name in Arabic would be turned around.
export const dotted = (list) => list.filter(Boolean).map((part, i) => html`${i ? ' · ' : ''}<bdi>${part}</bdi>`);
export const plain = (value) => w.values[value || ''] || (value ? value[0].toUpperCase() + value.slice(1).replaceAll('_', ' ') : '');
export const choices = (records) => records.map((r) => ({ value: r.id, label: r.name }));
export const options = (values) => values.split(' ').filter(Boolean).map((value) => ({ value, label: plain(value) }));

export const nameOfField = (f) => (f.kind === 'custom' ? 'custom_fields.' + f.key : f.key);

export const valuesOf = (record, fields) =>
  Object.fromEntries(fields.map((f) => {
    const value = (f.kind === 'custom' ? record?.custom_fields : record)?.[f.key] ?? null;
    return [nameOfField(f), f.read?.(value) ?? value];
  }));

export const bySection = (fields) => [...Map.groupBy(fields, (f) => f.section || '')];

// A unit alone is no weight.
export const isBlank = (v) =>
  v == null || v === '' || (typeof v === 'object' && ('value' in v ? isBlank(v.value) : Object.values(v).every(isBlank)));

export const swatch = (code) =>
  code && html`<span class="swatch"><i style=${{ background: code.colour }}></i><span dir="auto">${code.name}</span></span>`;

export const strong = (text) => html`<span class="strong">${text}</span>`;
export const hint = (text) => html`<span class="hint">${text}</span>`;

export const Chips = (items) => html`<span class="chips">${items.map((i) => html`<span class="chip" dir="auto">${i}</span>`)}</span>`;

export const phoneLink = (number) => number && html`<a class="nowrap" href=${'tel:' + number}><bdi>${number}</bdi></a>`;
export const listed = (items) => html`<ul class="plain">${items.map((i) => html`<li>${i}</li>`)}</ul>`;

/** A search takes two characters; `length` is not their number. */
export const longEnough = (text) => [...text].length > 1;

/** @returns {Promise<Hit[]>} */
export async function find(search, signal) {
  const [customers, pets] = await Promise.all(['/customers', '/pets'].map((path) => api.get(at(path), { search, limit: 6 }, signal)));
  const hit = (kind, r, path, ...more) => {
    const sub = dotted([r.status !== 'active' && plain(r.status), ...more]);
    return { kind, id: r.id, title: nameOf(r), to: path + r.id, sub };
  };
  return [
    ...customers.data.map((c) =>
      hit(w.customer, c, '/customers/', companyOf(c), phoneOf(c), c.email)),
    ...pets.data.map((p) => hit(w.pet, p, '/pets/', p.breed || plain(p.species), p.customer?.name, p.microchip)),
  ];
}

export const breedOf = (id) => keep(at('/breeds/' + id), api.get).catch(() => ({ id, name: w.unknown }));

function BreedNames({ ids }) {
  const found = useLoad(() => Promise.all(ids.map(breedOf)), [ids.join()]);
  return found.data?.map((b) => b.name).join(' / ') || '…';
}

const optionOf = (f, value) => f.options?.find((o) => o.value === value)?.label || plain(value);

/** @type {Writers} */
const writers = {
  select: (v, f) => optionOf(f, v),
  multi_select: (v, f) => v.map((x) => optionOf(f, x)).join(', '),
  boolean: (v) => (v ? w.yes : w.no),
  date: day,
  email: (v) => html`<a href=${'mailto:' + v}>${v}</a>`,
  phone: phoneLink,
  url: (v) => (/^https?:/.test(v) ? html`<a href=${v} rel="noreferrer" target="_blank">${v}</a>` : v),
  textarea: (v) => html`<span class="lines">${v}</span>`,
  weight: (v) => `${v.value} ${v.unit}`,
  address: (v) => [v.line1, v.line2, v.city, v.region, v.postcode, v.country].filter(Boolean).join(', '),
  vet: (v) => dotted([v.practice, v.name, phoneLink(v.phone)]),
  consent: (v) => Object.keys(v).filter((k) => v[k]).map(plain).join(', ') || w.none,
  tags: Chips,
  phones: (v) => listed(v.map((p) => html`${phoneLink(p.number)} ${hint(dotted([plain(p.type), p.primary && w.primary]))}`)),
  contacts: (v) =>
    listed(
      v.map((c) => {
        const more = [c.relationship, phoneLink(c.phone), c.emergency && w.emergency, c.authorised_pickup && w.mayPickUp];
        return html`<span dir="auto">${c.name}</span> ${hint(dotted(more))}`;
      }),
    ),
  breeds: (v, _, lists) => lists.record?.breed || html`<${BreedNames} ids=${v} />`,
  colour_codes: (v, _, lists) => html`<span class="chips">${v.map((id) => swatch(lists.colours?.find((c) => c.id === id)))}</span>`,
  secondary_pet_status: (v, _, lists) =>
    lists.statuses?.find((s) => s.id === v)?.name || lists.record?.secondary_pet_status?.name || w.unknown,
  lines: (v) => v.join(', '),
};

/** @param {Lists} [lists] */
export function show(f, v, lists = {}) {
  if (isBlank(v)) return '';
  const write = writers[f.type];
  return write ? write(v, f, lists) : typeof v === 'object' ? JSON.stringify(v) : String(v);
}

export const live = ['draft', 'open', 'completed'];

export function ordersOn(day, more, signal) {
  const include = can('customers:read') ? 'customer,pets' : undefined;
  return api.all(at('/orders'), { overlapsFrom: day, overlapsTo: day, sort: 'starts_at', status: live, include, ...more }, signal);
}

export function boardOf(orders, day) {
  const stays = orders
    .filter((o) => o.starts_at && (o.ends_at || o.status !== 'completed' || dayIn(o.starts_at) === day))
    .map((o) => ({ ...o, from: dayIn(o.starts_at), to: o.ends_at ? dayIn(o.ends_at) : '9999' }))
    .filter((o) => o.from <= day && o.to >= day);
  return {
    arriving: stays.filter((o) => o.from === day),
    staying: stays.filter((o) => o.from < day && o.to > day && `${o.service_types}` !== 'classes'),
    leaving: stays.filter((o) => o.to === day).sort((a, b) => a.ends_at.localeCompare(b.ends_at)),
  };
}

/** Without pets, an order is for one not known yet. */
export const petsIn = (orders) => new Set(orders.flatMap((o) => (o.pet_ids.length ? o.pet_ids : o.id))).size;
