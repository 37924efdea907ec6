// One input for every type of form field.
import { html, useEffect, useState } from '../vendor/htm-preact.js';
import { api } from './api.js';
import { at } from './store.js';
import { Swatch, Button } from './ui.js';
import { plain } from './format.js';
import { words as w } from '../words.js';

/** @typedef {import('./api.js').Row} Row */
/** @typedef {import('./values.js').Field} Field */
/**
 *
 * @typedef {{field: Field, value: any, set: (value: any) => void, id: string, values: Row, lists: import('./values.js').Lists, aria:
 * Row}} InputProps
 */

const text =
  (/** @type {string} */ type) =>
  (/** @type {InputProps} */ { field, value, set, id, aria }) =>
    html`<input id=${id} type=${type} dir=${type === 'text' ? 'auto' : undefined} ...${aria} value=${value ?? ''}
      inputmode=${field.inputmode} autocomplete=${field.autocomplete || 'off'}
    onInput=${(e) => set(type === 'number' ? numberOf(e.target.value) : e.target.value)} />`;

/** @param {string} text */
const numberOf = (text) => (text === '' ? null : Number(text));

/** @param {InputProps} p */
const area = ({ value, set, id, aria }) =>
  html`<textarea id=${id} dir="auto" rows="3" ...${aria} value=${value ?? ''} onInput=${(e) => set(e.target.value)}></textarea>`;

/**
 *
 * @param {{id?: string, value: any, set: (v: string) => void, options: {value: string, label: string}[], blank?: boolean | string,
 * aria?: Row}} p
 */
export const Select = ({
  id,
  value,
  set,
  options,
  blank = '–',
  aria,
}) => html`<select id=${id} ...${aria} value=${value ?? ''} onChange=${(e) => set(e.target.value)}>
  ${blank && html`<option value="">${blank}</option>`}${options.map((o) => html`<option value=${o.value}
    selected=${o.value === value}>${o.label}</option>`)}</select>`;

/** @param {{label: any, checked: boolean, set: (on: boolean) => void}} p */
export const Check = ({ label, checked, set, ...rest }) =>
  html`<label class="check"><input type="checkbox" ...${rest} checked=${!!checked} onChange=${(e) => set(e.target.checked)} />
    <span>${label}</span></label>`;

/** @param {any[]} list @param {any} item @param {boolean} on */
const toggled = (list, item, on) => (on ? [...list, item] : list.filter((x) => x !== item));

/** @param {InputProps} p */
const many = ({ field, value, set, aria }) =>
  html`<div class="checks" role="group" ...${aria}>${(field.options || []).map(
    (o) =>
      html`<${Check} label=${o.label} checked=${(value || []).includes(o.value)}
        set=${(/** @type {boolean} */ on) => set(toggled(value || [], o.value, on))} />`,
  )}</div>`;

/** @param {{label: string, value: any, set: (v: string) => void, type?: string}} p */
const Part = ({ label, value, set, type = 'text' }) => html`<label class="part"><span>${label}</span>
  <input type=${type} dir="auto" autocomplete="off" value=${value ?? ''} onInput=${(e) => set(e.target.value)} /></label>`;

/** An object of texts. @param {string[]} keys */
const parts =
  (keys) =>
  (/** @type {InputProps} */ { value, set, aria }) => html`<div class="parts" role="group" ...${aria}>
  ${keys.map((k) => html`<${Part} label=${plain(k)} value=${value?.[k]}
    set=${(/** @type {string} */ v) => set({ ...value, [k]: v })} />`)}</div>`;

/** @param {InputProps} p */
const consent = ({ value, set, aria }) =>
  html`<div class="checks" role="group" ...${aria}>${['email_opt_in', 'sms_opt_in', 'marketing_opt_in'].map(
    (k) => html`<${Check} label=${plain(k)} checked=${value?.[k]} set=${(/** @type {boolean} */ on) => set({ ...value, [k]: on })} />`,
  )}</div>`;

/** @param {InputProps} p */
const weight = ({
  value,
  set,
  id,
  aria,
}) => html`<div class="pair"><input id=${id} type="text" inputmode="decimal" ...${aria} value=${value?.value ?? ''}
    onInput=${(e) => set(e.target.value ? { unit: 'kg', ...value, value: e.target.value } : null)} />
  <${Select} blank=${false} value=${value?.unit || 'kg'} aria=${{ 'aria-label': w.unit }}
    options=${['kg', 'lb'].map((u) => ({ value: u, label: u }))} set=${(/** @type {string} */ unit) => set({ ...value, unit })} /></div>`;

/** Rows that are added and taken away. @param {Row} fresh @param {(row: Row, set: (row: Row) => void) => any} draw */
const rows =
  (fresh, draw) =>
  (/** @type {InputProps} */ { field, value, set, aria }) => {
    const list = value || [];
    const put = (/** @type {number} */ i, /** @type {Row | null} */ row) =>
      set(list.flatMap((/** @type {Row} */ r, /** @type {number} */ j) => (i === j ? (row ? [row] : []) : [r])));
    return html`<div class="rows" role="group" ...${aria}>${list.map(
      (/** @type {Row} */ row, /** @type {number} */ i) => html`<div class="row-edit">${draw(row, (r) => put(i, r))}
      <${Button} kind="quiet" aria-label=${`${w.remove}: ${field.label} ${i + 1}`} onClick=${() => put(i, null)}>×<//></div>`,
    )}
    <${Button} class="small" onClick=${() => set([...list, { ...fresh }])}>${w.add}<//></div>`;
  };

const phones = rows(
  { type: 'mobile', number: '', primary: false },
  (p, set) => html`
  <${Select} blank=${false} value=${p.type} aria=${{ 'aria-label': w.kindOfPhone }}
    options=${['mobile', 'home', 'work', 'other'].map((t) => ({ value: t, label: plain(t) }))}
      set=${(/** @type {string} */ type) => set({ ...p, type })} />
  <input type="tel" aria-label=${w.number} value=${p.number} onInput=${(e) => set({ ...p, number: e.target.value })} />
  <${Check} label=${w.primary} checked=${p.primary} set=${(/** @type {boolean} */ primary) => set({ ...p, primary })} />`,
);

const contacts = rows(
  { name: '', relationship: null, phone: null, emergency: false, authorised_pickup: false },
  (c, set) => html`<div class="parts">
  ${['name', 'relationship', 'phone'].map((k) => html`<${Part} label=${plain(k)} value=${c[k]}
    set=${(/** @type {string} */ v) => set({ ...c, [k]: v })} />`)}</div>
  <${Check} label=${w.emergency} checked=${c.emergency} set=${(/** @type {boolean} */ emergency) => set({ ...c, emergency })} />
  <${Check} label=${w.mayPickUp} checked=${c.authorised_pickup}
    set=${(/** @type {boolean} */ on) => set({ ...c, authorised_pickup: on })} />`,
);

/** Chips of free texts. @param {InputProps} p */
function Tags({ field, value, set, id, aria }) {
  const [typed, type] = useState('');
  const add = () => {
    if (typed.trim()) set([...(value || []).filter((/** @type {string} */ t) => t !== typed.trim()), typed.trim()]);
    type('');
  };
  const key = (/** @type {KeyboardEvent} */ e) => {
    if (e.key === 'Enter' && typed.trim()) {
      e.preventDefault();
      add();
    }
  };
  return html`<div class="chip-input"><${Chips} items=${(value || []).map((/** @type {string} */ t) => ({ id: t, label: t }))}
    drop=${(/** @type {string} */ t) => set(value.filter((/** @type {string} */ x) => x !== t))} />
    <input id=${id} dir="auto" ...${aria} value=${typed} placeholder=${field.placeholder || w.addTag}
      onInput=${(e) => type(e.target.value)} onKeyDown=${key} onBlur=${add} /></div>`;
}

/** @param {{items: {id: string, label: string}[], drop: (id: string) => void}} p */
const Chips = ({ items, drop }) =>
  html`${items.map((i) => html`<span class="chip"><span dir="auto">${i.label}</span><button type="button"
    aria-label=${`${w.remove}: ${i.label}`} onClick=${() => drop(i.id)}>×</button></span>`)}`;

/** Breeds of the species, found by typing. @param {InputProps} p */
function Breeds({ value, set, id, values, lists, aria }) {
  const [typed, type] = useState('');
  const [found, find] = useState(/** @type {Row[]} */ ([]));
  const [known, know] = useState(/** @type {Row[]} */ (lists.breeds || []));
  useEffect(() => {
    const missing = (value || []).filter((/** @type {string} */ b) => !known.some((k) => k.id === b));
    Promise.all(missing.map((/** @type {string} */ b) => api.get(at('/breeds/' + b)).catch(() => ({ id: b, name: w.unknown })))).then(
      (more) => more.length && know([...known, ...more]),
    );
  }, [String(value)]);
  useEffect(() => {
    const abort = new AbortController();
    api.get(at('/breeds'), { search: typed.trim() || undefined, species: values.species, limit: 20 }, abort.signal).then(
      (page) => {
        find(page.data);
        choose(typed, page.data);
      },
      () => {},
    );
    return () => abort.abort();
  }, [typed, values.species]);
  const choose = (/** @type {string} */ name, /** @type {Row[]} */ among) => {
    const breed = among.find((b) => b.name.toLowerCase() === name.trim().toLowerCase());
    if (!breed) return false;
    know([...known, breed]);
    set([...(value || []).filter((/** @type {string} */ b) => b !== breed.id), breed.id]);
    type('');
    return true;
  };
  return html`<div class="chip-input"><${Chips}
    items=${(value || []).map((/** @type {string} */ b) => ({ id: b, label: known.find((k) => k.id === b)?.name || '…' }))}
      drop=${(/** @type {string} */ b) => set(value.filter((/** @type {string} */ x) => x !== b))} />
    <input id=${id} list=${id + '-list'} ...${aria} value=${typed} placeholder=${w.addBreed} autocomplete="off"
      onInput=${(e) => choose(e.target.value, found) || type(e.target.value)} />
    <datalist id=${id + '-list'}>${found.map((b) => html`<option value=${b.name}></option>`)}</datalist></div>`;
}

/** @param {InputProps} p */
const colours = ({ value, set, lists, aria }) => html`<div class="checks" role="group" ...${aria}>${(lists.colours || []).map(
  (c) =>
    html`<${Check} label=${html`<${Swatch} code=${c} />`} checked=${(value || []).includes(c.id)}
      set=${(/** @type {boolean} */ on) => set(toggled(value || [], c.id, on))} />`,
)}
  ${!lists.colours?.length && html`<span class="hint">${w.noColours}</span>`}</div>`;

const yesNo = [
  { value: 'true', label: w.yes },
  { value: 'false', label: w.no },
];

/** @type {Record<string, (p: InputProps) => any>} */
export const inputs = {
  text: text('text'),
  email: text('email'),
  phone: text('tel'),
  url: text('url'),
  date: text('date'),
  number: text('number'),
  password: text('password'),
  colour: text('color'),
  'datetime-local': text('datetime-local'),
  textarea: area,
  address: parts(['line1', 'line2', 'city', 'region', 'postcode', 'country']),
  vet: parts(['practice', 'name', 'phone']),
  select: (p) =>
    html`<${Select} id=${p.id} aria=${p.aria} value=${p.value} options=${p.field.options || []}
      set=${(/** @type {string} */ v) => p.set(v || null)} />`,
  boolean: (p) =>
    html`<${Select} id=${p.id} aria=${p.aria} value=${p.value === null ? '' : String(p.value)} options=${yesNo}
      set=${(/** @type {string} */ v) => p.set(v === '' ? null : v === 'true')} />`,
  check: (p) => html`<${Check} id=${p.id} label=${p.field.say || p.field.label} checked=${p.value} set=${p.set} />`,
  multi_select: many,
  abilities: many,
  consent,
  weight,
  phones,
  contacts,
  tags: (p) => html`<${Tags} ...${p} />`,
  lines: (p) => html`<${Tags} ...${p} />`,
  breeds: (p) => html`<${Breeds} ...${p} />`,
  colour_codes: colours,
  secondary_pet_status: (p) =>
    html`<${Select} id=${p.id} aria=${p.aria} value=${p.value}
      options=${(p.lists.statuses || []).map((s) => ({ value: s.id, label: s.name }))}
        set=${(/** @type {string} */ v) => p.set(v || null)} />`,
};

/** Types whose input is a group of inputs. */
export const groups = new Set(['address', 'vet', 'consent', 'phones', 'contacts', 'multi_select', 'abilities', 'colour_codes']);
