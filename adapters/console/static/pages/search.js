import { html } from '../vendor/htm-preact.js';
import { at, route, useList, usePlace } from '../core/data.js';
import { searchIn } from '../core/filters.js';
import { Card, ListTable, Page } from '../core/ui.js';
import { customerColumns } from './customers.js';
import { petColumns } from './pets.js';
import { words as w } from '../words.js';

function SearchResults() {
  const { query } = usePlace();
  const found = (title, path, columns) => html`<${Card} title=${title}><${ListTable} label=${title} columns=${columns}
    list=${useList(at(path), { search: searchIn(query), limit: 20 })} empty=${w.nothingFound} to=${(r) => path + '/' + r.id} /><//>`;
  const q = query.get('q');
  return html`<${Page} title=${q ? w.resultsFor(q) : w.searchResults}>${found(w.customers, '/customers', customerColumns)}
    ${found(w.pets, '/pets', petColumns(true))}<//>`;
}

route('/search', SearchResults);
