// Webhooks, their deliveries and replays, and the event feed as it happens.
import { html, useEffect, useState } from '../vendor/htm-preact.js';
import { Feed } from '../client/feed.js';
import { ago, api, go, hint, instant, nameOf, number, options, plain, precise, randomKey, send, state, strong } from '../core/data.js';
import { useList, useLoad, usePlace, useRested, useWork, watched } from '../core/data.js';
import { Badge, Button, Card, Confirm, Dialog, Empty, Facts, ListPage, ListTable, Page, Pending, Secret, Trouble } from '../core/ui.js';
import { Editor, locationsField, locationsOf, Narrow, Part, Pick, Select, useChanges } from '../core/form.js';
import { words as w } from '../words.js';

const webhookFields = (types) => [
  { key: 'url', type: 'url', label: w.url, required: true },
  {
    key: 'event_types',
    type: 'lines',
    label: w.eventTypes,
    required: true,
    placeholder: w.addEventType,
    help_text: w.eventTypesHelp(types.slice(0, 3).map((t) => t.name).join(', ')),
  },
  locationsField(),
  { key: 'description', type: 'text', label: w.description },
  { key: 'active', type: 'check', label: w.activeSay },
];

function Health({ active, health: { consecutive_failures: failures, last_success_at } }) {
  if (!active) return html`<${Badge} value="inactive" label=${w.paused} />`;
  if (failures > 0) return html`<${Badge} value="failed" label=${w.failing(failures)} />`;
  return last_success_at ? html`<${Badge} value="active" label=${w.healthy} />` : html`<${Badge} value="" label=${w.nothingSent} />`;
}

export function Webhooks() {
  const list = useList('/webhooks', { limit: 200 });
  const types = useLoad(() => api.get('/eventTypes'), []);
  const [made, show] = useState(null);
  const fields = webhookFields(types.data?.data || []);
  const changes = useChanges({
    path: '/webhooks',
    form: () => ({ fields, start: { active: true, event_types: ['*'] } }),
    say: w.aWebhook,
    changed: show,
  });
  return html`<${ListPage} title=${w.webhooks} sub=${w.webhooksSub} actions=${changes.add('primary')} list=${list} empty=${w.hooks.none}
    hint=${w.hooks.hint} to=${(h) => '/webhooks/' + h.id} columns=${[
      { label: w.url, cell: (h) => html`${strong(h.url)}${h.description && html`<br />${hint(h.description)}`}` },
      { label: w.eventTypes, cell: (h) => h.event_types.slice(0, 3).join(', ') + (h.event_types.length > 3 ? ' …' : '') },
      { label: w.health, cell: Health },
      { label: w.lastSuccess, cell: (h) => ago(h.health.last_success_at), class: 'nowrap' },
    ]}>${changes.dialogs}
    ${made && html`<${Secret} title=${w.secretTitle} text=${w.secretText} secret=${made.secret}
      close=${() => go('/webhooks/' + made.id)} />`}<//>`;
}

export function Webhook({ webhook }) {
  const path = '/webhooks/' + webhook;
  const record = useLoad(() => api.get(path), [webhook]);
  const [doing, start] = useState('');
  const [secret, show] = useState('');
  const [sent, tell] = useState(0);
  const { error, run } = useWork();
  const h = record.data;
  const back = { to: '/webhooks', label: w.webhooks };
  if (!h) return html`<${Pending} of=${record} title=${w.webhook} back=${back} />`;
  const test = () => run(() => api.post(path + '/test').then(() => tell(sent + 1)));
  const rotate = async () => {
    const answer = await api.patch(path, { rotate_secret: true }, h.version);
    record.amend({ data: { ...answer, secret: '' } });
    show(answer.secret);
  };
  const act = (name, label, kind) => html`<${Button} kind=${kind} onClick=${() => start(name)}>${label}<//>`;
  const close = () => start('');
  return html`<${Page} title=${h.description || w.webhook} sub=${h.url} badge=${Health(h)} back=${back}
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
      <${Card} title=${w.subscription} actions=${act('delete', w.remove, 'danger')}><${Facts} items=${[
        [w.eventTypes, h.event_types.join(', ')],
        [w.locations, locationsOf(h)],
        [w.created, instant(h.created_at)],
      ]} /><//></div>
    <${Deliveries} path=${path} turn=${sent} />
    ${doing === 'edit' && html`<${Editor} title=${w.editWebhook} name=${'webhook ' + webhook} fields=${webhookFields([])} record=${h}
      path=${path} close=${close} saved=${record.reload} />`}
    ${doing === 'rotate' && html`<${Confirm} kind="primary" title=${w.rotate} text=${w.rotateText} action=${w.rotate} act=${rotate}
      close=${close} />`}
    ${doing === 'delete' && html`<${Confirm} title=${w.removeWebhook} text=${h.url} action=${w.remove}
      act=${() => api.remove(path, h.version).then(() => go('/webhooks'))} close=${close} />`}
    ${doing === 'replay' && html`<${Replay} path=${path} close=${close} />`}
    ${secret && html`<${Secret} title=${w.secretTitle} text=${w.rotatedText} secret=${secret} close=${() => show('')} />`}
  <//>`;
}

/** After each test the list is read anew, twice. */
function Deliveries({ path, turn }) {
  const { query } = usePlace();
  const hours = Number(query.get('hours'));
  // To the full hour, so that the list stays the same while it is looked at.
  const from = hours ? new Date((Math.floor(Date.now() / 3600_000) - hours) * 3600_000).toISOString() : undefined;
  const list = useList(path + '/deliveries', { status: query.get('status'), eventType: query.get('q'), from });
  useEffect(() => {
    if (!turn) return;
    list.reload();
    setTimeout(list.reload, 1500);
  }, [turn]);
  const spans = ['1', '24', '168'].map((value) => ({ value, label: w.lastHours[value] }));
  return html`<${Card} title=${w.deliveries} actions=${html`<${Button} onClick=${list.reload}>${w.refresh}<//>`}>
    <div class="filters"><${Pick} name="status" label=${w.status} options=${options('pending retrying delivered failed')} />
      <${Narrow} label=${w.eventType} /><${Pick} name="hours" label=${w.time} options=${spans} /></div>
    <${ListTable} list=${list} label=${w.deliveries} empty=${w.noDeliveries} to=${(d) => `${path}/${d.id}`} columns=${[
      { label: w.eventType, cell: (d) => strong(d.event_type) },
      { label: w.status, cell: (d) => html`<${Badge} value=${d.status} /> ${hint(plain(d.failure))}` },
      { label: w.trigger, cell: (d) => plain(d.trigger) },
      { label: w.attempts, cell: (d) => d.attempt_count, class: 'right' },
      { label: w.created, cell: (d) => instant(d.created_at), class: 'nowrap' },
    ]} /><//>`;
}

const local = (when) => new Date(when - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

/** Sends past events again: counted first, then followed until it is done. */
function Replay({ path, close }) {
  const [asked, ask] = useState({ from: local(Date.now() - 86_400_000), to: local(Date.now() + 60_000), only: 'failed' });
  const [counted, count] = useState(null);
  const [run, started] = useState(null);
  const { busy, error, run: work } = useWork();
  const [once] = useState(randomKey());
  useEffect(() => {
    if (run?.status !== 'running') return;
    const timer = setTimeout(() => work(() => api.get(`${path}/replays/${run.id}`).then(started)), 1000);
    return () => clearTimeout(timer);
  }, [run]);
  const post = (dry_run) => {
    const [from, to] = [asked.from, asked.to].map((at) => new Date(at).toISOString());
    const body = { from, to, only: asked.only, dry_run };
    work(() => api.post(path + '/replay', body, dry_run ? undefined : once).then(dry_run ? count : started));
  };
  const stop = () => work(() => api.remove(`${path}/replays/${run.id}`).then(() => started({ ...run, status: 'stopped' })));
  const set = (name) => (value) => {
    ask({ ...asked, [name]: value });
    count(null);
  };
  const time = (name, label) => html`<${Part} label=${label}><input type="datetime-local" value=${asked[name]}
    onInput=${(e) => set(name)(e.target.value)} /><//>`;
  const kinds = [{ value: 'failed', label: w.onlyFailed }, { value: 'all', label: w.allEvents }];
  return html`<${Dialog} title=${w.replay} close=${close}>
    ${run
      ? html`<p role="status">${w.replayState(plain(run.status).toLowerCase(), number(run.queued), number(run.matched))}</p>`
      : html`<p>${w.replayText}</p>
    <div class="filters">${time('from', w.from)}${time('to', w.to)}
      <${Part} label=${w.which}><${Select} blank="" value=${asked.only} options=${kinds} set=${set('only')} /><//></div>
    ${counted && html`<p class="notice" role="status">${w.replayCounted(number(counted.matched))}</p>`}`}
    <${Trouble} error=${error} />
    <footer class="form-foot">${!run && html`<${Button} kind=${counted ? '' : 'primary'} busy=${busy}
        onClick=${() => post(true)}>${w.dryRun}<//>
      <${Button} kind=${counted ? 'primary' : ''} disabled=${!counted?.matched} busy=${busy}
        onClick=${() => post(false)}>${w.replayNow}<//>`}
      ${run?.status === 'running' && html`<${Button} kind="danger" onClick=${stop}>${w.stop}<//>`}
      <${Button} onClick=${close}>${w.close}<//></footer><//>`;
}

/** There is no address for one delivery: it is looked for, newest first. */
async function find(path, id, signal) {
  let seen = 0;
  for await (const d of api.each(path + '/deliveries', {}, signal)) {
    if (d.id === id) return d;
    if (++seen === 5000) break;
  }
  return null;
}

export function Delivery({ webhook, delivery }) {
  const path = '/webhooks/' + webhook;
  const found = useLoad((signal) => find(path, delivery, signal), [delivery]);
  const { error, run } = useWork();
  const d = found.data;
  const back = { to: path, label: w.webhook };
  if (!d) return html`<${Pending} of=${found} title=${w.delivery} back=${back} empty=${w.noDelivery} />`;
  const again = () => run(() => api.post(`${path}/deliveries/${d.id}/redeliver`).then((fresh) => go(`${path}/${fresh.id}`)));
  const at = d.attempts.at(-1)?.started_at;
  const seconds = at ? String(Math.floor(Date.parse(at) / 1000)) : w.ofTheAttempt;
  const event = html`<code>${d.event_id}</code>`;
  const attempt = (a) => html`<li key=${a.number}><header><strong>${w.attempt(a.number)}</strong><span
    class=${`badge ${a.response_status >= 200 && a.response_status < 300 ? 'good' : 'bad'}`}>${a.response_status || w.noAnswer}</span>
      <span class="hint">${instant(a.started_at)} · ${a.duration_ms} ms</span></header>
    ${a.error && html`<p class="fault">${a.error}</p>`}
    ${a.response_body && html`<pre tabindex="0" aria-label=${w.answerBody}>${a.response_body}</pre>`}</li>`;
  return html`<${Page} title=${d.event_type} back=${back} sub=${instant(d.created_at)}
    badge=${html`<${Badge} value=${d.status} />${d.failure && html`<span class="badge dim">${plain(d.failure)}</span>`}`}
    actions=${html`<${Button} onClick=${found.reload}>${w.refresh}<//><${Button} kind="primary" onClick=${again}>${w.redeliver}<//>`}>
    <${Trouble} error=${error} />
    <div class="split"><div><${Card} title=${w.attempts}>${d.attempts.length
      ? html`<ol class="attempts">${d.attempts.map(attempt)}</ol>`
      : html`<${Empty} title=${w.noAttempts} />`}<//>
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

const most = 200;

async function follow(feed, each) {
  for await (const event of feed) each(event);
}

export function Events() {
  const [types, type] = useState('');
  const rested = useRested(types.trim(), 400);
  const [events, put] = useState([]);
  const [running, run] = useState(true);
  const [error, fail] = useState(null);
  useEffect(() => {
    if (!running) return;
    fail(null);
    const abort = new AbortController();
    const each = (e) => put((list) => [e, ...list].slice(0, most));
    const what = { accountId: state.account?.id, after: 'now', types: rested || undefined, stream: true };
    watched(follow(new Feed(send, what, abort), each)).catch((e) => abort.signal.aborted || fail(e));
    return () => abort.abort();
  }, [rested, running]);
  const live = running && !error;
  const titleOf = (o) => o.name || o.title || o.number || o.label || (o.first_name !== undefined ? nameOf(o) : '');
  return html`<${Page} title=${w.events} sub=${w.eventsSub}
    badge=${html`<span class=${`badge ${live ? 'good' : 'dim'}`} role="status">${live ? w.live : w.paused}</span>`}
    actions=${html`<${Button} onClick=${() => put([])}>${w.clear}<//><${Button} kind="primary"
      onClick=${() => run(!running)}>${running ? w.pause : w.resume}<//>`}>
    <${Card}><div class="filters"><${Part} class="grow" label=${w.onlyTypes}><input value=${types} placeholder="pet.*"
      onInput=${(e) => type(e.target.value)} /><//></div>
      <${Trouble} error=${error} />
      ${!events.length && !error && html`<${Empty} title=${w.waitingForEvents}>${w.waitingHint}<//>`}
      <ol class="tail" aria-label=${w.events} tabindex="0">${events.map(
        (e) => html`<li key=${e.id}><details><summary><time>${precise(e.created_at)}</time><code>${e.type}</code><span
          dir="auto">${titleOf(e.data.object)}</span><span class="hint" dir="auto">${e.actor.name || e.actor.type}</span></summary>
          <pre tabindex="0">${JSON.stringify(e, null, 2)}</pre></details></li>`,
      )}</ol><//><//>`;
}
