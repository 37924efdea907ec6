// Forms: they keep what was typed, save what changed, and let a clash be settled field by field.
import { html, useEffect, useLayoutEffect, useRef, useState } from '../vendor/htm-preact.js';
import { api, onceKey, Problem, Unreachable } from './data.js';
import { bodyOf, changed, isBlank, nameOfField, same, show, valuesOf } from './format.js';
import { groups, inputs } from './inputs.js';
import { Button, Confirm, Dialog, Trouble } from './ui.js';
import { words as w } from '../words.js';

const kept = 'petcare draft ';

export function forgetDrafts() {
  for (const name of Object.keys(sessionStorage)) if (name.startsWith(kept)) sessionStorage.removeItem(name);
}

/** @param {FormProps} props */
export function Form({ name, fields, record = null, path, lists = {}, start, saved, cancel, prepare = (body) => body, load, unversioned }) {
  const draftName = kept + name;
  const [draft] = useState(() => JSON.parse(sessionStorage.getItem(draftName) || 'null'));
  const [base, rebase] = useState(() => ({ version: record?.version, values: valuesOf(record, fields) }));
  const [values, setValues] = useState(() => ({ ...base.values, ...start, ...draft?.values }));
  const [error, fail] = useState(null);
  const [busy, work] = useState(false);
  const [clash, setClash] = useState(null);
  const once = useRef(draft?.once || onceKey());
  const box = useRef(null);
  const dirty = changed(base.values, values);

  useLayoutEffect(() => {
    const secret = fields.filter((f) => f.type === 'password').map(nameOfField);
    const typed = Object.fromEntries(dirty.filter((n) => !secret.includes(n)).map((n) => [n, values[n]]));
    if (Object.keys(typed).length) sessionStorage.setItem(draftName, JSON.stringify({ values: typed, once: once.current }));
    else sessionStorage.removeItem(draftName);
  }, [values, base]);
  useEffect(() => {
    if (error) box.current?.querySelector('[aria-invalid=true]')?.focus();
  }, [error]);

  const finish = (then, answer = null) => {
    sessionStorage.removeItem(draftName);
    then(answer);
  };

  async function save(mine, from) {
    work(true);
    fail(null);
    try {
      const names = record ? changed(from.values, mine) : Object.keys(mine).filter((n) => !isBlank(mine[n]));
      const body = prepare(bodyOf(mine, names));
      if (!record) finish(saved, await api.post(path, body, { once: once.current }));
      else finish(saved, names.length ? await api.patch(path, body, unversioned ? undefined : from.version) : record);
    } catch (e) {
      if (e.code === 'version_mismatch') return await settle(mine, from);
      if (e.code === 'idempotency_key_reused') {
        once.current = onceKey();
        return await save(mine, from);
      }
      fail(e);
    } finally {
      work(false);
    }
  }

  /** Somebody else has saved: what only one side changed is taken over, the rest is for the person to say. */
  async function settle(mine, from) {
    try {
      const now = await find(load || path, record?.id);
      const theirs = valuesOf(now, fields);
      const ours = changed(from.values, mine);
      const both = ours.filter((n) => !same(from.values[n], theirs[n]) && !same(mine[n], theirs[n]));
      const merged = { ...theirs, ...Object.fromEntries(ours.map((n) => [n, mine[n]])) };
      rebase({ version: now.version, values: theirs });
      setValues(merged);
      if (both.length) return setClash({ names: both, theirs });
      await save(merged, { version: now.version, values: theirs });
    } catch (e) {
      fail(e);
    }
  }

  const choose = (chosen) => {
    const settled = { ...values, ...chosen };
    setValues(settled);
    setClash(null);
    save(settled, base);
  };
  const submit = (e) => {
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
      const heading = field.section && field.section !== section && html`<h2 class="form-section" dir="auto">${field.section}</h2>`;
      section = field.section || section;
      const n = nameOfField(field);
      return html`${heading}<${FieldRow} key=${n} form=${name} field=${field} value=${values[n]} values=${values} lists=${lists}
        faults=${faults.filter((f) => isAbout(f.location, field))} set=${(v) => setValues((old) => ({ ...old, [n]: v }))} />`;
    })}
    ${(!faults.length || rest.length > 0) && html`<${Trouble} error=${error} />`}
    ${rest.length > 0 && html`<ul class="faults">${rest.map(
      (f) => html`<li>${f.location.replace(/^body\./, '')}: ${f.message}</li>`,
    )}</ul>`}
    ${error instanceof Unreachable && html`<p class="notice">${w.inputKept}</p>`}
    <footer class="form-foot"><${Button} type="submit" kind="primary" busy=${busy}>${busy ? w.saving : w.save}<//>
      ${cancel && html`<${Button} onClick=${() => finish(cancel)}>${w.cancel}<//>`}
      ${record && dirty.length > 0 && html`<span class="hint">${w.unsaved(dirty.length)}</span>`}</footer>
    ${clash && html`<${Clash} ...${clash} fields=${fields} mine=${values} lists=${lists} choose=${choose} close=${() => setClash(null)} />`}
  </form>`;
}

/** The record now; some have no address and are found in their list. */
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
  const sentence = (f) => `${f.location.slice(('body.' + nameOfField(field)).length).replace(/^\./, '')} ${f.message}`.trim();
  return html`<div class=${'field field-' + field.type}>
    ${field.type === 'check' ? html`<span></span>` : group ? html`<span class="label" id=${id + '-label'}>${label}</span>` : html`<label
      class="label" for=${id}>${label}</label>`}
    <div class="control">${(group || inputs[field.type] || inputs.text)({ ...rest, field, id, aria })}
      ${field.help_text && html`<p class="hint" id=${id + '-help'} dir="auto">${field.help_text}</p>`}
      ${wrong && html`<p class="fault" id=${id + '-fault'}>${faults.map(sentence).join('; ')}</p>`}</div>
  </div>`;
}

function Clash({ fields, names, mine, theirs, lists, choose, close }) {
  const [chosen, pick] = useState(/** @type {Row} */ ({}));
  const submit = () => choose(Object.fromEntries(names.map((n) => [n, (chosen[n] || mine)[n]])));
  return html`<${Dialog} title=${w.clashTitle} close=${close} wide>
    <p>${w.clashText}</p>
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
    <footer class="form-foot"><${Button} kind="primary" onClick=${submit}>${w.saveChoice}<//><${Button}
      onClick=${close}>${w.backToForm}<//></footer><//>`;
}

/** A form in a dialog. */
export function Editor({ title, close, saved, ...form }) {
  const done = (record) => {
    close();
    saved(record);
  };
  return html`<${Dialog} title=${title} close=${close}><${Form} ...${form} saved=${done} cancel=${close} /><//>`;
}

/** The buttons and dialogs of records that are changed in place. @param {ChangesProps} props */
export function useChanges({ path, fields = [], fresh = fields, start, say, may = true, changed, name = (r) => r.name, own, ...form }) {
  const [edited, edit] = useState(null);
  const [doomed, doom] = useState(null);
  const pathOf = own || ((r) => `${path}/${r.id}`);
  const button = (word, r, act) =>
    html`<${Button} kind="quiet" aria-label=${`${word}: ${name(r)}`} onClick=${() => act(r)}>${word}<//>`;
  const verb = say.verb || w.remove;
  const buttons = (r) => may && html`<span class="nowrap">${fields.length > 0 && button(w.edit, r, edit)}${button(verb, r, doom)}</span>`;
  const old = edited?.id && edited;
  return {
    add: (kind) => may && html`<${Button} kind=${kind} onClick=${() => edit({})}>${say.create}<//>`,
    buttons,
    column: may && { label: w.actions, class: 'right unlabelled', cell: buttons },
    dialogs: html`${edited && html`<${Editor} ...${form} title=${old ? say.edit || name(old) : say.create} name=${path + (edited.id || '')}
        fields=${old ? fields : fresh} record=${old} start=${old ? undefined : start} path=${old ? pathOf(old) : path} saved=${changed}
        close=${() => edit(null)} />`}
      ${doomed && html`<${Confirm} title=${say.remove} text=${say.ask ? say.ask(name(doomed), doomed) : name(doomed)} action=${verb}
        act=${() => api.remove(pathOf(doomed), doomed.version).then(changed)} close=${() => doom(null)} />`}`,
  };
}
