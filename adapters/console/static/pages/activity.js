import { html, useState } from '../vendor/htm-preact.js';
import { at, dotted, hint, instant, options, plain, route, state, useList, usePlace } from '../core/data.js';
import { Pick } from '../core/filters.js';
import { Button, column, Link, ListPage } from '../core/ui.js';
import { RecordLink, Undo } from '../core/undo.js';
import { words as w } from '../words.js';

const resources = 'customer pet note vaccination exemption order breed colour_code secondary_pet_status customer_field pet_field ' +
  'vaccination_type account';

const counted = (n) => plain(n.resource + '_' + n.action) + (n.count > 1 ? ' × ' + n.count : '');

function Activity() {
  const { query } = usePlace();
  const [change, open] = useState('');
  const days = Number(query.get('days'));
  // To the hour: the list stays the same.
  const from = days ? new Date((Math.floor(Date.now() / 3600_000) - 24 * days) * 3600_000).toISOString() : undefined;
  const list = useList(at('/changes'), { resource: query.get('kind'), recordId: query.get('record'),
    actorId: query.get('who'), from });
  const spans = ['1', '7', '30'].map((value) => ({ value, label: w.lastDays[value] }));
  const people = new Map(list.rows.map((c) => c.actor).filter((a) => a.id).map((a) => [a.id, a.name || plain(a.type)]));
  people.set(state.key?.id, w.you);
  return html`<${ListPage} title=${w.activity} sub=${query.get('record')
    ? html`${w.ofOneRecord} <${Link} to="/activity">${w.allActivity}<//>` : w.activitySub} list=${list} none=${w.noActivity}
    filters=${html`<${Pick} name="kind" label=${w.kind} options=${options(resources)} /><${Pick} name="who" label=${w.who}
      options=${[...people].map(([value, label]) => ({ value, label }))} /><${Pick} name="days" label=${w.time} options=${spans} />`}
    columns=${[
      column(w.what, (c) => html`${c.counts.map(counted).join(', ')}
        <span class="records">${c.records.slice(0, 3).map((r) => html` <${RecordLink} record=${r} />`)}</span>`),
      column(w.who, (c) => html`<span dir="auto">${c.actor.name || plain(c.actor.type)}</span><br />${
        hint(dotted([instant(c.created_at), plain(c.source)]))}`),
      column('', (c) => (c.reverted_by
        ? hint(w.undone)
        : html`<${Button} kind="quiet" onClick=${() => open(c.id)}>${w.undo}<//>`), 'right'),
    ]} />
    ${change && html`<${Undo} change=${change} close=${() => open('')} />`}`;
}

route('/activity', Activity);
