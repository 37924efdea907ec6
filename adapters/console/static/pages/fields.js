// The form fields of customers and pets: standard ones are changed, custom ones are made, ordered and removed.
import { html, useState } from '../vendor/htm-preact.js';
import { api, at, can, forgetLists, useLoad } from '../core/data.js';
import { Button, Card, Confirm, Empty, Loaded, Page, Table, Tabs, Trouble } from '../core/ui.js';
import { Editor } from '../core/form.js';
import { dotted, options, plain } from '../core/format.js';
import { words as w } from '../words.js';

const types = options(['text', 'textarea', 'number', 'date', 'boolean', 'select', 'multi_select', 'email', 'phone', 'url']);
const properties = [
  { key: 'label', type: 'text', label: w.label, required: true },
  { key: 'help_text', type: 'textarea', label: w.helpText },
  { key: 'section', type: 'text', label: w.section },
  { key: 'required', type: 'check', label: w.required },
  { key: 'visible', type: 'check', label: w.visibleSay },
  { key: 'visible_to_customer', type: 'check', label: w.visibleToCustomer },
  { key: 'editable_by_customer', type: 'check', label: w.editableByCustomer },
];
const typeField = { key: 'type', type: 'select', label: w.type, required: true, options: types };
const optionsField = { key: 'options', type: 'lines', label: w.options, help_text: w.optionsHelp, placeholder: w.addOption };

/** The value of an option that was typed as a label. */
const slug = (label) =>
  label
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 60) || label;

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
  const button = (word, f, act) =>
    html`<${Button} kind="quiet" aria-label=${`${word}: ${f.label}`} onClick=${() => act(f)}>${word}<//>`;
  const buttons = (f) => write && html`<span class="nowrap">${button(w.edit, f, edit)}${f.kind === 'custom' && button(w.remove, f, doom)}</span>`;
  const draw = (fields) => {
    const custom = fields.filter((f) => f.kind === 'custom');
    return html`<${Card} title=${w.customFields}>${custom.length
      ? html`<${Ordered} key=${form + custom.map((f) => f.id + f.version).join()} path=${path} fields=${custom} buttons=${buttons}
          changed=${changed} />`
      : html`<${Empty} title=${w.noCustomFields} />`}<//>
    <${Card} title=${w.standardFields}><${Table} label=${w.standardFields} rows=${fields.filter((f) => f.kind === 'standard')} columns=${[
      { label: w.label, cell: (f) => html`<span class="strong">${f.label}</span>` },
      { label: w.type, cell: (f) => plain(f.type) },
      { label: w.section, cell: (f) => f.section },
      { label: w.rules, cell: rules },
      write && { label: w.actions, class: 'right unlabelled', cell: buttons },
    ]} /><//>`;
  };
  const forms = [['pet', w.petForm], ['customer', w.customerForm]];
  return html`<${Page} title=${w.fields} sub=${w.fieldsSub} actions=${write && html`<${Button} kind="primary"
    onClick=${() => edit({})}>${w.newField}<//>`}>
    <${Tabs} label=${w.fields} tabs=${forms.map(([f, label]) => ({ to: '/fields/' + f, label, current: f === form }))} />
    <${Loaded} of=${found} lines=${8}>${draw}<//>
    ${edited && html`<${FieldEditor} path=${path} field=${edited} saved=${changed} close=${() => edit(null)} />`}
    ${doomed && html`<${RemoveField} path=${path} field=${doomed} removed=${changed} close=${() => doom(null)} />`}<//>`;
}

const rules = (f) => html`<span class="chips">${f.required && html`<span class="badge warn">${w.required}</span>`}
  ${!f.visible && html`<span class="badge dim">${w.hidden}</span>`}
  ${f.visible_to_customer && html`<span class="badge info">${f.editable_by_customer ? w.customerEdits : w.customerSees}</span>`}</span>`;

/** The custom fields in their order: moved by dragging, or with the arrow keys. */
function Ordered({ path, fields, buttons, changed }) {
  const write = can('config:write');
  const [order, put] = useState(fields);
  const [dragged, drag] = useState(-1);
  const [said, say] = useState('');
  const [error, fail] = useState(null);
  const move = (from, to) => {
    if (to < 0 || to >= order.length || from === to) return;
    const list = order.toSpliced(from, 1).toSpliced(to, 0, order[from]);
    say(w.movedTo(order[from].label, to + 1, list.length));
    put(list);
    api.patch(path + '/custom/reorder', { ids: list.map((f) => f.id) }).then(
      () => {
        fail(null);
        forgetLists();
      },
      (e) => {
        fail(e);
        put(fields);
      },
    );
  };
  const keys = (e, i) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[e.key];
    if (!step) return;
    e.preventDefault();
    move(i, i + step);
    const { id } = order[i];
    setTimeout(() => document.getElementById('move-' + id)?.focus());
  };
  const drop = (e, i) => {
    e.preventDefault();
    if (dragged >= 0) move(dragged, i);
    drag(-1);
  };
  const start = (e, i) => {
    drag(i);
    e.dataTransfer.setData('text/plain', order[i].id);
  };
  return html`<${Trouble} error=${error} retry=${changed} /><p class="unseen" role="status">${said}</p>
    ${write && html`<p class="hint">${w.reorderHint}</p>`}
    <ul class="ordered">${order.map(
      (f, i) => html`<li key=${f.id} draggable=${String(write)} class=${dragged === i ? 'dragged' : ''} onDragStart=${(e) => start(e, i)}
        onDragEnd=${() => drag(-1)} onDragOver=${(e) => e.preventDefault()} onDrop=${(e) => drop(e, i)}>
      ${write && html`<button type="button" class="handle" id=${'move-' + f.id} aria-label=${w.moveField(f.label, i + 1, order.length)}
        onKeyDown=${(e) => keys(e, i)}>⠿</button>`}
      <span class="strong" dir="auto">${f.label}</span><span class="hint">${dotted([plain(f.type), f.section])}</span>${rules(f)}<span
        class="grow"></span>${buttons(f)}</li>`,
    )}</ul>`;
}

function FieldEditor({ path, field, saved, close }) {
  const fresh = !field.id;
  const standard = field.kind === 'standard';
  const [label, ...rest] = properties.filter((p) => !field.locked?.includes(p.key));
  const chosen = fresh || (!standard && ['select', 'multi_select'].includes(field.type));
  const fields = [label, ...(fresh ? [typeField] : []), ...rest, ...(chosen ? [optionsField] : [])];
  // Options are typed as labels; those that were there keep their values.
  const valued = (label) => field.options?.find((o) => o.label === label) || { label, value: slug(label) };
  const prepare = (body) => {
    if (standard) return { fields: [{ key: field.key, ...body }] };
    return body.options ? { ...body, options: body.options.map(valued) } : body;
  };
  const start = { type: 'text', visible: true, required: false, visible_to_customer: false, editable_by_customer: false };
  return html`<${Editor} title=${fresh ? w.newField : field.label} close=${close} saved=${saved} name=${'field ' + path + (field.id || '')}
    fields=${fields} record=${fresh ? null : { ...field, options: field.options.map((o) => o.label) }} start=${fresh ? start : undefined}
    path=${path + (standard ? '/standard' : fresh ? '/custom' : '/custom/' + field.id)} load=${standard ? path : undefined}
    prepare=${prepare} unversioned=${standard} />`;
}

function RemoveField({ path, field, removed, close }) {
  const [count, held] = useState(0);
  const act = () =>
    api.remove(`${path}/custom/${field.id}`, field.version, count ? { force: true } : undefined).then(removed, (e) => {
      if (e.code === 'in_use') held(e.problem.count);
      throw e;
    });
  return html`<${Confirm} title=${w.removeField} text=${count ? w.removeFieldInUse(field.label, count) : w.removeFieldText(field.label)}
    action=${count ? w.removeWithValues : w.remove} act=${act} close=${close} />`;
}
