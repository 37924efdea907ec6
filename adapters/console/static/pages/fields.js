// The form fields of customers and pets: standard ones are changed, custom ones are made, ordered and removed.
import { html, useState } from '../vendor/htm-preact.js';
import { api } from '../core/api.js';
import { useLoad } from '../core/hooks.js';
import { forgetLists } from '../core/lists.js';
import { at, can } from '../core/store.js';
import { Button, Card, Confirm, Empty, Page, Table, Tabs, Trouble, Waiting } from '../core/ui.js';
import { plain } from '../core/format.js';
import { Editor } from '../parts/editor.js';
import { words as w } from '../words.js';

const types = ['text', 'textarea', 'number', 'date', 'boolean', 'select', 'multi_select', 'email', 'phone', 'url'].map((value) => ({
  value,
  label: plain(value),
}));
const properties = [
  { key: 'label', type: 'text', label: w.label, required: true },
  { key: 'help_text', type: 'textarea', label: w.helpText },
  { key: 'section', type: 'text', label: w.section },
  { key: 'required', type: 'check', label: w.required },
  { key: 'visible', type: 'check', label: w.visible, say: w.visibleSay },
  { key: 'visible_to_customer', type: 'check', label: w.visibleToCustomer },
  { key: 'editable_by_customer', type: 'check', label: w.editableByCustomer },
];
const optionsField = { key: 'options', type: 'lines', label: w.options, help_text: w.optionsHelp, placeholder: w.addOption };

/**
 * Options are typed as labels; their values are made from them, and kept for labels that were there.
 * @param {any} body
 * @param {any[]} [before]
 */
function withOptions(body, before = []) {
  if (!body.options) return body;
  return { ...body, options: body.options.map((label) => before.find((o) => o.label === label) || { label, value: slug(label) }) };
}
/** @param {string} label */
const slug = (label) =>
  label
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 60) || label;

/** @param {{form?: string}} props */
export function Fields({ form = 'pet' }) {
  const path = at(`/${form}Fields`);
  const found = useLoad((signal) => api.all(path, {}, signal), [path]);
  const [edited, edit] = useState(null);
  const [doomed, doom] = useState(null);
  const write = can('config:write');
  const changed = () => {
    forgetLists();
    found.reload();
  };
  const standard = (found.data || []).filter((f) => f.kind === 'standard');
  const custom = (found.data || []).filter((f) => f.kind === 'custom');
  const forms = [['pet', w.petForm], ['customer', w.customerForm]];
  return html`<${Page} title=${w.fields} sub=${w.fieldsSub} actions=${write && html`<${Button} kind="primary"
    onClick=${() => edit({})}>${w.newField}<//>`}>
    <${Tabs} label=${w.fields}
      tabs=${forms.map(([f, label]) => ({ to: '/fields/' + f, label, current: f === form }))} />
    <${Trouble} error=${found.error} retry=${found.reload} />
    ${
      !found.data && !found.error
        ? html`<${Waiting} lines=${8} />`
        : found.data &&
          html`
      <${Card} title=${w.customFields}>${custom.length ? html`<${Ordered} key=${form + custom.map((f) => f.id + f.version).join()}
        path=${path} fields=${custom} write=${write} edit=${edit} doom=${doom} changed=${changed} />` : html`<${Empty}
          title=${w.noCustomFields} />`}<//>
      <${Card} title=${w.standardFields}><${Table} label=${w.standardFields} rows=${standard} columns=${[
        { label: w.label, cell: (f) => html`<span class="strong">${f.label}</span>` },
        { label: w.type, cell: (f) => plain(f.type) },
        { label: w.section, cell: (f) => f.section || '' },
        { label: w.rules, cell: rules },
        ...(write
          ? [
              {
                label: w.actions,
                class: 'right unlabelled',
                cell: (f) => html`<${Button} kind="quiet" aria-label=${`${w.edit}: ${f.label}`} onClick=${() => edit(f)}>${w.edit}<//>`,
              },
            ]
          : []),
      ]} /><//>`
    }
    ${edited && html`<${FieldEditor} path=${path} field=${edited} saved=${changed} close=${() => edit(null)} />`}
    ${doomed && html`<${RemoveField} path=${path} field=${doomed} removed=${changed} close=${() => doom(null)} />`}
  <//>`;
}

/** @param {any} f */
const rules = (f) =>
  html`<span class="chips">${f.required && html`<span class="badge warn">${w.required}</span>`}${!f.visible && html`<span
    class="badge dim">${w.hidden}</span>`}${f.visible_to_customer && html`<span
      class="badge info">${f.editable_by_customer ? w.customerEdits : w.customerSees}</span>`}</span>`;

/** The custom fields in their order: moved by dragging, or with the buttons. @param {Record<string, any>} props */
function Ordered({ path, fields, write, edit, doom, changed }) {
  const [order, put] = useState(fields);
  const [dragged, drag] = useState(-1);
  const [said, say] = useState('');
  const [error, fail] = useState(null);
  const save = async (/** @type {any[]} */ list) => {
    put(list);
    try {
      await api.patch(path + '/custom/reorder', { ids: list.map((f) => f.id) });
      fail(null);
      forgetLists();
    } catch (e) {
      fail(e);
      put(fields);
    }
  };
  const move = (/** @type {number} */ from, /** @type {number} */ to) => {
    if (to < 0 || to >= order.length || from === to) return;
    const list = [...order];
    list.splice(to, 0, ...list.splice(from, 1));
    say(w.movedTo(order[from].label, to + 1, list.length));
    save(list);
  };
  const keys = (/** @type {KeyboardEvent} */ e, /** @type {number} */ i) => {
    const step = /** @type {Record<string, number>} */ ({ ArrowUp: -1, ArrowDown: 1 })[e.key];
    if (!step) return;
    e.preventDefault();
    move(i, i + step);
    const id = order[i].id;
    setTimeout(() => document.getElementById('move-' + id)?.focus());
  };
  return html`<${Trouble} error=${error} retry=${changed} /><p class="unseen" role="status">${said}</p>
    ${write && html`<p class="hint">${w.reorderHint}</p>`}
    <ul class="ordered">${order.map(
      (f, /** @type {number} */ i) => html`<li key=${f.id} draggable=${write ? 'true' : 'false'} class=${dragged === i ? 'dragged' : ''}
      onDragStart=${(/** @type {DragEvent} */ e) => {
        drag(i);
        e.dataTransfer?.setData('text/plain', f.id);
      }} onDragEnd=${() => drag(-1)} onDragOver=${(/** @type {DragEvent} */ e) => e.preventDefault()} onDrop=${(
        /** @type {DragEvent} */ e,
      ) => {
        e.preventDefault();
        if (dragged >= 0) move(dragged, i);
        drag(-1);
      }}>
      ${write && html`<button type="button" class="handle" id=${'move-' + f.id}
        aria-label=${w.moveField(f.label, i + 1, order.length)} onKeyDown=${(/** @type {KeyboardEvent} */ e) => keys(e, i)}>⠿</button>`}
      <span class="strong" dir="auto">${f.label}</span><span class="hint">${plain(f.type)}
        ${f.section ? ' · ' + f.section : ''}</span>${rules(f)}<span class="grow"></span>
      ${write && html`<span class="nowrap"><${Button} kind="quiet" aria-label=${`${w.edit}: ${f.label}`}
        onClick=${() => edit(f)}>${w.edit}<//><${Button} kind="quiet" aria-label=${`${w.remove}: ${f.label}`}
          onClick=${() => doom(f)}>${w.remove}<//></span>`}</li>`,
    )}</ul>`;
}

/** @param {{path: string, field: any, saved: () => void, close: () => void}} props */
function FieldEditor({ path, field, saved, close }) {
  const isNew = !field.id;
  const withChoices = isNew || ['select', 'multi_select'].includes(field.type);
  const shown = properties.filter((p) => !field.locked?.includes(p.key));
  const fields = [
    ...(isNew ? [shown[0], { key: 'type', type: 'select', label: w.type, required: true, options: types }, ...shown.slice(1)] : shown),
    ...(withChoices && field.kind !== 'standard' ? [optionsField] : []),
  ];
  const record = isNew ? null : { ...field, options: field.options.map((o) => o.label) };
  const standard = field.kind === 'standard';
  const prepare = (body) => (standard ? { fields: [{ key: field.key, ...body }] } : withOptions(body, field.options));
  return html`<${Editor} title=${isNew ? w.newField : field.label} close=${close} saved=${saved}
    name=${'field ' + path + (field.id || '')} fields=${fields} record=${record}
      start=${isNew ? { type: 'text', visible: true, required: false, visible_to_customer: false, editable_by_customer: false } : undefined}
    path=${standard ? path + '/standard' : path + '/custom' + (isNew ? '' : '/' + field.id)} load=${standard ? path : undefined}
      prepare=${prepare} unversioned=${standard} />`;
}

/** @param {{path: string, field: any, removed: () => void, close: () => void}} props */
function RemoveField({ path, field, removed, close }) {
  const [count, held] = useState(0);
  const act = async () => {
    try {
      await api.remove(path + '/custom/' + field.id, field.version, count ? { force: true } : undefined);
    } catch (e) {
      if (e.code === 'in_use') held(e.problem.count);
      throw e;
    }
    removed();
  };
  return html`<${Confirm} title=${w.removeField}
    text=${count ? w.removeFieldInUse(field.label, count) : w.removeFieldText(field.label)}
      action=${count ? w.removeWithValues : w.remove} act=${act} close=${close} />`;
}
