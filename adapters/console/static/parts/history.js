// What has happened to one record, out of the event feed.
import { html } from '../vendor/htm-preact.js';
import { api } from '../core/api.js';
import { useLoad } from '../core/hooks.js';
import { at } from '../core/store.js';
import { Card, Empty, Trouble, Waiting } from '../core/ui.js';
import { instant, plain } from '../core/format.js';
import { isBlank, show } from '../core/values.js';
import { words as w } from '../words.js';

const pages = 10;

/** All events of a record, newest first. @param {string} recordId @param {AbortSignal} signal */
async function historyOf(recordId, signal) {
  /** @type {any[]} */
  const events = [];
  let after = 'oldest';
  for (let i = 0; i < pages; i++) {
    const page = await api.get(at('/events'), { recordId, after, limit: 200 }, signal);
    events.push(...page.data);
    after = page.next_cursor;
    if (!page.has_more) break;
  }
  return events.reverse();
}

/** @param {{record: string, fields?: any[], lists?: any}} props */
export function History({ record, fields = [], lists }) {
  const found = useLoad((signal) => historyOf(record, signal), [record]);
  return html`<${Card} title=${w.history}>
    <${Trouble} error=${found.error} retry=${found.reload} />
    ${!found.data && !found.error && html`<${Waiting} />`}
    ${found.data && !found.data.length && html`<${Empty} title=${w.noHistory} />`}
    <ol class="history">${(found.data || []).map(
      (e) => html`<li key=${e.id}>
      <header><strong>${eventName(e.type)}</strong><span class="hint"><span
        dir="auto">${e.actor.name || plain(e.actor.type)}</span> · ${instant(e.created_at)}</span></header>
      ${e.data.previous && html`<${Changes} previous=${e.data.previous} now=${e.data.object} fields=${fields} lists=${lists} />`}</li>`,
    )}</ol>
  <//>`;
}

/** @param {string} type */
const eventName = (type) => {
  const [what, how] = type.split('.');
  return `${plain(what)} ${plain(how).toLowerCase()}`;
};

const technical = new Set(['version', 'updated_at', 'breed', 'secondary_pet_status', 'login']);

/** @param {{previous: any, now: any, fields: any[], lists: any}} props */
function Changes({ previous, now, fields, lists }) {
  const keys = Object.keys(previous).filter((k) => !technical.has(k));
  return html`<dl class="changes">${keys.map((k) => {
    const field = fields.find((f) => f.kind === 'standard' && f.key === k) || {
      key: k,
      type: typeof previous[k] === 'object' ? 'json' : 'text',
      label: plain(k),
    };
    const text = (v) => (isBlank(v) ? html`<em>${w.empty}</em>` : show(field, v, lists));
    return html`<div><dt dir="auto">${field.label}</dt><dd><span class="was" dir="auto">${text(previous[k])}</span><span
      aria-label=${w.becomes}> → </span><span dir="auto">${text(now[k])}</span></dd></div>`;
  })}</dl>`;
}
