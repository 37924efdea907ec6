// Inputs for all types of form fields, and what narrows a list.
import { html, useEffect, useState } from '../vendor/htm-preact.js';
import { api, at, refine, state, usePlace } from './data.js';
import { Button } from './ui.js';
import { breedOf, options, plain, Swatch } from './format.js';
import { words as w } from '../words.js';

/** @returns {(p: Input) => any} */
const text =
  (type) =>
  ({ field, value, set, id, aria }) =>
    html`<input id=${id} type=${type} dir=${type === 'text' ? 'auto' : undefined} ...${aria} value=${value ?? ''}
      autocomplete=${field.autocomplete || 'off'}
      onInput=${(e) => set(type !== 'number' ? e.target.value : e.target.value === '' ? null : Number(e.target.value))} />`;

const Select = ({ id, value, set, options, blank = '–', aria }) => html`<select id=${id} ...${aria} value=${value ?? ''}
  onChange=${(e) => set(e.target.value)}>${blank && html`<option value="">${blank}</option>`}${options.map(
    (o) => html`<option value=${o.value} selected=${o.value === value}>${o.label}</option>`,
  )}</select>`;

const Check = ({ label, checked, set, ...rest }) => html`<label class="check"><input type="checkbox" ...${rest} checked=${!!checked}
  onChange=${(e) => set(e.target.checked)} /><span>${label}</span></label>`;

const checks = (aria, list, value, set) => html`<div class="checks" role="group" ...${aria}>${list.map(
  (o) => html`<${Check} label=${o.label} checked=${value?.includes(o.value)}
    set=${(on) => set([...(value || []).filter((x) => x !== o.value), ...(on ? [o.value] : [])])} />`,
)}</div>`;

export const Part = ({ label, children, ...rest }) => html`<label class=${'part ' + (rest.class || '')}><span>${label}</span>
  ${children}</label>`;

/** Texts of an object. @param {Row} [aria] */
const texts = (keys, value, set, aria) => html`<div class="parts" role="group" ...${aria}>${keys.map(
  (k) => html`<${Part} label=${plain(k)}><input dir="auto" autocomplete="off" value=${value?.[k] ?? ''}
    onInput=${(e) => set({ ...value, [k]: e.target.value })} /><//>`,
)}</div>`;

const rows =
  (fresh, draw) =>
  (/** @type {Input} */ { field, value, set, aria }) => {
    const list = value || [];
    return html`<div class="rows" role="group" ...${aria}>${list.map(
      (row, i) => html`<div class="row-edit">${draw(row, (change) => set(list.with(i, { ...row, ...change })))}
      <${Button} kind="quiet" aria-label=${`${w.remove}: ${field.label} ${i + 1}`} onClick=${() => set(list.toSpliced(i, 1))}>×<//></div>`,
    )}
    <${Button} class="small" onClick=${() => set([...list, { ...fresh }])}>${w.add}<//></div>`;
  };

const phones = rows(
  { type: 'mobile', number: '', primary: false },
  (p, set) => html`<${Select} blank=${false} value=${p.type} aria=${{ 'aria-label': w.kindOfPhone }}
    options=${options('mobile home work other')} set=${(type) => set({ type })} />
  <input type="tel" aria-label=${w.number} value=${p.number} onInput=${(e) => set({ number: e.target.value })} />
  <${Check} label=${w.primary} checked=${p.primary} set=${(primary) => set({ primary })} />`,
);

const contacts = rows(
  { name: '', relationship: null, phone: null, emergency: false, authorised_pickup: false },
  (c, set) => html`${texts(['name', 'relationship', 'phone'], c, set)}
  <${Check} label=${w.emergency} checked=${c.emergency} set=${(emergency) => set({ emergency })} />
  <${Check} label=${w.mayPickUp} checked=${c.authorised_pickup} set=${(on) => set({ authorised_pickup: on })} />`,
);

const chips = (items, set) => items.map(
  (i) => html`<span class="chip"><span dir="auto">${i.label}</span><button type="button" aria-label=${`${w.remove}: ${i.label}`}
    onClick=${() => set(items.filter((x) => x !== i).map((x) => x.id))}>×</button></span>`,
);

function Tags({ field, value, set, id, aria }) {
  const [typed, type] = useState('');
  const list = value || [];
  const add = () => {
    const tag = typed.trim();
    if (tag) set([...list.filter((t) => t !== tag), tag]);
    type('');
  };
  const key = (e) => {
    if (e.key !== 'Enter' || !typed.trim()) return;
    e.preventDefault();
    add();
  };
  return html`<div class="chip-input">${chips(list.map((t) => ({ id: t, label: t })), set)}
    <input id=${id} dir="auto" ...${aria} value=${typed} placeholder=${field.placeholder || w.addTag}
      onInput=${(e) => type(e.target.value)} onKeyDown=${key} onBlur=${add} /></div>`;
}

function Breeds({ value, set, id, values, aria }) {
  const [typed, type] = useState('');
  const [found, find] = useState([]);
  const [known, know] = useState([]);
  const list = value || [];
  useEffect(() => {
    Promise.all(list.filter((b) => !known.some((k) => k.id === b)).map(breedOf)).then((more) => more.length && know([...known, ...more]));
  }, [String(value)]);
  useEffect(() => {
    const abort = new AbortController();
    const { species } = values;
    api.get(at('/breeds'), { search: typed.trim(), species, limit: 20 }, abort.signal).then((page) => {
      find(page.data);
      choose(typed, page.data);
    }, () => {});
    return () => abort.abort();
  }, [typed, values.species]);
  const choose = (name, among) => {
    const breed = among.find((b) => b.name.toLowerCase() === name.trim().toLowerCase());
    if (!breed) return false;
    know([...known, breed]);
    set([...list.filter((b) => b !== breed.id), breed.id]);
    type('');
    return true;
  };
  return html`<div class="chip-input">${chips(list.map((b) => ({ id: b, label: known.find((k) => k.id === b)?.name || '…' })), set)}
    <input id=${id} list=${id + '-list'} ...${aria} value=${typed} placeholder=${w.addBreed} autocomplete="off"
      onInput=${(e) => choose(e.target.value, found) || type(e.target.value)} />
    <datalist id=${id + '-list'}>${found.map((b) => html`<option value=${b.name}></option>`)}</datalist></div>`;
}

const choice = (p, list) =>
  html`<${Select} id=${p.id} aria=${p.aria} value=${p.value} options=${list} set=${(v) => p.set(v || null)} />`;

/** @type {Record<string, (p: Input) => any>} */
export const inputs = {
  text: text('text'),
  email: text('email'),
  phone: text('tel'),
  url: text('url'),
  date: text('date'),
  number: text('number'),
  password: text('password'),
  colour: text('color'),
  textarea: ({ value, set, id, aria }) =>
    html`<textarea id=${id} dir="auto" rows="3" ...${aria} value=${value ?? ''} onInput=${(e) => set(e.target.value)}></textarea>`,
  select: (p) => choice(p, p.field.options || []),
  secondary_pet_status: (p) => choice(p, (p.lists.statuses || []).map((s) => ({ value: s.id, label: s.name }))),
  boolean: (p) => choice({ ...p, value: p.value?.toString(), set: (v) => p.set(v && v === 'true') }, [
    { value: 'true', label: w.yes },
    { value: 'false', label: w.no },
  ]),
  check: (p) => html`<${Check} id=${p.id} label=${p.field.say || p.field.label} checked=${p.value} set=${p.set} />`,
  weight: ({ value, set, id, aria }) => html`<div class="pair"><input id=${id} inputmode="decimal" ...${aria} value=${value?.value ?? ''}
      onInput=${(e) => set(e.target.value ? { unit: 'kg', ...value, value: e.target.value } : null)} />
    <${Select} blank=${false} value=${value?.unit || 'kg'} aria=${{ 'aria-label': w.unit }} options=${options('kg lb')}
      set=${(unit) => set({ ...value, unit })} /></div>`,
  tags: (p) => html`<${Tags} ...${p} />`,
  lines: (p) => html`<${Tags} ...${p} />`,
  breeds: (p) => html`<${Breeds} ...${p} />`,
};

/** Inputs that are groups of inputs. @type {Record<string, (p: Input) => any>} */
export const groups = {
  address: (p) => texts(['line1', 'line2', 'city', 'region', 'postcode', 'country'], p.value, p.set, p.aria),
  vet: (p) => texts(['practice', 'name', 'phone'], p.value, p.set, p.aria),
  consent: ({ value, set, aria }) => {
    const kinds = options('email_opt_in sms_opt_in marketing_opt_in');
    const given = kinds.map((k) => k.value).filter((k) => value?.[k]);
    return checks(aria, kinds, given, (on) => set(Object.fromEntries(kinds.map((k) => [k.value, on.includes(k.value)]))));
  },
  phones,
  contacts,
  multi_select: (p) => checks(p.aria, p.field.options || [], p.value, p.set),
  colour_codes: ({ lists, aria, value, set }) => {
    if (!lists.colours?.length) return html`<span class="hint">${w.noColours}</span>`;
    return checks(aria, lists.colours.map((code) => ({ value: code.id, label: html`<${Swatch} code=${code} />` })), value, set);
  },
};

/** @type {any} */
let timer;

/** It stands in the address. */
export function Narrow({ label }) {
  const [text, type] = useState(usePlace().query.get('q') || '');
  const input = (e) => {
    type(e.target.value);
    clearTimeout(timer);
    timer = setTimeout(() => refine({ q: e.target.value.trim() }), 250);
  };
  return html`<${Part} class="grow" label=${label}><input type="search" dir="auto" maxlength="100" value=${text} onInput=${input} /><//>`;
}

export function Pick({ name, label, options, value, blank = w.all }) {
  const { query } = usePlace();
  return html`<${Part} label=${label}><${Select} blank=${blank} value=${value ?? query.get(name)} options=${options}
    set=${(v) => refine({ [name]: v })} /><//>`;
}

/** Once it is long enough. */
export const searchIn = (query) => ((query.get('q') || '').length >= 2 ? query.get('q') : undefined);

export const locationsField = () => ({
  key: 'account_ids',
  type: 'multi_select',
  label: w.locations,
  help_text: w.emptyIsAll,
  options: state.accounts.map((a) => ({ value: a.id, label: a.name })),
});
export const locationsOf = ({ account_ids: ids }) =>
  ids.map((id) => state.accounts.find((a) => a.id === id)?.name || id).join(', ') || w.all;
