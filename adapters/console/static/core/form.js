import { html, useEffect, useLayoutEffect, useRef, useState } from '../vendor/htm-preact.js';
import { historyOf, can, api, at, breedOf, choices, isBlank, longEnough, nameOfField, options, plain, randomKey, refine, show } from './data.js';
import { state, swatch, Unreachable, useLoad, usePlace, useRested, useWork, valuesOf } from './data.js';
import { Button, column, Confirm, Dialog, Select, Trouble } from './ui.js';
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

/** What is typed counts once it rests: dates come from the year 2. */
export function Typed({ value, set, ...rest }) {
  const [typed, type] = useState(value);
  const rested = useRested(typed.trim(), 300);
  useEffect(() => {
    if (value !== rested) type(value);
  }, [value]);
  useEffect(() => {
    if (rested !== value && (rest.type !== 'date' || rested > '1900')) set(rested);
  }, [rested]);
  return html`<input ...${rest} value=${typed} onInput=${(e) => type(e.target.value)} />`;
}

export const Part = ({ label, grow = '', children }) => html`<label class=${'part ' + grow}><span>${label}</span>${children}</label>`;

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

function Breeds({ value, set, id, values, aria }) {
  const [typed, type] = useState('');
  const [asked, ask] = useState(false);
  const [input, last] = [useRef(null), useRef(null)];
  const list = value || [];
  const names = useLoad(() => Promise.all(list.map(breedOf)), [String(value)]);
  const { species } = values;
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
const inputs = {
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
const groups = {
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

export const Narrow = ({ label }) => html`<${Part} grow="grow" label=${label}><${Typed} type="search" dir="auto" maxlength="100"
  value=${usePlace().query.get('q') || ''} set=${(q) => refine({ q })} /><//>`;

export function Pick({ name, label, options, value, blank = w.all }) {
  const { query } = usePlace();
  return html`<${Part} label=${label}><${Select} blank=${blank} value=${value ?? query.get(name)} options=${options}
    set=${(v) => refine({ [name]: v })} /><//>`;
}

export const searchIn = (query) => (longEnough(query.get('q') || '') ? query.get('q') : '');

/** @returns {Field} */
export const field = (key, type, label, more = {}) => ({ key, type, label, ...more });

/** @param {Row} ofSome what differs for a key of some locations */
export function locationsField(ofSome) {
  const more = state.key?.account_ids.length ? ofSome : { help_text: w.emptyIsAll };
  return field('account_ids', 'multi_select', w.locations, { options: choices(state.accounts), ...more });
}
export const locationsOf = ({ account_ids: ids }) =>
  ids.map((id) => state.accounts.find((a) => a.id === id)?.name || id).join(', ') || w.all;

/** @returns {Once} */
export function useOnce(key = randomKey()) {
  const once = useRef(key);
  const post = (path, body) =>
    api.post(path, body, once.current).catch((e) => {
      if ([404, 409, 422].includes(e.status) && !/_progress|_replay/.test(e.code)) once.current = randomKey();
      if (e.code === 'idempotency_key_reused') return post(path, body);
      throw e;
    });
  return { once, post };
}

/** @param {FormProps} props */
export function Form({ name, fields, record = null, path, lists = {}, start, saved, cancel, prepare = (body) => body, load, unversioned }) {
  const draftName = 'petcare draft ' + name;
  const [draft, forget] = useState(() => JSON.parse(sessionStorage.getItem(draftName) || 'null'));
  const now = { version: record?.version, values: { ...valuesOf(record, fields), ...(!record && start) } };
  // A draft belongs to the record as it was then.
  const [base, rebase] = useState({ version: draft?.version ?? now.version, values: { ...now.values, ...draft?.was } });
  const [values, setValues] = useState({ ...now.values, ...draft?.values });
  const { busy, error, run } = useWork();
  const [clash, setClash] = useState(null);
  const { once, post } = useOnce(draft?.once);
  const box = useRef(null);
  const dirty = changed(base.values, values);

  useLayoutEffect(() => {
    const secret = fields.filter((f) => f.type === 'password').map(nameOfField);
    const names = dirty.filter((n) => !secret.includes(n));
    const [typed, was] = [values, base.values].map((from) => Object.fromEntries(names.map((n) => [n, from[n]])));
    const kept = { values: typed, was, version: base.version, once: once.current };
    if (names.length) sessionStorage.setItem(draftName, JSON.stringify(kept));
    else sessionStorage.removeItem(draftName);
  }, [values, base, error]); // a refusal renews the key
  useEffect(() => {
    if (!error) return;
    const wrong = box.current.querySelector('[aria-invalid=true]:not(div), [aria-invalid=true] :is(input, button)');
    wrong ? wrong.focus() : box.current.querySelector('.trouble')?.scrollIntoView({ block: 'center' });
  }, [error]);

  const finish = (then, answer = null) => {
    sessionStorage.removeItem(draftName);
    return then(answer);
  };

  async function save(mine, from) {
    const names = record ? changed(from.values, mine) : Object.keys(mine).filter((n) => !isBlank(mine[n]));
    const body = prepare(bodyOf(mine, names));
    try {
      if (!record) return finish(saved, await post(path, body));
      return finish(saved, names.length ? await api.patch(path, body, unversioned ? undefined : from.version) : record);
    } catch (e) {
      if (e.code !== 'version_mismatch') throw e;
      return settle(mine, from);
    }
  }

  /** Somebody else has saved: asks where both changed. */
  async function settle(mine, from) {
    const now = await find(load || path, record?.id);
    const theirs = valuesOf(now, fields);
    const ours = changed(from.values, mine);
    const both = ours.filter((n) => !same(from.values[n], theirs[n]) && !same(mine[n], theirs[n]));
    const merged = { ...theirs, ...Object.fromEntries(ours.map((n) => [n, mine[n]])) };
    const since = { version: now.version, values: theirs };
    const settled = (chosen) => {
      rebase(since);
      setValues({ ...merged, ...chosen });
      setClash(null);
      return save({ ...merged, ...chosen }, since);
    };
    if (!both.length) return settled();
    const [last] = record && can('events:read') ? await historyOf(record.id).catch(() => []) : [];
    setClash({ names: both, mine, theirs, whose: last?.actor.name, choose: (chosen) => run(() => settled(chosen)) });
  }

  const discard = () => {
    rebase(now);
    setValues(now.values);
    forget(null);
  };
  const submit = (e) => {
    e.preventDefault();
    // Half a date is none, nor is half a breed.
    const half = [...e.target.elements].find((x) => x.validity.badInput || x.validity.customError);
    if (half) half.reportValidity();
    else run(() => save(values, base));
  };
  const faults = error?.fields || [];
  const rest = faults.filter((f) => !fields.some((x) => isAbout(f.location, x)));
  let section = '';
  return html`<form class="form" ref=${box} onSubmit=${submit} noValidate autocomplete="off">
    ${draft && html`<p class="notice">${w.draftRestored} <button type="button" class="link"
      onClick=${discard}>${w.discardIt}</button></p>`}
    ${fields.map((field) => {
      const heading = field.section && field.section !== section && html`<h2 class="form-section" dir="auto">${field.section}</h2>`;
      section = field.section || section;
      const n = nameOfField(field);
      return html`${heading}<${FieldRow} key=${n} form=${name} field=${field} value=${values[n]} values=${values} lists=${lists}
        faults=${faults.filter((f) => isAbout(f.location, field))} set=${(v) => setValues((old) => ({ ...old, [n]: v }))} />`;
    })}
    ${(!faults.length || rest.length > 0) && html`<${Trouble} error=${error} faults=${rest} />`}
    ${error instanceof Unreachable && html`<p class="notice">${w.inputKept}</p>`}
    <footer class="form-foot"><${Button} type="submit" kind="primary" busy=${busy}>${busy ? w.saving : w.save}<//>
      ${cancel && html`<${Button} onClick=${() => finish(cancel)}>${w.cancel}<//>`}
      ${record && dirty.length > 0 && html`<span class="hint">${w.unsaved(dirty.length)}</span>`}</footer>
    ${clash && html`<${Clash} ...${clash} fields=${fields} lists=${lists} close=${() => setClash(null)} />`}
  </form>`;
}

/** The record now; some are only in their list. */
async function find(path, id) {
  const now = await api.get(path);
  return Array.isArray(now.data) ? (await api.all(path)).find((r) => r.id === id) : now;
}

function isAbout(location, field) {
  const name = 'body.' + nameOfField(field);
  return location === name || location.startsWith(name + '.') || location.startsWith(name + '[');
}

function FieldRow({ form, field, faults, ...rest }) {
  const id = `${form}-${nameOfField(field)}`.replace(/[^\w-]/g, '-');
  const group = /** @type {Row} */ (groups)[field.type];
  const wrong = faults.length > 0;
  const aria = {
    'aria-describedby': [field.help_text && id + '-help', wrong && id + '-fault'].filter(Boolean).join(' ') || undefined,
    'aria-invalid': wrong ? 'true' : undefined,
    [group ? 'aria-labelledby' : 'aria-required']: group ? id + '-label' : field.required ? 'true' : undefined,
  };
  const label = html`<span dir="auto">${field.label}</span>${field.required && html`<span class="required" title=${w.required}> *</span>`}`;
  const part = (f) => f.location.slice(nameOfField(field).length + 6).replace(/^(\d+)\]\.?(.*)/, (_, i, key) => `${key} ${+i + 1}`);
  const sentence = (f) => `${plain(part(f).trim())} ${f.message}`.trim();
  return html`<div class="field">
    ${field.type === 'check' ? html`<span></span>` : html`<label class="label" id=${id + '-label'} for=${id}>${label}</label>`}
    <div class="control"><${group || inputs[field.type] || inputs.text} ...${rest} field=${field} id=${id} aria=${aria} />
      ${field.help_text && html`<p class="hint" id=${id + '-help'} dir="auto">${field.help_text}</p>`}
      ${wrong && html`<p class="fault" id=${id + '-fault'}>${faults.map(sentence).join('; ')}</p>`}</div>
  </div>`;
}

function Clash({ fields, names, mine, theirs, whose, lists, choose, close }) {
  const [chosen, pick] = useState(/** @type {Row} */ ({}));
  const submit = () => choose(Object.fromEntries(names.map((n) => [n, (chosen[n] || mine)[n]])));
  return html`<${Dialog} title=${w.clashTitle} close=${close} wide>
    <p>${w.clashText}${whose && html` ${w.changedBy} <strong><bdi>${whose}</bdi></strong>.`}</p>
    ${names.map((n) => {
      const field = fields.find((f) => nameOfField(f) === n);
      const side = (whose, label) => {
        const on = (chosen[n] || mine) === whose;
        return html`<label class=${`choice ${on ? 'chosen' : ''}`}><span class="choice-head"><input type="radio" name=${'clash-' + n}
          checked=${on} onChange=${() => pick({ ...chosen, [n]: whose })} />${label}</span>
          <span class="choice-value" dir="auto">${show(field, whose[n], lists) || html`<em>${w.empty}</em>`}</span></label>`;
      };
      return html`<fieldset class="clash"><legend dir="auto">${field.label}</legend>
        ${side(mine, w.yours)}${side(theirs, w.theirs)}</fieldset>`;
    })}
    <footer class="form-foot"><${Button} kind="primary" onClick=${submit}>${w.saveThisChoice}<//><${Button}
      onClick=${close}>${w.backToTheForm}<//></footer><//>`;
}

export function Editor({ title, close, saved, ...form }) {
  const done = async (record) => {
    await saved(record);
    close();
  };
  return html`<${Dialog} title=${title} close=${close}><${Form} ...${form} saved=${done} cancel=${close} /><//>`;
}

/** @param {ChangesProps} props */
export function useChanges({ path, form, say, may, changed, ...more }) {
  const { name = (r) => r.name, own = (r) => `${path}/${r.id}`, editable = true, removable = (r) => true } = more;
  const [edited, edit] = useState(null);
  const [doomed, doom] = useState(null);
  const button = (word, r, act) =>
    html`<${Button} kind="quiet" aria-label=${`${word}: ${name(r)}`} onClick=${() => act(r)}>${word}<//>`;
  const buttons = (r) => may && html`<span class="nowrap">${editable && button(w.edit, r, edit)}${
    removable(r) && button(say.verb || w.remove, r, doom)}</span>`;
  const old = edited?.id && edited;
  return {
    add: (kind) => may && html`<${Button} kind=${kind} onClick=${() => edit({})}>${say.create}<//>`,
    buttons,
    column: may && column(html`<span class="unseen">${w.actions}</span>`, buttons, 'right'),
    dialogs: html`${edited && html`<${Editor} title=${old ? say.edit || name(old) : say.create} name=${path + (edited.id || '')}
        record=${old} path=${old ? own(old) : path} saved=${changed} close=${() => edit(null)} ...${form(old)} />`}
      ${doomed && html`<${Removal} record=${doomed} name=${name} path=${own(doomed)} load=${form(doomed).load || own(doomed)} say=${say}
        removed=${changed} close=${() => doom(null)} />`}`,
  };
}

/** What is in use takes a second yes. */
function Removal({ record, name, path, load, say, removed, close }) {
  const [held, hold] = useState(0);
  const [now, renew] = useState(record);
  const [also, choose] = useState(false);
  const query = { ...(held && { force: true }), ...(also && { [say.also.name]: true }) };
  const act = () =>
    api.remove(path, now.version, query).then(removed, async (e) => {
      if (e.code === 'in_use' && say.held) hold(e.problem.count);
      if (e.status === 412) renew((await find(load, now.id)) || now);
      throw e;
    });
  const named = name(now);
  const asked = held ? say.held(named, held) : say.ask ? say.ask(named, now) : named;
  const more = say.also && html`<br /><label><input type="checkbox" checked=${also} onChange=${(e) => choose(e.target.checked)} /> ${
    say.also.label}</label>`;
  return html`<${Confirm} title=${say.remove} text=${html`${asked}${more}`}
    action=${held ? w.removeWithValues : say.verb || w.remove} act=${act} close=${close} failed=${removed} />`;
}

/** @returns {boolean} */
export function same(a, b) {
  if (isBlank(a) && isBlank(b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || !a || !b) return a === b;
  if (Array.isArray(a) && a.length !== b.length) return false;
  return Object.keys({ ...a, ...b }).every((k) => same(a[k], b[k]));
}

export const changed = (a, b) => Object.keys(a).filter((name) => !same(a[name], b[name]));

function bodyOf(values, names) {
  /** @type {Row} */
  const body = {};
  for (const name of names) {
    const value = tidy(values[name]);
    if (name.startsWith('custom_fields.')) (body.custom_fields ??= {})[name.slice(14)] = value;
    else body[name] = value;
  }
  return body;
}

function tidy(v) {
  if (Array.isArray(v)) return v.filter((x) => !isBlank(x)).map(tidy);
  if (isBlank(v)) return null;
  return typeof v === 'object' ? Object.fromEntries(Object.entries(v).map(([k, x]) => [k, tidy(x)])) : v;
}
