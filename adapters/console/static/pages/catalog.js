// What the location sells, for reading.
import { html } from '../vendor/htm-preact.js';
import { useList } from '../core/hooks.js';
import { at } from '../core/store.js';
import { usePlace } from '../core/router.js';
import { Badge, Card, ListTable, Page, Tabs } from '../core/ui.js';
import { day, money, number, plain } from '../core/format.js';
import { Narrow, Pick } from '../parts/filters.js';
import { words as w } from '../words.js';

const name = {
  label: w.name,
  cell: (r) => html`<span class="strong">${r.name}</span>${r.description && html`<br /><span class="hint">${r.description}</span>`}`,
};
const active = {
  label: w.status,
  cell: (r) => html`<${Badge} value=${r.active ? 'active' : 'inactive'} label=${plain(r.active ? 'active' : 'inactive')} />`,
};
const code = (/** @type {string} */ key) => ({ label: w.code, cell: (r) => r[key] && html`<code>${r[key]}</code>`, class: 'wide-only' });
const service = { label: w.service, cell: (r) => (r.serviceType ? plain(r.serviceType) : w.standalone) };

/** The price, and the rules that change it. @param {any} r */
const prices = (r) => html`${money(r.value_data.base_price)} <span class="hint">${plain(r.value_data.pricing_model).toLowerCase()}</span>
  ${r.value_data.rows.length > 0 && html`<details><summary>${w.priceRules(r.value_data.rows.length)}</summary><ul
    class="plain">${r.value_data.rows.map((row) => html`<li><span dir="auto">${row.label}</span> <span
      class="nowrap">${money(row.price)}</span></li>`)}</ul></details>`}`;

/** @type {Record<string, {label: string, path: string, columns: any[]}>} */
const kinds = {
  rates: { label: w.rates, path: '/products/rates', columns: [name, service, code('code'), { label: w.price, cell: prices }, active] },
  addons: { label: w.addons, path: '/products/addons', columns: [name, service, code('code'), { label: w.price, cell: prices }, active] },
  retail: {
    label: w.retail,
    path: '/products/retail',
    columns: [
      name,
      { label: w.brand, cell: (r) => r.brand || '' },
      code('sku'),
      { label: w.price, cell: (r) => money(r.price), class: 'right nowrap' },
      { label: w.stock, cell: (r) => (r.track_stock ? number(r.stock_quantity) : '–'), class: 'right' },
      active,
    ],
  },
  adjustments: {
    label: w.adjustments,
    path: '/products/adjustments',
    columns: [
      name,
      { label: w.kind, cell: (r) => plain(r.kind) },
      code('code'),
      {
        label: w.value,
        cell: (r) => (r.value_data.percent ? r.value_data.percent + ' %' : money(r.value_data.amount)),
        class: 'right nowrap',
      },
      { label: w.validUntil, cell: (r) => day(r.valid_until), class: 'nowrap' },
      active,
    ],
  },
  taxes: {
    label: w.taxes,
    path: '/taxes',
    columns: [
      name,
      { label: w.rate, cell: (r) => r.rate + ' %', class: 'right' },
      { label: w.inclusive, cell: (r) => (r.inclusive ? w.yes : w.no) },
      active,
    ],
  },
};

/** @param {{kind?: string}} props */
export function Catalog({ kind = 'rates' }) {
  const { query } = usePlace();
  const shown = kinds[kind] || kinds.rates;
  const search = (query.get('q') || '').length >= 2 ? query.get('q') : undefined;
  const list = useList(at(shown.path), { search, active: query.get('active') });
  return html`<${Page} title=${w.catalog} sub=${w.catalogSub}>
    <${Tabs} label=${w.catalog}
      tabs=${Object.entries(kinds).map(([k, { label }]) => ({ to: '/catalog/' + k, label, current: shown === kinds[k] }))} />
    <${Card}><div class="filters"><${Narrow} name="q" label=${w.narrowCatalog} /><${Pick} name="active" label=${w.status} options=${[
      { value: 'true', label: plain('active') },
      { value: 'false', label: plain('inactive') },
    ]} /></div>
      <${ListTable} list=${list} label=${shown.label} empty=${query.size ? w.nothingFound : w.noProducts} columns=${shown.columns} /><//>
        <//>`;
}
