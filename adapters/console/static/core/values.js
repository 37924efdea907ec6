import { html } from '../vendor/htm-preact.js';
import { breedOf, useLoad } from './load.js';
import { day, number } from './format.js';
import { phoneText } from './phone.js';
import { words as w } from '../words.js';

export const nameOf = (c) => c.name || [c.first_name, c.last_name].filter(Boolean).join(' ') || c.company_name || w.noName;
export const phoneOf = (c) => c.phone || (c.phones?.find((p) => p.primary) || c.phones?.[0])?.number || '';
export const companyOf = (c) => c.company_name !== nameOf(c) && c.company_name;
// A number beside a name in Arabic would be turned around.
export const dotted = (list) => list.filter(Boolean).map((part, i) => html`${i ? ' · ' : ''}<bdi>${part}</bdi>`);
export const plain = (value) => w.values[value || ''] || (value ? value[0].toUpperCase() + value.slice(1).replaceAll('_', ' ') : '');
export const choices = (records) => records.map((r) => ({ value: r.id, label: r.name }));
export const options = (values) => values.split(' ').filter(Boolean).map((value) => ({ value, label: plain(value) }));

export const nameOfField = (f) => (f.kind === 'custom' ? 'custom_fields.' + f.key : f.key);

const withPhone = (v) => (v.phone ? { ...v, phone: phoneText(v.phone) } : v);

/** Telephones stand in forms as people write them. */
const asTyped = {
  phone: phoneText,
  phones: (list) => list.map((p) => ({ ...p, number: phoneText(p.number) })),
  contacts: (list) => list.map(withPhone),
  vet: withPhone,
};

export const valuesOf = (record, fields) =>
  Object.fromEntries(fields.map((f) => {
    const value = (f.kind === 'custom' ? record?.custom_fields : record)?.[f.key] ?? null;
    return [nameOfField(f), f.read?.(value) ?? (value && asTyped[f.type]?.(value)) ?? value];
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

export const phoneLink = (n) => n && html`<a class="nowrap" href=${'tel:' + n}><bdi>${phoneText(n)}</bdi></a>`;
export const listed = (items) => html`<ul class="plain">${items.map((i) => html`<li>${i}</li>`)}</ul>`;

/** Found by the text of another kind than the name: says which. */
export const foundIn = (r) => {
  const other = r.found_in?.find((f) => f.in === 'name') ? [] : r.found_in || [];
  const kind = (f) => w.foundIn[f.as || f.in] || plain(f.in);
  return other.slice(0, 2).map((f) => html`${hint(html`${kind(f)}: <bdi>${phoneText(f.text)}</bdi>`)} `);
};

/** The best matches of a search come first, when there is one. */
export const ranked = (search) => ({ search, sort: search && 'relevance' });

/** A search takes two characters; `length` is not their number. */
export const longEnough = (text) => [...text].length > 1;

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
  weight: (v) => `${number(v.value)} ${v.unit}`,
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

/** @returns {boolean} */
export function same(a, b) {
  if (isBlank(a) && isBlank(b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || !a || !b) return a === b;
  if (Array.isArray(a) && a.length !== b.length) return false;
  return Object.keys({ ...a, ...b }).every((k) => same(a[k], b[k]));
}
