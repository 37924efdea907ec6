import { html } from '../vendor/htm-preact.js';
import { at, day, hint, money, number, plain, route, strong, useList, usePlace } from '../core/data.js';
import { badge, column, ListPage, named, Tabs } from '../core/ui.js';
import { Narrow, Pick, searchIn } from '../core/filters.js';
import { words as w } from '../words.js';

const name = named((r) => html`${strong(r.name)}${r.description && html`<br />${hint(r.description)}`}`);
const active = column(w.status, (r) => badge(r.active ? 'active' : 'inactive'));
const code = (key) => column(w.code, (r) => r[key] && html`<code>${r[key]}</code>`, 'wide-only');

const price = ({ value_data: { base_price, pricing_model, rows } }) => html`${money(base_price)} ${hint(plain(pricing_model).toLowerCase())}
  ${rows.length > 0 && html`<details><summary>${w.priceRules(rows.length)}</summary><ul class="plain">${rows.map(
    (row) => html`<li><span dir="auto">${row.label}</span> <span class="nowrap">${money(row.price)}</span></li>`,
  )}</ul></details>`}`;

const priced = [
  name,
  column(w.service, (r) => (r.serviceType ? plain(r.serviceType) : w.standalone)),
  code('code'),
  column(w.price, price),
  active,
];

const catalogs = {
  rates: [w.rates, '/products/rates', priced],
  addons: [w.addons, '/products/addons', priced],
  retail: [w.retail, '/products/retail', [
    name,
    column(w.brand, (r) => r.brand),
    code('sku'),
    column(w.price, (r) => money(r.price), 'right nowrap'),
    column(w.stock, (r) => (r.track_stock ? number(r.stock_quantity) : '–'), 'right'),
    active,
  ]],
  adjustments: [w.adjustments, '/products/adjustments', [
    name,
    column(w.kind, (r) => plain(r.kind)),
    code('code'),
    column(w.value, ({ value_data: v }) => (v.percent ? v.percent + ' %' : money(v.amount)), 'right nowrap'),
    column(w.validUntil, (r) => day(r.valid_until), 'nowrap'),
    active,
  ]],
  taxes: [w.taxes, '/taxes', [
    name,
    column(w.rate, (r) => r.rate + ' %', 'right'),
    column(w.includedInPrices, (r) => (r.inclusive ? w.yes : w.no)),
    active,
  ]],
};

function Catalog({ kind = 'rates' }) {
  const { query } = usePlace();
  const [label, path, columns] = catalogs[kind] || catalogs.rates;
  const list = useList(at(path), { search: searchIn(query), active: query.get('active') });
  const states = [
    { value: 'true', label: plain('active') },
    { value: 'false', label: plain('inactive') },
  ];
  const tabs = Object.entries(catalogs).map(([k, [label]]) => ({ to: '/catalog/' + k, label, current: k === kind }));
  return html`<${ListPage} title=${w.catalogue} sub=${w.catalogSub} above=${html`<${Tabs} label=${w.catalogue} tabs=${tabs} />`}
    label=${label} filters=${html`<${Narrow} label=${w.narrowCatalog} /><${Pick} name="active" label=${w.status} options=${states} />`}
    list=${list} none=${w.nothingHereYet} columns=${columns} />`;
}

route('/catalog', Catalog);
route('/catalog/:kind', Catalog);
