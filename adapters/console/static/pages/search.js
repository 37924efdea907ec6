import { html } from '../vendor/htm-preact.js';
import { at, can, go, ranked, route, useList, usePlace } from '../core/data.js';
import { searchIn } from '../core/filters.js';
import { Button, Card, ListTable, Page } from '../core/ui.js';
import { customerColumns, withPets } from './customers.js';
import { petColumns } from './pets.js';
import { words as w } from '../words.js';

function SearchResults() {
  const { query } = usePlace();
  const q = query.get('q');
  const search = ranked(searchIn(query));
  const customers = useList(at('/customers'), search, withPets);
  const pets = useList(at('/pets'), search);
  const found = (title, path, columns, list) => html`<${Card} title=${title}><${ListTable} label=${title} columns=${columns} list=${list}
    empty=${w.nothingFound} to=${(r) => path + '/' + r.id} /><//>`;
  const create = q && can('customers:write config:read') &&
    html`<${Button} onClick=${() => go('/customers/new', { name: q })}>${w.newCustomerNamed(q)}<//>`;
  return html`<${Page} title=${q ? w.resultsFor(q) : w.searchResults} actions=${create}>
    ${found(w.customers, '/customers', customerColumns, customers)}${found(w.pets, '/pets', petColumns(true), pets)}<//>`;
}

route('/search', SearchResults);
