import { html } from '../vendor/htm-preact.js';
import { api, go, ifStill, instant, plain, useLoad, useWork } from '../core/data.js';
import { badge, Button, Card, Empty, Facts, mark, Page, Pending, Trouble } from '../core/ui.js';
import { words as w } from '../words.js';

/** Deliveries have no address; ids begin with the time. */
async function find(path, id, signal) {
  const to = new Date((parseInt(id.replace('-', ''), 16) || 0) + 1000).toISOString();
  for await (const d of api.each(path + '/deliveries', { to }, signal)) if (d.id <= id) return d.id === id ? d : null;
  return null;
}

export function Delivery({ webhook, delivery }) {
  const path = '/webhooks/' + webhook;
  const found = useLoad((signal) => find(path, delivery, signal), [delivery]);
  const { busy, error, run } = useWork();
  const d = found.data;
  const back = { to: path, label: w.webhook };
  if (!d) return html`<${Pending} of=${found} title=${w.delivery} back=${back} empty=${w.noDelivery} />`;
  const again = () => run(() => api.post(`${path}/deliveries/${d.id}/redeliver`).then(ifStill((fresh) => go(`${path}/${fresh.id}`))));
  const at = d.attempts.at(-1)?.started_at;
  const seconds = at ? String(Math.floor(Date.parse(at) / 1000)) : w.ofTheAttempt;
  const event = html`<code>${d.event_id}</code>`;
  const attempt = (a) => html`<li key=${a.number}><header><strong>${w.attempt(a.number)}</strong>${
    mark(!a.error && Math.floor(a.response_status / 100) === 2 ? 'good' : 'bad', a.response_status || w.noAnswer)}
      <span class="hint">${instant(a.started_at)} · ${a.duration_ms} ms</span></header>
    ${a.error && html`<p class="fault">${a.error}</p>`}
    ${a.response_body && html`<pre tabindex="0" aria-label=${w.bodyOfTheAnswer}>${a.response_body}</pre>`}</li>`;
  return html`<${Page} title=${d.event_type} back=${back} sub=${instant(d.created_at)}
    badge=${html`${badge(d.status)}${d.failure && mark('dim', plain(d.failure))}`}
    actions=${html`<${Button} onClick=${found.reload}>${w.refresh}<//>
      <${Button} kind="primary" busy=${busy} onClick=${again}>${w.deliverAgain}<//>`}>
    <${Trouble} error=${error} />
    <div class="split"><div><${Card} title=${w.attempts}>${d.attempts.length
      ? html`<ol class="attempts">${d.attempts.map(attempt)}</ol>`
      : html`<${Empty} title=${w.notTriedYet} />`}<//>
      <${Card} title=${w.requestBody}><pre tabindex="0" aria-label=${w.requestBody}>${pretty(d.request_body)}</pre><//></div>
    <div><${Card} title=${w.details}><${Facts} items=${[
      [w.trigger, plain(d.trigger)],
      [w.event, event],
      [w.nextAttempt, instant(d.next_attempt_at)],
      [w.completed, instant(d.completed_at)],
    ]} /><//>
      <${Card} title=${w.requestHeaders}><${Facts} items=${[
        ['Content-Type', 'application/json'],
        ['X-Service-Event', d.event_type],
        ['X-Service-Timestamp', seconds],
        ['X-Service-Signature', w.hiddenSignature],
        ['webhook-id', event],
        ['webhook-timestamp', seconds],
        ['webhook-signature', w.hiddenSignature],
      ]} /><//></div></div><//>`;
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
