import { html, useEffect, useLayoutEffect, useRef, useState } from '../vendor/htm-preact.js';
import {
  api, can, choices, faultText, historyOf, isBlank, nameOfField, plain, randomKey, same, show, state, Unreachable, useWork, valuesOf,
} from './data.js';
import { groups, inputs } from './inputs.js';
import { Button, Confirm, Dialog, Trouble } from './ui.js';
import { words as w } from '../words.js';

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
  const post = (path, body, heard) =>
    api.post(path, body, once.current, heard).catch((e) => {
      if ([404, 409, 422].includes(e.status) && !/_progress|_replay/.test(e.code)) once.current = randomKey();
      if (e.code === 'idempotency_key_reused') return post(path, body, heard);
      throw e;
    });
  return { once, post };
}

const draftName = (name) => 'petcare draft ' + name;

/** Typed for a form that is opened later; null forgets it. */
export function keepDraft(name, draft) {
  if (draft) sessionStorage.setItem(draftName(name), JSON.stringify(draft));
  else sessionStorage.removeItem(draftName(name));
}

/** @param {FormProps} props */
export function Form({ name, fields, record = null, path, lists = {}, start, saved, cancel, prepare = (body) => body, ...more }) {
  const change = (body, version) => api.patch(path, body, version);
  const { load, unversioned, write = change, heard, fresh, folded = '', always, say = w.save } = more;
  const [draft, forget] = useState(() => JSON.parse(sessionStorage.getItem(draftName(name)) || 'null'));
  const now = { version: record?.version, values: { ...valuesOf(record, fields), ...(!record && start) } };
  // A draft belongs to the record as it was then.
  const [base, rebase] = useState({ version: draft?.version ?? now.version, values: { ...now.values, ...draft?.was } });
  const [values, setValues] = useState({ ...now.values, ...draft?.values });
  const { busy, error, run } = useWork();
  const [leaving, leave] = useState(false);
  const [clash, setClash] = useState(null);
  const { once, post } = useOnce(draft?.once);
  const box = useRef(null);
  const dirty = changed(base.values, values);

  useLayoutEffect(() => {
    const secret = fields.filter((f) => f.type === 'password').map(nameOfField);
    const names = dirty.filter((n) => !secret.includes(n));
    const [typed, was] = [values, base.values].map((from) => Object.fromEntries(names.map((n) => [n, from[n]])));
    keepDraft(name, names.length ? { values: typed, was, version: base.version, once: once.current } : null);
  }, [values, base, error]); // a refusal renews the key
  useEffect(() => {
    if (!error) return;
    const wrong = box.current.querySelector('[aria-invalid=true]:not(div), [aria-invalid=true] :is(input, button)');
    wrong ? wrong.focus() : box.current.querySelector('.trouble')?.scrollIntoView({ block: 'center' });
  }, [error]);
  useEffect(() => {
    if (fresh) box.current.querySelector('input, select, textarea')?.focus();
  }, []);

  const finish = (then, answer = null) => {
    keepDraft(name, null);
    return then(answer);
  };

  async function save(mine, from) {
    const names = record ? changed(from.values, mine) : Object.keys(mine).filter((n) => !isBlank(mine[n]));
    const body = { ...prepare(bodyOf(mine, names)), ...always };
    try {
      if (!record) return finish(saved, await post(path, body, heard));
      return finish(saved, names.length || always ? await write(body, unversioned ? undefined : from.version) : record);
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
  /** Escape, and the cross of a dialog, ask before they discard. */
  const stay = (e) => {
    if (!dirty.length) return;
    e.preventDefault();
    leave(true);
  };
  const keys = (e) => {
    const ours = e.target.closest('dialog') === box.current.closest('dialog') && !e.defaultPrevented;
    if (ours && e.key === 'Enter' && fresh && e.target.matches('input, select')) e.preventDefault(); // the rest is not typed yet
    if (ours && e.key === 'Escape' && cancel) {
      e.preventDefault();
      dirty.length ? leave(true) : finish(cancel);
    }
  };
  const faults = error?.fields || [];
  const rest = faults.filter((f) => !fields.some((x) => isAbout(f.location, x)));
  const faultsOf = (field) => faults.filter((f) => isAbout(f.location, field));
  let section = '';
  const row = (field) => {
    if (field.draw) return html`<${field.draw} values=${values} />`;
    const heading = field.section && field.section !== section && html`<h2 class="form-section" dir="auto">${field.section}</h2>`;
    section = field.section || section;
    const n = nameOfField(field);
    return html`${heading}<${FieldRow} key=${n} form=${name} field=${field} value=${values[n]} values=${values} lists=${lists}
      faults=${faultsOf(field)} all=${fields} set=${(v) => setValues((old) => ({ ...old, [n]: v }))} />`;
  };
  const rare = fields.filter((f) => f.folded);
  const unfolded = rare.some((f) => faultsOf(f).length > 0 || !isBlank(draft?.values[nameOfField(f)]));
  return html`<form class="form" ref=${box} onSubmit=${submit} onKeyDown=${keys} onLeave=${stay} noValidate autocomplete="off">
    ${draft && html`<p class="notice">${w.draftRestored} <button type="button" class="link"
      onClick=${discard}>${w.discardIt}</button></p>`}
    ${fields.filter((f) => !f.folded).map(row)}
    ${rare.length > 0 && html`<details open=${unfolded}><summary>${folded}</summary><div class="form">${rare.map(row)}</div></details>`}
    ${(!faults.length || rest.length > 0) && html`<${Trouble} error=${error} faults=${rest} />`}
    ${error instanceof Unreachable && html`<p class="notice">${w.inputKept}</p>`}
    <footer class="form-foot"><${Button} type="submit" kind="primary" busy=${busy}>${busy ? w.saving : say}<//>
      ${cancel && html`<${Button} onClick=${() => finish(cancel)}>${w.cancel}<//>`}
      ${record && dirty.length > 0 && html`<span class="hint">${w.unsaved(dirty.length)}</span>`}</footer>
    ${leaving && html`<${Confirm} title=${w.discardTitle} text=${w.discardText(dirty.length)} action=${w.discardIt}
      act=${async () => finish(cancel)} close=${() => leave(false)} />`}
    ${clash && html`<${Clash} ...${clash} fields=${fields} lists=${lists} close=${() => setClash(null)} />`}
  </form>`;
}

/** The record now; some are only in their list. */
export async function find(path, id) {
  const now = await api.get(path);
  const among = (rows) => rows.find((r) => r.id === id);
  return Array.isArray(now.data) ? among(now.data) || among(await api.all(path)) : now;
}

function isAbout(location, field) {
  const name = 'body.' + nameOfField(field);
  return location === name || location.startsWith(name + '.') || location.startsWith(name + '[');
}

function FieldRow({ form, field, faults, all, ...rest }) {
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
  const sentence = (f) => [plain(part(f).trim()), faultText(f, all)].filter(Boolean).join(': ');
  return html`<div class="field">
    ${field.type === 'check' ? html`<span></span>` : html`<label class="label" id=${id + '-label'} for=${id}>${label}</label>`}
    <div class="control"><${field.input || group || inputs[field.type] || inputs.text} ...${rest} field=${field} id=${id} aria=${aria} />
      ${field.help_text && html`<p class="hint" id=${id + '-help'} dir="auto">${field.help_text}</p>`}
      ${wrong && html`<p class="fault" id=${id + '-fault'}>${faults.map(sentence).join(' ')}</p>`}</div>
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

export const changed = (a, b) => Object.keys(a).filter((name) => !same(a[name], b[name]));

export function bodyOf(values, names = Object.keys(values)) {
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
