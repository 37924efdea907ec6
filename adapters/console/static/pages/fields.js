import { html, useRef, useState } from '../vendor/htm-preact.js';
import { api, at, can, dotted, forgetLists, hint, options, plain, route, useLoad, useWork, strong } from '../core/data.js';
import { Card, column, Empty, Loaded, mark, Page, Table, Tabs, Trouble } from '../core/ui.js';
import { useChanges } from '../core/changes.js';
import { field } from '../core/form.js';
import { words as w } from '../words.js';

const types = options('text textarea number date boolean select multi_select email phone url');
const properties = [
  field('label', 'text', w.label, { required: true }),
  field('help_text', 'textarea', w.helpText),
  field('section', 'text', w.section),
  field('required', 'check', w.required),
  field('visible', 'check', w.shownInForms),
  field('visible_to_customer', 'check', w.customersSeeIt),
  field('editable_by_customer', 'check', w.customersMayChangeIt),
];
const typeField = field('type', 'select', w.type, { required: true, options: types });
const optionsField = field('options', 'lines', w.options, { help_text: w.optionsHelp, read: (list) => list?.map((o) => o.label) });

function Fields({ form = 'pet' }) {
  const path = at(`/${form}Fields`);
  const found = useLoad((signal) => api.all(path, {}, signal), [path]);
  const changed = () => {
    forgetLists();
    return found.reload();
  };
  const changes = useChanges({
    path,
    own: (f) => `${path}/custom/${f.id}`,
    form: (old) => formOf(path, old),
    name: (f) => f.label,
    removable: (f) => f.kind === 'custom',
    say: w.aField,
    may: can('config:write'),
    changed,
  });
  const draw = (fields) => {
    const custom = fields.filter((f) => f.kind === 'custom');
    return html`<${Card} title=${w.customFields}>${custom.length
      ? html`<${Ordered} key=${form + custom.map((f) => f.id + f.version).join()} path=${path} fields=${custom}
          buttons=${changes.buttons} changed=${changed} />`
      : html`<${Empty} title=${w.noCustomFields} />`}<//>
    <${Card} title=${w.standardFields}><${Table} label=${w.standardFields} rows=${fields.filter((f) => f.kind === 'standard')} columns=${[
      column(w.label, (f) => strong(f.label)),
      column(w.type, (f) => plain(f.type)),
      column(w.section, (f) => f.section),
      column(w.rules, rules),
      changes.column,
    ]} /><//>`;
  };
  const forms = [['pet', w.petForm], ['customer', w.customerForm]];
  return html`<${Page} title=${w.formFields} sub=${w.fieldsSub} actions=${changes.add('primary')}>
    <${Tabs} label=${w.formFields} tabs=${forms.map(([f, label]) => ({ to: '/fields/' + f, label, current: f === form }))} />
    <${Loaded} of=${found}>${draw}<//>${changes.dialogs}<//>`;
}

const rules = (f) => html`<span class="chips">${f.required && mark('warn', w.required)}
  ${!f.visible && mark('dim', w.hidden)}
  ${f.visible_to_customer && mark('info', f.editable_by_customer ? w.customerEditsIt : w.customerSeesIt)}</span>`;

function Ordered({ path, fields, buttons, changed }) {
  const write = can('config:write');
  const [order, put] = useState(fields);
  const [dragged, drag] = useState(-1);
  const [said, say] = useState('');
  const { error, run } = useWork();
  const kept = useRef({ order: fields, moved: Promise.resolve() }).current;
  const move = (from, to) => {
    if (to < 0 || to >= order.length || from === to) return;
    const list = order.toSpliced(from, 1).toSpliced(to, 0, order[from]);
    say(w.movedTo(order[from].label, to + 1, list.length));
    put(list);
    const save = () => api.patch(path + '/custom/reorder', { ids: list.map((f) => f.id) });
    const done = () => {
      kept.order = list;
      forgetLists();
    };
    const undo = (e) => {
      put(kept.order);
      throw e;
    };
    // In turn: the last one has to come last.
    run(() => (kept.moved = kept.moved.catch(() => {}).then(save).then(done, undo)));
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
      <span class="strong" dir="auto">${f.label}</span>${hint(dotted([plain(f.type), f.section]))}${rules(f)}<span
        class="grow"></span>${buttons(f)}</li>`,
    )}</ul>`;
}

/** Known labels keep their values; a new one in the place of one that is gone is its correction. */
function optionsOf(labels, old = []) {
  const known = (label) => old.find((o) => o.label === label);
  const fresh = labels.filter((label) => !known(label));
  const gone = old.filter((o) => !labels.includes(o.label));
  const value = !fresh[1] && !gone[1] && gone[0]?.value;
  return labels.map((label) => known(label) || { label, value: value || label });
}

function formOf(path, old) {
  const standard = old?.kind === 'standard';
  const [label, ...rest] = properties.filter((p) => !old?.locked?.includes(p.key));
  const chosen = !old || (!standard && ['select', 'multi_select'].includes(old.type));
  return {
    fields: [label, ...(old ? [] : [typeField]), ...rest, ...(chosen ? [optionsField] : [])],
    start: { type: 'text', visible: true, required: false, visible_to_customer: false, editable_by_customer: false },
    prepare(body) {
      if (standard) return { fields: [{ key: old.key, ...body }] };
      return body.options ? { ...body, options: optionsOf(body.options, old?.options) } : body;
    },
    ...(standard ? { path: path + '/standard', load: path, unversioned: true } : !old && { path: path + '/custom' }),
  };
}

route('/fields', Fields);
route('/fields/:form', Fields);
