import { html } from '../vendor/htm-preact.js';
import { at, can, go, ranked, route, useList, usePlace } from '../core/data.js';
import { searchIn } from '../core/filters.js';
import { Button, Card, ListTable, Page } from '../core/ui.js';
import { customerColumns, withPets } from './customers.js';
import { petColumns } from './pets.js';
import { words as w } from '../words.js';

function SearchResults() {
  const { query } = usePlace();
  const found = (title, path, columns, add = /** @type {any} */ (undefined)) => html`<${Card} title=${title}><${ListTable} label=${title} columns=${columns}
    list=${useList(at(path), ranked(searchIn(query)), add)} empty=${w.nothingFound} to=${(r) => path + '/' + r.id} /><//>`;
  const q = query.get('q');
  return html`<${Page} title=${q ? w.resultsFor(q) : w.searchResults} actions=${q && can('customers:write config:read') && html`<${Button}
    onClick=${() => go('/customers/new', { name: q })}>${w.newCustomerNamed(q)}<//>`}>${found(w.customers, '/customers', customerColumns, withPets)}
    ${found(w.pets, '/pets', petColumns(true))}<//>`;
}

route('/search', SearchResults);
