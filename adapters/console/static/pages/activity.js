import { html, useState } from '../vendor/htm-preact.js';
import { at, hint, instant, options, plain, route, useList, usePlace } from '../core/data.js';
import { Pick } from '../core/form.js';
import { Button, column, ListPage } from '../core/ui.js';
import { RecordLink, Undo } from '../core/undo.js';
import { words as w } from '../words.js';

const sources = 'api console import merge revert cli system';
const resources = 'customer pet note vaccination exemption order breed colour_code secondary_pet_status customer_field pet_field ' +
  'vaccination_type account';

const counted = (n) => plain(n.resource + '_' + n.action) + (n.count > 1 ? ' × ' + n.count : '');

function Activity() {
  const { query } = usePlace();
  const [change, open] = useState('');
  const days = Number(query.get('days'));
  // To the hour: the list stays the same.
  const from = days ? new Date((Math.floor(Date.now() / 3600_000) - 24 * days) * 3600_000).toISOString() : undefined;
  const list = useList(at('/changes'), { resource: query.get('kind'), recordId: query.get('record'), from });
  const spans = ['1', '7', '30'].map((value) => ({ value, label: w.lastDays[value] }));
  const shown = { ...list, rows: list.rows.filter((c) => !query.get('source') || c.source === query.get('source')) };
  return html`<${ListPage} title=${w.activity} sub=${w.activitySub} list=${shown} none=${w.noActivity}
    filters=${html`<${Pick} name="kind" label=${w.kind} options=${options(resources)} /><${Pick} name="source"
      label=${w.source} options=${options(sources)} /><${Pick} name="days" label=${w.time} options=${spans} />`}
    columns=${[
      column(w.time, (c) => instant(c.created_at), 'nowrap'),
      column(w.who, (c) => html`<span dir="auto">${c.actor.name || plain(c.actor.type)}</span> ${hint(plain(c.source))}`),
      column(w.what, (c) => html`${c.counts.map(counted).join(', ')}
        <span class="records">${c.records.slice(0, 3).map((r) => html` <${RecordLink} record=${r} />`)}</span>`),
      column('', (c) => (c.reverted_by ? hint(w.undone) : html`<${Button} onClick=${() => open(c.id)}>${w.undo}<//>`), 'right'),
    ]} />
    ${change && html`<${Undo} change=${change} close=${() => open('')} done=${() => { open(''); list.reload(); }} />`}`;
}

route('/activity', Activity);
