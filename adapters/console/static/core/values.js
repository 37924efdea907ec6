// The values of a form: taken out of a record, compared, shown, and put into a request.
import { html } from '../vendor/htm-preact.js';
import { Swatch } from './ui.js';
import { day, plain } from './format.js';
import { words as w } from '../words.js';

/** @typedef {import('./api.js').Row} Row */
/**
 *
 * @typedef {{key: string, type: string, label: string, kind?: string, required?: boolean, options?: {value: string, label:
 * string}[], help_text?: string | null, section?: string | null, visible?: boolean, id?: string, [more: string]: any}} Field
 */

/** @param {Field} f the name under which a form keeps a field's value */
export const nameOfField = (f) => (f.kind === 'custom' ? 'custom_fields.' + f.key : f.key);

/** @param {Row | null | undefined} record @param {Field[]} fields */
export function valuesOf(record, fields) {
  /** @type {Row} */
  const values = {};
  for (const f of fields) {
    const held = f.kind === 'custom' ? record?.custom_fields?.[f.key] : record?.[f.key];
    values[nameOfField(f)] = held ?? null;
  }
  return values;
}

/** Nothing, however it is written. @param {any} v */
export function isBlank(v) {
  if (v === null || v === undefined || v === '') return true;
  if (Array.isArray(v)) return v.length === 0;
  return typeof v === 'object' && Object.values(v).every(isBlank);
}

/** @param {any} a @param {any} b @returns {boolean} */
export function same(a, b) {
  if (isBlank(a) && isBlank(b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || !a || !b) return a === b;
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((v, i) => same(v, b[i]));
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((k) => same(a[k], b[k]));
}

/** The names whose values differ. @param {Row} a @param {Row} b */
export const changed = (a, b) => Object.keys(a).filter((name) => !same(a[name], b[name]));

/** The body of a request that sets these values. @param {Row} values @param {string[]} names */
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

/** Empty texts are null, rows that were left empty are gone. @param {any} v @returns {any} */
function tidy(v) {
  if (v === '' || v === undefined) return null;
  if (Array.isArray(v)) return v.filter((x) => !isBlank(x)).map(tidy);
  if (v && typeof v === 'object') {
    if (isBlank(v)) return null;
    return Object.fromEntries(Object.entries(v).map(([k, x]) => [k, tidy(x)]));
  }
  return v;
}

/** @typedef {{breeds?: Row[], colours?: Row[], statuses?: Row[], record?: Row}} Lists what ids in values stand for */

/** A value for people. @param {Field} f @param {any} v @param {Lists} [lists] @returns {any} */
export function show(f, v, lists = {}) {
  if (isBlank(v)) return '';
  const option = (/** @type {string} */ value) => f.options?.find((o) => o.value === value)?.label || plain(value);
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
      return html`<a href=${'tel:' + v}>${v}</a>`;
    case 'url':
      return /^https?:/.test(v) ? html`<a href=${v} rel="noreferrer noopener" target="_blank">${v}</a>` : v;
    case 'textarea':
      return html`<span class="lines">${v}</span>`;
    case 'weight':
      return `${v.value} ${v.unit}`;
    case 'address':
      return [v.line1, v.line2, v.city, v.region, v.postcode, v.country].filter(Boolean).join(', ');
    case 'vet':
      return [v.practice, v.name, v.phone].filter(Boolean).join(' · ');
    case 'consent':
      return (
        Object.entries(v)
          .filter(([, on]) => on)
          .map(([k]) => plain(k))
          .join(', ') || w.none
      );
    case 'tags':
      return html`<span class="chips">${v.map((/** @type {string} */ t) => html`<span class="chip" dir="auto">${t}</span>`)}</span>`;
    case 'phones':
      return html`<ul class="plain">${v.map((/** @type {Row} */ p) => html`<li><a href=${'tel:' + p.number}>${p.number}</a> <span
        class="hint">${plain(p.type)}${p.primary ? ' · ' + w.primary : ''}</span></li>`)}</ul>`;
    case 'contacts':
      return html`<ul class="plain">${v.map((/** @type {Row} */ c) => html`<li><span dir="auto">${c.name}</span> <span
        class="hint">${[c.relationship, c.phone, c.emergency && w.emergency, c.authorised_pickup && w.mayPickUp].filter(Boolean).join(' · ')}</span>
          </li>`)}</ul>`;
    case 'breeds':
      return lists.breeds
        ? v.map((/** @type {string} */ id) => lists.breeds?.find((b) => b.id === id)?.name || w.unknown).join(' / ')
        : lists.record?.breed || w.unknown;
    case 'colour_codes':
      return html`<span class="chips">${v.map((/** @type {string} */ id) => html`<${Swatch}
        code=${lists.colours?.find((c) => c.id === id)} />`)}</span>`;
    case 'secondary_pet_status':
      return lists.statuses?.find((s) => s.id === v)?.name || lists.record?.secondary_pet_status?.name || w.unknown;
    case 'abilities':
    case 'lines':
      return v.join(', ');
    default:
      return typeof v === 'object' ? JSON.stringify(v) : String(v);
  }
}
