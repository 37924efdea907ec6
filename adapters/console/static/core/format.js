// Dates, money and values of forms, as the open location writes them.
import { html } from '../vendor/htm-preact.js';
import { api, at, state, useLoad } from './data.js';
import { words as w } from '../words.js';

const locale = () => state.account?.locale || navigator.language;
const zone = () => state.account?.timezone || 'UTC';

const formats = new Map();
function formatOf(options, language = locale()) {
  const name = language + zone() + JSON.stringify(options);
  if (!formats.has(name)) formats.set(name, new Intl.DateTimeFormat(language, { timeZone: zone(), ...options }));
  return formats.get(name);
}

const written = (options) => (text) => (text ? formatOf(options).format(new Date(text)) : '');
const date = { day: 'numeric', month: 'short' };
const time = { hour: '2-digit', minute: '2-digit' };

/** A calendar day, which has no time zone. */
export const day = written({ ...date, year: 'numeric', timeZone: 'UTC' });
export const shortDay = written({ ...date, weekday: 'short', timeZone: 'UTC' });
export const instant = written({ ...date, year: 'numeric', ...time });
export const dayOf = written(date);
export const clock = written(time);
export const precise = written({ ...time, second: '2-digit' });

/** The day of an instant at the location, as YYYY-MM-DD: Swedes write it so. */
export const dayIn = (when) => formatOf({}, 'sv').format(new Date(when));
export const today = () => dayIn(new Date());
export const plusDays = (text, days) => new Date(Date.parse(text) + days * 86_400_000).toISOString().slice(0, 10);

export function money(m) {
  if (!m) return '';
  const format = new Intl.NumberFormat(locale(), { style: 'currency', currency: m.currency });
  return format.format(m.amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
export const number = (n) => new Intl.NumberFormat(locale()).format(n);

/** @type {[any, number][]} */
const units = [['day', 86400], ['hour', 3600], ['minute', 60], ['second', 0]];

/** How long ago, in words. */
export function ago(text) {
  if (!text) return w.never;
  const seconds = (Date.parse(text) - Date.now()) / 1000;
  const [unit, length] = units.find(([, least]) => Math.abs(seconds) >= least) || units[3];
  return new Intl.RelativeTimeFormat(locale(), { numeric: 'auto', style: 'short' }).format(Math.round(seconds / (length || 1)), unit);
}

export const nameOf = (c) => c.name || [c.first_name, c.last_name].filter(Boolean).join(' ') || c.company_name || w.unnamed;
export const phoneOf = (c) => c.phone || (c.phones?.find((p) => p.primary) || c.phones?.[0])?.number || '';
export const dotted = (list) => list.filter(Boolean).join(' · ');
/** "guinea_pig" for people. */
export const plain = (value) => w.values[value || ''] || (value ? value[0].toUpperCase() + value.slice(1).replaceAll('_', ' ') : '');
export const options = (values) => values.split(' ').map((value) => ({ value, label: plain(value) }));

export const nameOfField = (f) => (f.kind === 'custom' ? 'custom_fields.' + f.key : f.key);

export const valuesOf = (record, fields) =>
  Object.fromEntries(fields.map((f) => [nameOfField(f), (f.kind === 'custom' ? record?.custom_fields : record)?.[f.key] ?? null]));

/** Fields with one section together. */
export const bySection = (fields) => [...Map.groupBy(fields, (f) => f.section || '')];

export const isBlank = (v) => v === null || v === undefined || v === '' || (typeof v === 'object' && Object.values(v).every(isBlank));

/** @returns {boolean} */
export function same(a, b) {
  if (isBlank(a) && isBlank(b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || !a || !b) return a === b;
  if (Array.isArray(a) && a.length !== b.length) return false;
  return Object.keys({ ...a, ...b }).every((k) => same(a[k], b[k]));
}

/** The names whose values differ. */
export const changed = (a, b) => Object.keys(a).filter((name) => !same(a[name], b[name]));

export function bodyOf(values, names) {
  /** @type {Row} */
  const body = {};
  for (const name of names) {
    const value = tidy(values[name]);
    if (name.startsWith('custom_fields.')) (body.custom_fields ??= {})[name.slice(14)] = value;
    else body[name] = value;
  }
  return body;
}

/** Empty texts are null, rows that were left empty are gone. */
function tidy(v) {
  if (Array.isArray(v)) return v.filter((x) => !isBlank(x)).map(tidy);
  if (isBlank(v)) return null;
  return typeof v === 'object' ? Object.fromEntries(Object.entries(v).map(([k, x]) => [k, tidy(x)])) : v;
}

export const Swatch = ({ code }) =>
  code && html`<span class="swatch"><i style=${{ background: code.colour }}></i><span dir="auto">${code.name}</span></span>`;

export const strong = (text) => html`<span class="strong">${text}</span>`;
export const hint = (text) => html`<span class="hint">${text}</span>`;

export const Chips = (items) => html`<span class="chips">${items.map((i) => html`<span class="chip" dir="auto">${i}</span>`)}</span>`;

export const phoneLink = (number) => html`<a href=${'tel:' + number}>${number}</a>`;
export const listed = (items) => html`<ul class="plain">${items.map((i) => html`<li>${i}</li>`)}</ul>`;

export const breedOf = (id) => api.get(at('/breeds/' + id)).catch(() => ({ id, name: w.unknown }));

function BreedNames({ ids }) {
  const found = useLoad(() => Promise.all(ids.map(breedOf)), [ids.join()]);
  return found.data?.map((b) => b.name).join(' / ') || '…';
}

/** A value for people. @param {Field} f @param {any} v @param {Lists} [lists] */
export function show(f, v, lists = {}) {
  if (isBlank(v)) return '';
  const option = (value) => f.options?.find((o) => o.value === value)?.label || plain(value);
  switch (f.type) {
    case 'select':
      return option(v);
    case 'multi_select':
      return v.map(option).join(', ');
    case 'boolean':
      return v ? w.yes : w.no;
    case 'date':
      return day(v);
    case 'email':
      return html`<a href=${'mailto:' + v}>${v}</a>`;
    case 'phone':
      return phoneLink(v);
    case 'url':
      return /^https?:/.test(v) ? html`<a href=${v} rel="noreferrer noopener" target="_blank">${v}</a>` : v;
    case 'textarea':
      return html`<span class="lines">${v}</span>`;
    case 'weight':
      return `${v.value} ${v.unit}`;
    case 'address':
      return [v.line1, v.line2, v.city, v.region, v.postcode, v.country].filter(Boolean).join(', ');
    case 'vet':
      return dotted([v.practice, v.name, v.phone]);
    case 'consent':
      return Object.keys(v).filter((k) => v[k]).map(plain).join(', ') || w.none;
    case 'tags':
      return Chips(v);
    case 'phones':
      return listed(v.map((p) => html`${phoneLink(p.number)} ${hint(dotted([plain(p.type), p.primary && w.primary]))}`));
    case 'contacts':
      return listed(
        v.map(
          (c) => html`<span dir="auto">${c.name}</span> <span
            class="hint">${dotted([c.relationship, c.phone, c.emergency && w.emergency, c.authorised_pickup && w.mayPickUp])}</span>`,
        ),
      );
    case 'breeds':
      return lists.record?.breed || html`<${BreedNames} ids=${v} />`;
    case 'colour_codes':
      return html`<span class="chips">${v.map((id) => html`<${Swatch} code=${lists.colours?.find((c) => c.id === id)} />`)}</span>`;
    case 'secondary_pet_status':
      return lists.statuses?.find((s) => s.id === v)?.name || lists.record?.secondary_pet_status?.name || w.unknown;
    case 'lines':
      return v.join(', ');
    default:
      return typeof v === 'object' ? JSON.stringify(v) : String(v);
  }
}
