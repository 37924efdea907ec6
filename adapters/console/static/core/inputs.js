import { html, useLayoutEffect, useRef, useState } from '../vendor/htm-preact.js';
import { api, at, breedOf, choices, options, plain, state, swatch, useLoad } from './data.js';
import { Part } from './filters.js';
import { Button, Select } from './ui.js';
import { words as w } from '../words.js';

const numeric = (text) => (text === '' ? null : Number(text));

/** Keeps 1.0 on the way to 1.05. */
function Numeric({ value, set, id, aria }) {
  const [typed, type] = useState('');
  return html`<input id=${id} type="number" step="any" ...${aria} value=${numeric(typed) === value ? typed : value}
    onInput=${(e) => {
      type(e.target.value);
      set(numeric(e.target.value));
    }} />`;
}

const Check = ({ label, checked, set, ...rest }) => html`<label class="check"><input type="checkbox" ...${rest} checked=${!!checked}
  onChange=${(e) => set(e.target.checked)} /><span>${label}</span></label>`;

const checks = (aria, list, value, set) => html`<div class="checks" role="group" ...${aria}>${list.map(
  (o) => html`<${Check} label=${o.label} checked=${value?.includes(o.value)}
    set=${(on) => set([...(value || []).filter((x) => x !== o.value), ...(on ? [o.value] : [])])} />`,
)}</div>`;

const texts = (keys) => ({ value, set, aria = {} }) => html`<div class="parts" role="group" ...${aria}>${keys.split(' ').map(
  (k) => html`<${Part} label=${plain(k)}><input dir="auto" autocomplete="off" value=${value?.[k] ?? ''}
    onInput=${(e) => set({ ...value, [k]: e.target.value })} /><//>`,
)}</div>`;

const rows =
  (fresh, draw) =>
  (/** @type {Input} */ { field, value, set, aria }) => {
    const list = value || [];
    return html`<div class="rows" role="group" ...${aria}>${list.map(
      (row, i) => html`<div class="row-edit">${draw(row, (change) => set(list.with(i, { ...row, ...change })))}
      <${Button} kind="quiet" aria-label=${`${w.remove}: ${field.label} ${i + 1}`} onClick=${(e) => {
        e.target.closest('.rows').lastChild.focus();
        set(list.toSpliced(i, 1));
      }}>×<//></div>`,
    )}
    <${Button} onClick=${({ target }) => {
      set([...list, { ...fresh }]);
      setTimeout(() => target.previousElementSibling.querySelector('input').focus());
    }}>${w.add}<//></div>`;
  };

const phones = rows(
  { type: 'mobile', number: '', primary: false },
  (p, set) => html`<${Select} blank=${false} value=${p.type} aria=${{ 'aria-label': w.kind }}
    options=${options('mobile home work other')} set=${(type) => set({ type })} />
  <input type="tel" aria-label=${w.number} value=${p.number} onInput=${(e) => set({ number: e.target.value })} />
  <${Check} label=${w.primary} checked=${p.primary} set=${(primary) => set({ primary })} />`,
);

const contacts = rows(
  { name: '', relationship: null, phone: null, emergency: false, authorised_pickup: false },
  (c, set) => html`${texts('name relationship phone')({ value: c, set })}
  <${Check} label=${w.emergency} checked=${c.emergency} set=${(emergency) => set({ emergency })} />
  <${Check} label=${w.mayPickUp} checked=${c.authorised_pickup} set=${(on) => set({ authorised_pickup: on })} />`,
);

const chips = (items, set) => items.map(
  (i) => html`<span class="chip"><span dir="auto">${i.label}</span><button type="button" aria-label=${`${w.remove}: ${i.label}`}
    onClick=${(e) => {
      e.target.closest('.chip-input').querySelector('input').focus();
      set(items.filter((x) => x !== i).map((x) => x.value));
    }}>×</button></span>`,
);

function Tags({ value, set, id, aria }) {
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
  return html`<div class="chip-input">${chips(list.map((value) => ({ value, label: value })), set)}
    <input id=${id} dir="auto" ...${aria} value=${typed} placeholder=${w.addEntry}
      onInput=${(e) => type(e.target.value)} onKeyDown=${key} onBlur=${add} /></div>`;
}

function Breeds({ field, value, set, id, values, aria }) {
  const [typed, type] = useState('');
  const [asked, ask] = useState(false);
  const [input, last] = [useRef(null), useRef(null)];
  const list = value || [];
  const names = useLoad(() => Promise.all(list.map(breedOf)), [String(value)]);
  const species = values[field.species || 'species'];
  const search = typed.trim();
  const found = useLoad((signal) => api.get(at('/breeds'), { search, species, limit: 20 }, signal), [search, species]);
  last.current = found.data || last.current;
  const among = last.current?.data || [];
  /** While it is typed, a name that begins another waits. */
  const choose = (left) => {
    const name = search.toLowerCase();
    const fitting = among.filter((b) => b.name.toLowerCase().startsWith(name));
    const breed = fitting.find((b) => b.name.toLowerCase() === name);
    if (!breed || (fitting.length > 1 && !left)) return;
    set([...list.filter((b) => b !== breed.id), breed.id]);
    type('');
  };
  useLayoutEffect(() => {
    input.current.setCustomValidity(search);
    choose(asked && !found.busy);
    if (!asked || search) return;
    ask(false);
    input.current.form.requestSubmit();
  });
  const label = (id) => names.data?.find((b) => b.id === id)?.name || '…';
  return html`<div class="chip-input">${chips(list.map((value) => ({ value, label: label(value) })), set)}
    <input ref=${input} id=${id} list=${id + '-list'} ...${aria} value=${typed} placeholder=${w.addBreed} autocomplete="off"
      onInput=${(e) => {
        ask(false);
        type(e.target.value);
      }} onChange=${() => choose(true)} onInvalid=${(e) => {
        e.preventDefault();
        input.current.focus();
        ask(true);
      }} />
    <datalist id=${id + '-list'}>${among.map((b) => html`<option value=${b.name}></option>`)}</datalist>
    ${asked && !found.busy && html`<p class="fault" role="alert">${w.noBreed}</p>`}</div>`;
}

const choice = (p, list) =>
  html`<${Select} id=${p.id} aria=${p.aria} value=${p.value} options=${list} set=${(v) => p.set(v || null)} />`;

/** @type {Inputs} */
export const inputs = {
  text: ({ field: { type, autocomplete = 'off' }, value, set, id, aria }) => html`<input id=${id} autocomplete=${autocomplete}
    type=${{ phone: 'tel', colour: 'color' }[type] || type} dir=${type === 'text' ? 'auto' : undefined} ...${aria} value=${value ?? ''}
    onInput=${(e) => set(e.target.value)} />`,
  number: Numeric,
  textarea: ({ value, set, id, aria }) =>
    html`<textarea id=${id} dir="auto" rows="3" ...${aria} value=${value ?? ''} onInput=${(e) => set(e.target.value)}></textarea>`,
  select: (p) => choice(p, p.field.options || []),
  secondary_pet_status: (p) => choice(p, choices(p.lists.statuses || [])),
  boolean: (p) => choice({ ...p, value: p.value?.toString(), set: (v) => p.set(v && v === 'true') }, [
    { value: 'true', label: w.yes },
    { value: 'false', label: w.no },
  ]),
  check: (p) => html`<${Check} id=${p.id} label=${p.field.say || p.field.label} checked=${p.value} set=${p.set} />`,
  weight: ({ value, set, id, aria }) => {
    const weight = { value: '', unit: state.account?.weight_unit || 'kg', ...value };
    return html`<div class="pair"><input id=${id} inputmode="decimal" ...${aria} value=${weight.value}
      onInput=${(e) => set(e.target.value ? { ...weight, value: e.target.value.replace(',', '.') } : null)} />
    <${Select} blank=${false} value=${weight.unit} aria=${{ 'aria-label': w.unit }} options=${options('kg lb')}
      set=${(unit) => set({ ...weight, unit })} /></div>`;
  },
  tags: Tags,
  lines: Tags,
  breeds: Breeds,
};

/** @type {Inputs} */
export const groups = {
  address: texts('line1 line2 city region postcode country'),
  vet: texts('practice name phone'),
  consent: ({ value, set, aria }) => {
    const kinds = options('email_opt_in sms_opt_in marketing_opt_in');
    const given = kinds.map((k) => k.value).filter((k) => value?.[k]);
    return checks(aria, kinds, given, (on) => set(Object.fromEntries(kinds.map((k) => [k.value, on.includes(k.value)]))));
  },
  phones,
  contacts,
  multi_select: (p) => checks(p.aria, p.field.options || [], p.value, p.set),
  colour_codes: ({ lists, aria, value, set }) => {
    if (!lists.colours?.length) return html`<span class="hint">${w.aColour.none}</span>`;
    return checks(aria, lists.colours.map((code) => ({ value: code.id, label: swatch(code) })), value, set);
  },
};
