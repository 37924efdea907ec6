// One webhook: its health, its deliveries, and what an operator does about them.
import { html, useEffect, useState } from '../vendor/htm-preact.js';
import { api } from '../core/api.js';
import { useList, useLoad } from '../core/hooks.js';
import { go, usePlace } from '../core/router.js';
import { state } from '../core/store.js';
import { Badge, Button, Card, Confirm, Facts, ListTable, Page, Trouble, Waiting } from '../core/ui.js';
import { ago, instant, plain } from '../core/format.js';
import { Editor } from '../parts/editor.js';
import { Secret } from '../parts/secret.js';
import { Replay } from '../parts/replay.js';
import { healthOf, webhookFields } from './webhooks.js';
import { Narrow, Pick } from '../parts/filters.js';
import { words as w } from '../words.js';

const statuses = ['pending', 'retrying', 'delivered', 'failed'].map((value) => ({ value, label: plain(value) }));

/** @param {{webhook: string}} props */
export function Webhook({ webhook }) {
  const path = '/webhooks/' + webhook;
  const record = useLoad(() => api.get(path), [webhook]);
  const [doing, start] = useState('');
  const [secret, show] = useState('');
  const [sent, tell] = useState(0);
  const [error, fail] = useState(null);
  const h = record.data;
  if (!h)
    return html`<${Page} title=${w.webhook} back=${{ to: '/webhooks', label: w.webhooks }}>${record.error ? html`<${Trouble}
      error=${record.error} retry=${record.reload} />` : html`<${Waiting} lines=${6} />`}<//>`;
  const test = () =>
    api.post(path + '/test').then(() => {
      fail(null);
      tell(sent + 1);
    }, fail);
  const rotate = async () => {
    const answer = await api.patch(path, { rotate_secret: true }, h.version);
    record.set({ ...answer, secret: undefined });
    show(answer.secret);
  };
  const act = (/** @type {string} */ name, /** @type {string} */ label, kind = '') =>
    html`<${Button} kind=${kind} onClick=${() => start(name)}>${label}<//>`;
  const done = () => start('');
  return html`<${Page} title=${h.description || w.webhook} sub=${html`<span class="breakable">${h.url}</span>`}
    badge=${html`<${Badge} ...${healthOf(h)} />`} back=${{ to: '/webhooks', label: w.webhooks }}
    actions=${html`<${Button} onClick=${test}>${w.sendTest}<//>${act('replay', w.replay)}${act('rotate', w.rotate)}
      ${act('edit', w.edit, 'primary')}`}>
    <${Trouble} error=${error} />
    ${sent > 0 && html`<p class="notice" role="status">${w.testSent}</p>`}
    <div class="split even"><${Card} title=${w.health}><${Facts} items=${[
      [w.lastSuccess, ago(h.health.last_success_at)],
      [w.lastFailure, ago(h.health.last_failure_at)],
      [w.failuresInARow, String(h.health.consecutive_failures)],
      [w.secret, html`<code>…${h.secret_hint}</code>`],
    ]} /><//>
      <${Card} title=${w.subscription}><${Facts} items=${[
        [w.eventTypes, h.event_types.join(', ')],
        [
          w.locations,
          h.account_ids.map((/** @type {string} */ id) => state.accounts.find((a) => a.id === id)?.name || id).join(', ') || w.allLocations,
        ],
        [w.created, instant(h.created_at)],
      ]} />
        <div class="card-foot">${act('delete', w.remove, 'danger')}</div><//></div>
    <${Deliveries} path=${path} turn=${sent} />
    ${doing === 'edit' && html`<${Editor} title=${w.editWebhook} name=${'webhook ' + webhook} fields=${webhookFields([])}
      record=${h} path=${path} close=${done} saved=${record.reload} />`}
    ${doing === 'rotate' && html`<${Confirm} kind="primary" title=${w.rotate} text=${w.rotateText} action=${w.rotate}
      act=${rotate} close=${done} />`}
    ${doing === 'delete' && html`<${Confirm} title=${w.removeWebhook} text=${h.url} action=${w.remove}
      act=${() => api.remove(path, h.version).then(() => go('/webhooks'))} close=${done} />`}
    ${doing === 'replay' && html`<${Replay} path=${path} close=${done} />`}
    ${secret && html`<${Secret} title=${w.secretTitle} text=${w.rotatedText} secret=${secret} close=${() => show('')} />`}
  <//>`;
}

/** @param {{path: string, turn: number}} props */
function Deliveries({ path, turn }) {
  const { query } = usePlace();
  const since = query.get('since');
  const list = useList(path + '/deliveries', {
    status: query.get('status'),
    eventType: query.get('q'),
    from: since ? new Date(since).toISOString() : undefined,
  });
  useEffect(() => {
    if (turn) {
      list.reload();
      setTimeout(list.reload, 1500);
    }
  }, [turn]);
  return html`<${Card} title=${w.deliveries} actions=${html`<${Button} onClick=${list.reload}>${w.refresh}<//>`}>
    <div class="filters"><${Pick} name="status" label=${w.status} options=${statuses} /><${Narrow} name="q" label=${w.eventType} />
      <${Since} value=${since || ''} /></div>
    <${ListTable} list=${list} label=${w.deliveries} empty=${w.noDeliveries} to=${(d) => `${path}/${d.id}`} columns=${[
      { label: w.eventType, cell: (d) => html`<span class="strong">${d.event_type}</span>` },
      {
        label: w.status,
        cell: (d) =>
          html`<${Badge} value=${d.status} label=${plain(d.status)} />${d.failure && html` <span class="hint">${plain(d.failure)}</span>`}`,
      },
      { label: w.trigger, cell: (d) => plain(d.trigger) },
      { label: w.attempts, cell: (d) => d.attempt_count, class: 'right' },
      { label: w.created, cell: (d) => instant(d.created_at), class: 'nowrap' },
    ]} /><//>`;
}

/** @param {{value: string}} props */
function Since({ value }) {
  return html`<${Pick} name="since" label=${w.since0} options=${[1, 24, 168]
    .map((hours) => {
      const from = new Date(Math.floor(Date.now() / 3600_000) * 3600_000 - hours * 3600_000).toISOString();
      return { value: from, label: w.lastHours(hours) };
    })
    .map((o) => (value && Math.abs(Date.parse(o.value) - Date.parse(value)) < 3600_000 ? { ...o, value } : o))} />`;
}
