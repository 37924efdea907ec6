// A form over fields: it keeps what was typed, saves only what changed, and lets a clash be settled field by field.
import { html, useEffect, useLayoutEffect, useRef, useState } from '../vendor/htm-preact.js';
import { api, onceKey, Problem, Unreachable } from './api.js';
import { bodyOf, changed, isBlank, nameOfField, same, valuesOf } from './values.js';
import { inputs, groups } from './inputs.js';
import { Clash } from './clash.js';
import { Button, Trouble } from './ui.js';
import { words as w } from '../words.js';

/** @typedef {import('./api.js').Row} Row */
/** @typedef {import('./values.js').Field} Field */

const kept = 'petcare draft ';

/** @param {string} name @returns {any} */
function draftOf(name) {
  try {
    return JSON.parse(sessionStorage.getItem(kept + name) || 'null');
  } catch {
    return null;
  }
}
/** Forgets everything that was typed and not saved. */
export function forgetDrafts() {
  for (const name of Object.keys(sessionStorage)) if (name.startsWith(kept)) sessionStorage.removeItem(name);
}

/**
 * @param {{name: string, fields: Field[], record?: Row | null, path: string, lists?: import('./values.js').Lists, start?: Row,
 *   saved: (record: any) => void, cancel?: () => void, action?: string, prepare?: (body: Row) => Row, load?: string, unversioned?:
 *   boolean}} props
 * name is what the draft is kept under; without record, one is created at path; load is where the record is read again after a clash,
 * the path when it is not given
 */
export function Form({ name, fields, record = null, path, lists = {}, start, saved, cancel, action, prepare, load, unversioned }) {
  const [draft] = useState(() => draftOf(name));
  const [base, rebase] = useState(() => ({ version: record?.version, values: valuesOf(record, fields) }));
  const [values, setValues] = useState(() => ({ ...base.values, ...start, ...draft?.values }));
  const [error, fail] = useState(null);
  const [busy, work] = useState(false);
  const [clash, setClash] = useState(/** @type {Row | null} */ (null));
  const once = useRef(draft?.once || onceKey());
  const box = useRef(/** @type {HTMLFormElement | null} */ (null));
  const dirty = changed(base.values, values);

  useLayoutEffect(() => {
    const typed = Object.fromEntries(
      dirty.filter((n) => fields.find((f) => nameOfField(f) === n)?.type !== 'password').map((n) => [n, values[n]]),
    );
    if (Object.keys(typed).length) sessionStorage.setItem(kept + name, JSON.stringify({ values: typed, once: once.current }));
    else sessionStorage.removeItem(kept + name);
  }, [values, base]);
  useEffect(() => {
    if (error) /** @type {HTMLElement | null} */ (box.current?.querySelector('[aria-invalid=true]'))?.focus();
  }, [error]);

  const finish = (answer) => {
    sessionStorage.removeItem(kept + name);
    saved(answer);
  };
  const set = (/** @type {string} */ n, value) => setValues((/** @type {Row} */ old) => ({ ...old, [n]: value }));

  /** @param {Row} mine @param {{version?: number, values: Row}} from */
  async function save(mine, from) {
    work(true);
    fail(null);
    try {
      if (!record) {
        const names = Object.keys(mine).filter((n) => !isBlank(mine[n]));
        const body = bodyOf(mine, names);
        return finish(await api.post(path, prepare ? prepare(body) : body, { once: once.current }));
      }
      const names = changed(from.values, mine);
      if (!names.length) return finish(record);
      const body = bodyOf(mine, names);
      finish(await api.patch(path, prepare ? prepare(body) : body, unversioned ? undefined : from.version));
    } catch (e) {
      if (e instanceof Problem && e.code === 'version_mismatch') return await settle(mine, from);
      if (e instanceof Problem && e.code === 'idempotency_key_reused') {
        once.current = onceKey();
        return await save(mine, from);
      }
      fail(e);
    } finally {
      work(false);
    }
  }

  /**
   * Somebody else has saved: what only one side changed is taken over, the rest is for the person to say.
   * @param {Row} mine
   * @param {{values: Row}} from
   */
  async function settle(mine, from) {
    try {
      const now = await find(load || path, record?.id);
      const theirs = valuesOf(now, fields);
      const ours = changed(from.values, mine);
      const both = ours.filter((n) => !same(from.values[n], theirs[n]) && !same(mine[n], theirs[n]));
      const merged = { ...theirs, ...Object.fromEntries(ours.map((n) => [n, mine[n]])) };
      rebase({ version: now.version, values: theirs });
      setValues(merged);
      if (both.length) return setClash({ both, theirs, now });
      await save(merged, { version: now.version, values: theirs });
    } catch (e) {
      fail(e);
    }
  }

  const choose = (/** @type {Row} */ chosen) => {
    const settled = { ...values, ...chosen };
    setValues(settled);
    setClash(null);
    save(settled, base);
  };
  const submit = (/** @type {Event} */ e) => {
    e.preventDefault();
    if (!busy) save(values, base);
  };
  const faults = error instanceof Problem ? error.fields : [];
  const rest = faults.filter((f) => !fields.some((x) => isAbout(f.location, x)));
  let section = '';
  return html`<form class="form" ref=${box} onSubmit=${submit} noValidate autocomplete="off">
    ${draft && html`<p class="notice">${w.draftRestored} <button type="button" class="link"
      onClick=${() => setValues({ ...base.values, ...start })}>${w.discardDraft}</button></p>`}
    ${fields.map((field) => {
      const heading = field.section && field.section !== section ? html`<h2 class="form-section" dir="auto">${field.section}</h2>` : null;
      section = field.section || section;
      const n = nameOfField(field);
      return html`${heading}<${FieldRow} key=${n} form=${name} field=${field} value=${values[n]} values=${values} lists=${lists}
        faults=${faults.filter((f) => isAbout(f.location, field))} set=${(v) => set(n, v)} />`;
    })}
    ${error && (!faults.length || rest.length > 0) && html`<${Trouble} error=${error} />`}
    ${rest.length > 0 && html`<ul class="faults">
      ${rest.map((f) => html`<li>${f.location.replace(/^body\./, '')}: ${f.message}</li>`)}</ul>`}
    ${error && error instanceof Unreachable && html`<p class="notice">${w.inputKept}</p>`}
    <footer class="form-foot"><button class="button primary" disabled=${busy}
      aria-busy=${busy ? 'true' : undefined}>${busy ? w.saving : action || w.save}</button>
      ${
        cancel &&
        html`<${Button} onClick=${() => {
          sessionStorage.removeItem(kept + name);
          cancel();
        }}>${w.cancel}<//>`
      }
      ${record && dirty.length > 0 && html`<span class="hint">${w.unsaved(dirty.length)}</span>`}</footer>
    ${clash && html`<${Clash} fields=${fields} names=${clash.both} mine=${values} theirs=${clash.theirs} lists=${lists}
      choose=${choose} close=${() => setClash(null)} />`}
  </form>`;
}

/**
 * The record as it is now; some have no address of their own and are found in their list.
 * @param {string} path
 * @param {string} id
 * @returns {Promise<Row>}
 */
async function find(path, id) {
  const now = await api.get(path);
  if (!Array.isArray(now.data)) return now;
  return now.data.find((/** @type {Row} */ r) => r.id === id) || (await api.all(path)).find((r) => r.id === id);
}

/** @param {string} location @param {Field} field */
function isAbout(location, field) {
  const name = 'body.' + nameOfField(field);
  return location === name || location.startsWith(name + '.') || location.startsWith(name + '[');
}

/**
 *
 * @param {{form: string, field: Field, value: any, values: Row, lists: any, faults: import('./api.js').Fault[], set: (v: any) =>
 * void}} props
 */
function FieldRow({ form, field, value, values, lists, faults, set }) {
  const id = `${form}-${nameOfField(field)}`.replace(/[^\w-]/g, '-');
  const grouped = groups.has(field.type);
  const said = [field.help_text && id + '-help', faults.length && id + '-fault'].filter(Boolean).join(' ') || undefined;
  /** @type {Row} */
  const aria = { 'aria-describedby': said, 'aria-invalid': faults.length ? 'true' : undefined };
  if (grouped) aria['aria-labelledby'] = id + '-label';
  else if (field.required) aria['aria-required'] = 'true';
  const label = html`<span dir="auto">${field.label}</span>${field.required && html`<span class="required" title=${w.required}> *</span>`}`;
  const draw = inputs[field.type] || inputs.text;
  return html`<div class=${`field field-${field.type} ${faults.length ? 'wrong' : ''}`}>
    ${field.type === 'check' ? html`<span></span>` : grouped ? html`<span class="label"
      id=${id + '-label'}>${label}</span>` : html`<label class="label" for=${id}>${label}</label>`}
    <div class="control">${draw({ field, value, set, id, values, lists, aria })}
      ${field.help_text && html`<p class="hint" id=${id + '-help'} dir="auto">${field.help_text}</p>`}
      ${faults.length > 0 && html`<p class="fault" id=${id + '-fault'}>${faults.map((f) => sentence(f, field)).join('; ')}</p>`}</div>
  </div>`;
}

/** @param {import('./api.js').Fault} fault @param {Field} field */
function sentence(fault, field) {
  const part = fault.location.slice(('body.' + nameOfField(field)).length).replace(/^\./, '');
  return (part ? part + ' ' : '') + fault.message;
}
