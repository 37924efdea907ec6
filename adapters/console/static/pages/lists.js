// The lists of a location (breeds, statuses, colour codes, what it sells) and the API keys.
import { html, useState } from '../vendor/htm-preact.js';
import { api, at, can, forgetLists, short, state, useList, useLoad, usePlace } from '../core/data.js';
import { Badge, Card, ListTable, Page, Secret, Tabs } from '../core/ui.js';
import { useChanges } from '../core/form.js';
import { locationsField, locationsOf, Narrow, Pick, searchIn } from '../core/inputs.js';
import { ago, day, instant, money, number, options, plain, Swatch } from '../core/format.js';
import { words as w } from '../words.js';

const nameField = { key: 'name', type: 'text', label: w.name, required: true };
const strong = (key) => (r) => html`<span class="strong">${r[key]}</span>`;

/** A page with a list whose records are made, changed and removed in place. */
function Managed({ title, say, path, query, columns, filters, ...form }) {
  const list = useList(at(path), query);
  const changed = () => {
    forgetLists();
    list.reload();
  };
  const changes = useChanges({ path: at(path), say, changed, may: can('config:write'), ...form });
  const empty = usePlace().query.size ? w.nothingFound : say.none;
  return html`<${Page} title=${title} sub=${say.sub} actions=${changes.add('primary')}><${Card}>
    ${filters && html`<div class="filters">${filters}</div>`}
    <${ListTable} list=${list} label=${title} empty=${empty} columns=${[...columns, changes.column]} /><//>${changes.dialogs}<//>`;
}

export function Breeds() {
  const { query } = usePlace();
  const form = useLoad(() => short('/petFields'), []);
  const species = form.data?.find((f) => f.key === 'species')?.options || [];
  return html`<${Managed} title=${w.breeds} say=${w.aBreed} path="/breeds"
    query=${{ search: query.get('q'), species: query.get('species') }}
    fields=${[nameField, { key: 'species', type: 'select', label: w.species, required: true, options: species }]}
    filters=${html`<${Narrow} label=${w.name} /><${Pick} name="species" label=${w.species} options=${species} />`}
    columns=${[
      { label: w.name, cell: strong('name') },
      { label: w.species, cell: (b) => plain(b.species) },
      {
        label: w.source,
        cell: ({ source }) => html`<${Badge} value="" tone=${source === 'custom' ? 'info' : 'dim'}
          label=${source === 'custom' ? w.ownBreed : w.masterList} />`,
      },
    ]} />`;
}

export const Statuses = () => html`<${Managed} title=${w.statuses} say=${w.aStatus} path="/secondaryPetStatuses" query=${{ limit: 200 }}
  fields=${[nameField]} columns=${[{ label: w.name, cell: strong('name') }]} />`;

const colourFields = [
  nameField,
  { key: 'colour', type: 'colour', label: w.colour, required: true },
  { key: 'number', type: 'number', label: w.number, help_text: w.numberHelp },
  { key: 'description', type: 'textarea', label: w.description },
];

export function Colours() {
  const kinds = options(['pet', 'customer']);
  return html`<${Managed} title=${w.colours} say=${w.aColour} path="/colourCodes" fields=${colourFields}
    query=${{ type: usePlace().query.get('type'), limit: 200 }} start=${{ type: 'pet', colour: '#2e7d32' }}
    fresh=${[{ key: 'type', type: 'select', label: w.appliesTo, required: true, options: kinds }, ...colourFields]}
    filters=${html`<${Pick} name="type" label=${w.appliesTo} options=${kinds} />`} columns=${[
      { label: w.name, cell: (c) => html`<span class="strong"><${Swatch} code=${c} /></span>` },
      { label: w.number, cell: (c) => c.number, class: 'right' },
      { label: w.appliesTo, cell: (c) => plain(c.type) },
      { label: w.colour, cell: (c) => html`<code>${c.colour}</code>` },
      { label: w.description, cell: (c) => c.description },
    ]} />`;
}

const name = { label: w.name, cell: (r) => html`${strong('name')(r)}${r.description && html`<br /><span class="hint">${r.description}</span>`}` };
const active = { label: w.status, cell: (r) => html`<${Badge} value=${r.active ? 'active' : 'inactive'} />` };
const code = (key) => ({ label: w.code, cell: (r) => r[key] && html`<code>${r[key]}</code>`, class: 'wide-only' });

/** The price, and the rules that change it. */
const price = ({ value_data: { base_price, pricing_model, rows } }) => html`${money(base_price)} <span
  class="hint">${plain(pricing_model).toLowerCase()}</span>
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

/** @type {Record<string, [string, string, any[]]>} label, path and columns */
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

/** What the location sells, for reading. */
export function Catalog({ kind = 'rates' }) {
  const { query } = usePlace();
  const [label, path, columns] = catalogs[kind] || catalogs.rates;
  const list = useList(at(path), { search: searchIn(query), active: query.get('active') });
  const states = [
    { value: 'true', label: plain('active') },
    { value: 'false', label: plain('inactive') },
  ];
  return html`<${Page} title=${w.catalog} sub=${w.catalogSub}>
    <${Tabs} label=${w.catalog}
      tabs=${Object.entries(catalogs).map(([k, [label]]) => ({ to: '/catalog/' + k, label, current: k === kind }))} />
    <${Card}><div class="filters"><${Narrow} label=${w.narrowCatalog} /><${Pick} name="active" label=${w.status} options=${states} /></div>
      <${ListTable} list=${list} label=${label} empty=${query.size ? w.nothingFound : w.noProducts} columns=${columns} /><//><//>`;
}

const abilities =
  'accounts:read accounts:write customers:read customers:write notes:read notes:write config:read config:write health:read health:write ' +
  'catalog:read orders:read webhooks:manage events:read keys:manage act:staff';

/** The abilities that the key can hand on; types of events name those of modules too */
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
  const changes = useChanges({
    path: '/apiKeys',
    fresh: [
      { ...nameField, help_text: w.keyNameHelp },
      {
        key: 'abilities',
        type: 'multi_select',
        label: w.abilities,
        required: true,
        options: grantable(types.data?.data || []).map((a) => ({ value: a, label: nameOfAbility(a) })),
      },
      locationsField(),
      { key: 'expires_at', type: 'date', label: w.expiresOn, help_text: w.noExpiry },
    ],
    prepare: endOfDay,
    say: { ...w.aKey, ask: (name, k) => (k.id === state.key?.id ? w.revokeOwn : w.aKey.ask(name)) },
    changed: (key) => {
      list.reload();
      show(key);
    },
  });
  return html`<${Page} title=${w.keys} sub=${w.aKey.sub} actions=${changes.add('primary')}>
    <${Card}><${ListTable} list=${list} label=${w.keys} empty=${w.aKey.none} columns=${[
      {
        label: w.name,
        cell: (k) => html`${strong('name')(k)}${k.id === state.key?.id && html` <span class="badge info">${w.thisKey}</span>`}<br /><code
          class="hint">${k.prefix}…</code>`,
      },
      { label: w.abilities, cell: (k) => k.abilities.map(nameOfAbility).join(', ') },
      { label: w.locations, cell: locationsOf },
      { label: w.lastUsed, cell: (k) => html`<span title=${instant(k.last_used_at)}>${ago(k.last_used_at)}</span>`, class: 'nowrap' },
      { label: w.expiresOn, cell: (k) => (k.expires_at ? day(k.expires_at.slice(0, 10)) : w.never), class: 'nowrap' },
      changes.column,
    ]} /><//>${changes.dialogs}
    ${made && html`<${Secret} title=${w.keyTitle} text=${w.keyText} secret=${made.key} close=${() => show(null)} />`}<//>`;
}
