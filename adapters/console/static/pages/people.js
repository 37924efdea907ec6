// Customers and pets as lists, and everything that a search finds.
import { html } from '../vendor/htm-preact.js';
import { Badge, Button, Card, Empty, ListTable, Page, Table, Trouble, Waiting } from '../core/ui.js';
import { useList, useLoad, useRested } from '../core/hooks.js';
import { go, Link, usePlace } from '../core/router.js';
import { at, can } from '../core/store.js';
import { day, nameOf, phoneOf, plain } from '../core/format.js';
import { short } from '../core/lists.js';
import { Narrow, Pick } from '../parts/filters.js';
import { find } from '../search.js';
import { words as w } from '../words.js';

const options = (/** @type {string[]} */ values) => values.map((value) => ({ value, label: plain(value) }));

/** The search of the query, once it is long enough to be one. @param {URLSearchParams} query */
const searchIn = (query) => ((query.get('q') || '').length >= 2 ? query.get('q') : undefined);

export function Customers() {
  const { query } = usePlace();
  const list = useList(at('/customers'), { search: searchIn(query), status: query.get('status') });
  return html`<${Page} title=${w.customers} actions=${can('customers:write') && html`<${Button} kind="primary"
    onClick=${() => go('/customers/new')}>${w.newCustomer}<//>`}>
    <${Card}>
      <div class="filters"><${Narrow} name="q" label=${w.narrowCustomers} /><${Pick} name="status" label=${w.status}
        options=${options(['active', 'inactive', 'blocked'])} /></div>
      <${ListTable} list=${list} label=${w.customers} empty=${query.size ? w.nothingFound : w.noCustomers} to=${(c) => '/customers/' + c.id}
        columns=${[
          {
            label: w.name,
            cell: (c) =>
              html`<span class="strong">${nameOf(c)}</span>${c.company_name && c.company_name !== nameOf(c) && html`<span
                class="hint"> ${c.company_name}</span>`}`,
          },
          { label: w.phone, cell: phoneOf, class: 'nowrap' },
          { label: w.email, cell: (c) => c.email || '', class: 'mail' },
          {
            label: w.tags,
            cell: (c) =>
              html`<span class="chips">${c.tags.slice(0, 3).map((/** @type {string} */ t) => html`<span class="chip">${t}</span>`)}</span>`,
            class: 'wide-only',
          },
          { label: w.status, cell: (c) => html`<${Badge} value=${c.status} label=${plain(c.status)} />` },
        ]} />
    <//><//>`;
}

/** @param {boolean} [owner] whether the owner is a column */
export const petColumns = (owner = true) => [
  { label: w.name, cell: (p) => html`<span class="strong">${p.name}</span>` },
  { label: w.breed, cell: (p) => html`${p.breed || plain(p.species)}` },
  { label: w.born, cell: (p) => day(p.birth_date), class: 'nowrap wide-only' },
  ...(owner
    ? [
        {
          label: w.owner,
          cell: (p) =>
            html`<${Link} to=${'/customers/' + p.customer.id}>${p.customer.name}<//> <span
              class="hint nowrap">${p.customer.phone || ''}</span>`,
        },
      ]
    : []),
  { label: w.microchip, cell: (p) => p.microchip && html`<code>${p.microchip}</code>`, class: 'wide-only' },
  {
    label: w.status,
    cell: (p) =>
      html`<${Badge} value=${p.status}
        label=${p.secondary_pet_status?.name && p.status === 'active' ? p.secondary_pet_status.name : plain(p.status)} />`,
  },
];

export function Pets() {
  const { query } = usePlace();
  const list = useList(at('/pets'), { search: searchIn(query), status: query.get('status'), species: query.get('species') });
  const species = useLoad(() => (can('config:read') ? short('/petFields') : Promise.resolve([])), []);
  const kinds = species.data?.find((f) => f.key === 'species')?.options || options(['dog', 'cat', 'rabbit', 'other']);
  return html`<${Page} title=${w.pets}>
    <${Card}>
      <div class="filters"><${Narrow} name="q" label=${w.narrowPets} /><${Pick} name="species" label=${w.species} options=${kinds} />
        <${Pick} name="status" label=${w.status} options=${options(['active', 'inactive', 'deceased'])} /></div>
      <${ListTable} list=${list} label=${w.pets} empty=${query.size ? w.nothingFound : w.noPets} to=${(p) => '/pets/' + p.id}
        columns=${petColumns()} />
    <//><//>`;
}

export function SearchResults() {
  const q = useRested(usePlace().query.get('q') || '', 0);
  const found = useLoad((signal) => (q.length >= 2 ? find(q, signal, 50) : Promise.resolve([])), [q]);
  return html`<${Page} title=${w.resultsFor(q)}><${Card}>
    ${found.busy && !found.data ? html`<${Waiting} />` : html`<${Trouble} error=${found.error} retry=${found.reload} />`}
    ${
      found.data &&
      (found.data.length
        ? html`<${Table} label=${w.searchResults} rows=${found.data} to=${(h) => h.to} columns=${[
            { label: w.name, cell: (h) => html`<span class="strong">${h.title}</span>` },
            { label: w.details, cell: (h) => h.sub },
            { label: w.kind, cell: (h) => html`<span class="badge dim">${h.kind}</span>` },
          ]} />`
        : html`<${Empty} title=${w.nothingFound} />`)
    }
  <//><//>`;
}
