import { html, useEffect } from '../vendor/htm-preact.js';
import { at, can, day, dayIn, dotted, hint, plain, refine, route, useList, usePlace, useWork } from '../core/data.js';
import { phoneText } from '../core/phone.js';
import { Button, Card, Link, ListTable, mark, Page, Tabs, Trouble } from '../core/ui.js';
import { tellApart } from './maybe.js';
import './merge.js';
import { words as w } from '../words.js';
import { words2 as d } from '../words2.js';

export const reasonOf = (r) => d.reasons[r] || plain(r);

/** What tells a record of a group from the others. */
const marksOf = (r) => dotted([
  r.email, r.phone && phoneText(r.phone), r.microchip, day(r.birth_date), r.customer?.name, 'pets' in r && d.petsOf(r.pets),
  d.since(day(dayIn(r.created_at))),
]);

function Group({ what, group, changed }) {
  const { busy, error, run } = useWork();
  const [first, ...rest] = group[what];
  const may = can('customers:write');
  const name = (r) => html`<${Link} to=${`/${what}/${r.id}`} class="strong"><bdi>${r.name || w.noName}</bdi><//>`;
  const differ = () => tellApart(what, group[what].map((r) => r.id)).then(changed);
  return html`<li><header>${group.reasons.map((r) => mark('warn', reasonOf(r)))}${may && html`<span class="note-actions"><${Button}
      kind="quiet" busy=${busy} aria-label=${`${d.notTheSame[what]}: ${group[what].map((r) => r.name).join(', ')}`}
      onClick=${() => run(differ)}>${d.notTheSame[what]}<//></span>`}</header>
    <${Trouble} error=${error} />
    <ul class="plain">${[first, ...rest].map((r) => html`<li class="chosen-row"><span>${name(r)}<br />${hint(marksOf(r))}</span>
      ${r === first ? hint(d.oldest) : may && html`<${Link} class="button" to=${`/duplicates/${what}/${first.id}/${r.id}`}
        aria-label=${`${d.compareWith(first.name || w.noName)}: ${r.name}`}>${d.compare}<//>`}</li>`)}</ul></li>`;
}

function Duplicates({ kind: what = 'customers' }) {
  const { query } = usePlace();
  const only = query.get('of');
  const list = useList(at(`/${what}/duplicates`), { limit: 20, [what === 'pets' ? 'petId' : 'customerId']: only });
  const nothingYet = !list.rows.length && !list.busy && !list.done && !list.error; // only the cursor tells the end
  useEffect(() => {
    if (nothingYet) list.more();
  });
  const draw = (groups) => html`<ul class="entries">${groups.map(
    (g) => html`<${Group} key=${g[what].map((r) => r.id).join()} what=${what} group=${g} changed=${list.reload} />`)}</ul>`;
  const tab = (name, label) => ({ to: '/duplicates' + (name === 'pets' ? '/pets' : ''), label, current: name === what });
  return html`<${Page} title=${w.duplicates} sub=${d.duplicatesSub}>
    <${Tabs} label=${w.duplicates} tabs=${[tab('customers', w.customers), tab('pets', w.pets)]} />
    <${Card}>${only && html`<p class="hint">${d.ofOne} <button type="button" class="link"
      onClick=${() => refine({ of: '' })}>${w.all}</button></p>`}
      <${ListTable} list=${{ ...list, busy: list.busy || nothingYet }} label=${w.duplicates} empty=${d.noDuplicates}
        draw=${draw} /><//><//>`;
}

route('/duplicates', Duplicates);
route('/duplicates/:kind', Duplicates);
