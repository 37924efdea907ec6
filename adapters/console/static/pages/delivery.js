// One delivery: what was sent, and what the receiver answered each time.
import { html, useState } from '../vendor/htm-preact.js';
import { api } from '../core/api.js';
import { useLoad } from '../core/hooks.js';
import { go } from '../core/router.js';
import { Badge, Button, Card, Empty, Facts, Page, Trouble, Waiting } from '../core/ui.js';
import { instant, plain } from '../core/format.js';
import { words as w } from '../words.js';

/**
 * There is no address for one delivery: it is looked for, newest first.
 * @param {string} path
 * @param {string} id
 * @param {AbortSignal} signal
 */
async function find(path, id, signal) {
  let cursor;
  for (let page = 0; page < 25; page++) {
    const list = await api.get(path + '/deliveries', { limit: 200, cursor }, signal);
    const found = list.data.find((d) => d.id === id);
    if (found || !list.next_cursor) return found || null;
    cursor = list.next_cursor;
  }
  return null;
}

/** @param {{webhook: string, delivery: string}} props */
export function Delivery({ webhook, delivery }) {
  const path = '/webhooks/' + webhook;
  const found = useLoad((signal) => find(path, delivery, signal), [delivery]);
  const [error, fail] = useState(null);
  const d = found.data;
  const back = { to: path, label: w.webhook };
  if (!d)
    return html`<${Page} title=${w.delivery} back=${back}>${found.error ? html`<${Trouble} error=${found.error}
      retry=${found.reload} />` : found.busy ? html`<${Waiting} lines=${6} />` : html`<${Card}><${Empty} title=${w.noDelivery} />
        <//>`}<//>`;
  const again = () => api.post(`${path}/deliveries/${d.id}/redeliver`).then((fresh) => go(`${path}/${fresh.id}`), fail);
  const at = d.attempts[d.attempts.length - 1]?.started_at;
  const seconds = at ? String(Math.floor(Date.parse(at) / 1000)) : w.ofTheAttempt;
  return html`<${Page} title=${d.event_type} back=${back} sub=${instant(d.created_at)} badge=${html`<${Badge} value=${d.status}
    label=${plain(d.status)} />${d.failure && html`<span class="badge dim">${plain(d.failure)}</span>`}`}
    actions=${html`<${Button} onClick=${found.reload}>${w.refresh}<//><${Button} kind="primary" onClick=${again}>${w.redeliver}<//>`}>
    <${Trouble} error=${error} />
    <div class="split"><div><${Card} title=${w.attempts}>${
      d.attempts.length
        ? html`<ol class="attempts">${d.attempts.map(
            (a) => html`<li key=${a.number}>
        <header><strong>${w.attempt(a.number)}</strong><span
          class=${`badge ${a.response_status >= 200 && a.response_status < 300 ? 'good' : 'bad'}`}>${a.response_status || w.noAnswer}</span>
            <span class="hint">${instant(a.started_at)} · ${a.duration_ms} ms</span></header>
        ${a.error && html`<p class="fault">${a.error}</p>`}${a.response_body && html`<pre tabindex="0"
          aria-label=${w.answerBody}>${a.response_body}</pre>`}</li>`,
          )}</ol>`
        : html`<${Empty} title=${w.noAttempts} />`
    }<//>
      <${Card} title=${w.requestBody}><pre tabindex="0" aria-label=${w.requestBody}>${pretty(d.request_body)}</pre><//></div>
    <div><${Card} title=${w.details}><${Facts} items=${[
      [w.trigger, plain(d.trigger)],
      [w.eventId, html`<code>${d.event_id}</code>`],
      [w.nextAttempt, instant(d.next_attempt_at)],
      [w.completed, instant(d.completed_at)],
    ]} /><//>
      <${Card} title=${w.requestHeaders}><${Facts} items=${[
        ['Content-Type', 'application/json'],
        ['X-Service-Event', d.event_type],
        ['X-Service-Timestamp', seconds],
        ['X-Service-Signature', w.hiddenSignature],
        ['webhook-id', html`<code>${d.event_id}</code>`],
        ['webhook-timestamp', seconds],
        ['webhook-signature', w.hiddenSignature],
      ]} /><//></div></div>
  <//>`;
}

/** @param {string} text */
function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
