// What is set up: breeds, statuses, colour codes, the catalogue, API keys and form fields.
import { html, useState } from '../vendor/htm-preact.js';
import { ago, api, at, can, day, dotted, forgetLists, hint, instant, money, number, options, plain, short } from '../core/data.js';
import { state, strong, Swatch, useList, useLoad, usePlace, useWork } from '../core/data.js';
import { Badge, Card, Empty, ListPage, Loaded, named, Page, Secret, Table, Tabs, Trouble } from '../core/ui.js';
import { locationsField, locationsOf, Narrow, Pick, searchIn, useChanges } from '../core/form.js';
import { words as w } from '../words.js';

const nameField = { key: 'name', type: 'text', label: w.name, required: true };

/** A list whose records are changed in place. */
function Managed({ title, say, path, query, form, columns, filters }) {
  const list = useList(at(path), query);
  const changed = () => {
    forgetLists();
    list.reload();
  };
  const changes = useChanges({ path: at(path), form, say, changed, may: can('config:write') });
  return html`<${ListPage} title=${title} sub=${say.sub} actions=${changes.add('primary')} filters=${filters} list=${list} none=${say.none}
    columns=${[...columns, changes.column]}>${changes.dialogs}<//>`;
}

export function Breeds() {
  const { query } = usePlace();
  const form = useLoad(() => short('/petFields'), []);
  const species = form.data?.find((f) => f.key === 'species')?.options || [];
  return html`<${Managed} title=${w.breeds} say=${w.aBreed} path="/breeds"
    query=${{ search: query.get('q'), species: query.get('species') }}
    form=${() => ({ fields: [nameField, { key: 'species', type: 'select', label: w.species, required: true, options: species }] })}
    filters=${html`<${Narrow} label=${w.name} /><${Pick} name="species" label=${w.species} options=${species} />`}
    columns=${[
      named(),
      { label: w.species, cell: (b) => plain(b.species) },
      {
        label: w.source,
        cell: ({ source }) => html`<${Badge} value="" tone=${source === 'custom' ? 'info' : 'dim'}
          label=${source === 'custom' ? w.ownBreed : w.masterList} />`,
      },
    ]} />`;
}

export const Statuses = () => html`<${Managed} title=${w.statuses} say=${w.aStatus} path="/secondaryPetStatuses" query=${{ limit: 200 }}
  form=${() => ({ fields: [nameField] })} columns=${[named()]} />`;

const colourFields = [
  nameField,
  { key: 'colour', type: 'colour', label: w.colour, required: true },
  { key: 'number', type: 'number', label: w.number, help_text: w.numberHelp },
  { key: 'description', type: 'textarea', label: w.description },
];

export function Colours() {
  const kinds = options('pet customer');
  const kind = { key: 'type', type: 'select', label: w.appliesTo, required: true, options: kinds };
  return html`<${Managed} title=${w.colours} say=${w.aColour} path="/colourCodes"
    query=${{ type: usePlace().query.get('type'), limit: 200 }}
    form=${(old) => ({ fields: old ? colourFields : [kind, ...colourFields], start: { type: 'pet', colour: '#2e7d32' } })}
    filters=${html`<${Pick} name="type" label=${w.appliesTo} options=${kinds} />`} columns=${[
      named((c) => strong(html`<${Swatch} code=${c} />`)),
      { label: w.number, cell: (c) => c.number, class: 'right' },
      { label: w.appliesTo, cell: (c) => plain(c.type) },
      { label: w.colour, cell: (c) => html`<code>${c.colour}</code>` },
      { label: w.description, cell: (c) => c.description },
    ]} />`;
}

const name = named((r) => html`${strong(r.name)}${r.description && html`<br />${hint(r.description)}`}`);
const active = { label: w.status, cell: (r) => html`<${Badge} value=${r.active ? 'active' : 'inactive'} />` };
const code = (key) => ({ label: w.code, cell: (r) => r[key] && html`<code>${r[key]}</code>`, class: 'wide-only' });

const price = ({ value_data: { base_price, pricing_model, rows } }) => html`${money(base_price)} ${hint(plain(pricing_model).toLowerCase())}
  ${rows.length > 0 && html`<details><summary>${w.priceRules(rows.length)}</summary><ul class="plain">${rows.map(
    (row) => html`<li><span dir="auto">${row.label}</span> <span class="nowrap">${money(row.price)}</span></li>`,
  )}</ul></details>`}`;

const priced = [
  name,
  { label: w.service, cell: (r) => (r.serviceType ? plain(r.serviceType) : w.standalone) },
  code('code'),
  { label: w.price, cell: price },
  active,
];

const catalogs = {
  rates: [w.rates, '/products/rates', priced],
  addons: [w.addons, '/products/addons', priced],
  retail: [w.retail, '/products/retail', [
    name,
    { label: w.brand, cell: (r) => r.brand },
    code('sku'),
    { label: w.price, cell: (r) => money(r.price), class: 'right nowrap' },
    { label: w.stock, cell: (r) => (r.track_stock ? number(r.stock_quantity) : '–'), class: 'right' },
    active,
  ]],
  adjustments: [w.adjustments, '/products/adjustments', [
    name,
    { label: w.kind, cell: (r) => plain(r.kind) },
    code('code'),
    { label: w.value, cell: ({ value_data: v }) => (v.percent ? v.percent + ' %' : money(v.amount)), class: 'right nowrap' },
    { label: w.validUntil, cell: (r) => day(r.valid_until), class: 'nowrap' },
    active,
  ]],
  taxes: [w.taxes, '/taxes', [
    name,
    { label: w.rate, cell: (r) => r.rate + ' %', class: 'right' },
    { label: w.inclusive, cell: (r) => (r.inclusive ? w.yes : w.no) },
    active,
  ]],
};

export function Catalog({ kind = 'rates' }) {
  const { query } = usePlace();
  const [label, path, columns] = catalogs[kind] || catalogs.rates;
  const list = useList(at(path), { search: searchIn(query), active: query.get('active') });
  const states = [
    { value: 'true', label: plain('active') },
    { value: 'false', label: plain('inactive') },
  ];
  const tabs = Object.entries(catalogs).map(([k, [label]]) => ({ to: '/catalog/' + k, label, current: k === kind }));
  return html`<${ListPage} title=${w.catalog} sub=${w.catalogSub} above=${html`<${Tabs} label=${w.catalog} tabs=${tabs} />`} label=${label}
    filters=${html`<${Narrow} label=${w.narrowCatalog} /><${Pick} name="active" label=${w.status} options=${states} />`} list=${list}
    none=${w.noProducts} columns=${columns} />`;
}

const abilities =
  'accounts:read accounts:write customers:read customers:write notes:read notes:write config:read config:write health:read health:write ' +
  'catalog:read orders:read webhooks:manage events:read keys:manage act:staff';

/** The abilities that the key can hand on: types of events name those of modules too. */
function grantable(types) {
  const own = state.key?.abilities || [];
  return own.includes('*') ? ['*', ...new Set([...abilities.split(' '), ...types.map((t) => t.ability)])] : own;
}

const endOfDay = (body) => (body.expires_at ? { ...body, expires_at: new Date(body.expires_at + 'T23:59:59').toISOString() } : body);

export function Keys() {
  const list = useList('/apiKeys');
  const types = useLoad(() => api.get('/eventTypes'), []);
  const [made, show] = useState(null);
  const nameOfAbility = (a) => (a === '*' ? w.everything : a);
  const granted = grantable(types.data?.data || []).map((a) => ({ value: a, label: nameOfAbility(a) }));
  const fields = [
    { ...nameField, help_text: w.keyNameHelp },
    { key: 'abilities', type: 'multi_select', label: w.abilities, required: true, options: granted },
    locationsField(),
    { key: 'expires_at', type: 'date', label: w.expiresOn, help_text: w.noExpiry },
  ];
  const changes = useChanges({
    path: '/apiKeys',
    editable: false,
    form: () => ({ fields, prepare: endOfDay }),
    say: { ...w.aKey, ask: (name, k) => (k.id === state.key?.id ? w.revokeOwn : w.aKey.ask(name)) },
    changed: (key) => {
      list.reload();
      show(key);
    },
  });
  return html`<${ListPage} title=${w.keys} sub=${w.aKey.sub} actions=${changes.add('primary')} list=${list} none=${w.aKey.none} columns=${[
    named((k) => html`${strong(k.name)}${k.id === state.key?.id && html` <span class="badge info">${w.thisKey}</span>`}<br /><code
      class="hint">${k.prefix}…</code>`),
    { label: w.abilities, cell: (k) => k.abilities.map(nameOfAbility).join(', ') },
    { label: w.locations, cell: locationsOf },
    { label: w.lastUsed, cell: (k) => html`<span title=${instant(k.last_used_at)}>${ago(k.last_used_at)}</span>`, class: 'nowrap' },
    { label: w.expiresOn, cell: (k) => (k.expires_at ? day(k.expires_at.slice(0, 10)) : w.never), class: 'nowrap' },
    changes.column,
  ]}>${changes.dialogs}
    ${made && html`<${Secret} title=${w.keyTitle} text=${w.keyText} secret=${made.key} close=${() => show(null)} />`}<//>`;
}

const types = options('text textarea number date boolean select multi_select email phone url');
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
  const changed = () => {
    forgetLists();
    found.reload();
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
      { label: w.label, cell: (f) => strong(f.label) },
      { label: w.type, cell: (f) => plain(f.type) },
      { label: w.section, cell: (f) => f.section },
      { label: w.rules, cell: rules },
      changes.column,
    ]} /><//>`;
  };
  const forms = [['pet', w.petForm], ['customer', w.customerForm]];
  return html`<${Page} title=${w.fields} sub=${w.fieldsSub} actions=${changes.add('primary')}>
    <${Tabs} label=${w.fields} tabs=${forms.map(([f, label]) => ({ to: '/fields/' + f, label, current: f === form }))} />
    <${Loaded} of=${found} lines=${8}>${draw}<//>${changes.dialogs}<//>`;
}

const rules = (f) => html`<span class="chips">${f.required && html`<span class="badge warn">${w.required}</span>`}
  ${!f.visible && html`<span class="badge dim">${w.hidden}</span>`}
  ${f.visible_to_customer && html`<span class="badge info">${f.editable_by_customer ? w.customerEdits : w.customerSees}</span>`}</span>`;

/** The custom fields, moved by dragging or with the arrow keys. */
function Ordered({ path, fields, buttons, changed }) {
  const write = can('config:write');
  const [order, put] = useState(fields);
  const [dragged, drag] = useState(-1);
  const [said, say] = useState('');
  const { error, run } = useWork();
  const move = (from, to) => {
    if (to < 0 || to >= order.length || from === to) return;
    const list = order.toSpliced(from, 1).toSpliced(to, 0, order[from]);
    say(w.movedTo(order[from].label, to + 1, list.length));
    put(list);
    const undo = (e) => {
      put(fields);
      throw e;
    };
    run(() => api.patch(path + '/custom/reorder', { ids: list.map((f) => f.id) }).then(forgetLists, undo));
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

/** The form of a field; old is null for a new one. */
function formOf(path, old) {
  const standard = old?.kind === 'standard';
  const [label, ...rest] = properties.filter((p) => !old?.locked?.includes(p.key));
  const chosen = !old || (!standard && ['select', 'multi_select'].includes(old.type));
  // Options are typed as labels; known ones keep their values.
  const valued = (label) => old?.options.find((o) => o.label === label) || { label, value: slug(label) };
  return {
    fields: [label, ...(old ? [] : [typeField]), ...rest, ...(chosen ? [optionsField] : [])],
    record: old && { ...old, options: old.options.map((o) => o.label) },
    start: { type: 'text', visible: true, required: false, visible_to_customer: false, editable_by_customer: false },
    prepare(body) {
      if (standard) return { fields: [{ key: old.key, ...body }] };
      return body.options ? { ...body, options: body.options.map(valued) } : body;
    },
    ...(standard ? { path: path + '/standard', load: path, unversioned: true } : !old && { path: path + '/custom' }),
  };
}
