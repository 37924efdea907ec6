import { html, useEffect, useState } from '../vendor/htm-preact.js';
import {
  ago, api, can, go, hint, ifStill, instant, number, options, plain, route, strong, useList, useLoad, usePlace, useWork,
} from '../core/data.js';
import {
  badge, Button, Card, column, Confirm, Dialog, Facts, ListPage, ListTable, Page, Pending, Secret, Select, Trouble,
} from '../core/ui.js';
import { Editor, useChanges } from '../core/changes.js';
import { Part, Pick } from '../core/filters.js';
import { field, locationsField, locationsOf, useOnce } from '../core/form.js';
import { Delivery } from './delivery.js';
import { words as w } from '../words/webhooks.js';

const webhookFields = () => [
  field('url', 'url', w.url, { required: true }),
  field('event_types', 'lines', w.eventTypes, { required: true, help_text: w.eventTypesHelp }),
  locationsField({ help_text: w.emptyIsSome }),
  field('description', 'text', w.description),
  field('active', 'check', w.deliverEvents),
];

function Health({ active, health: { consecutive_failures: failures, last_success_at } }) {
  if (!active) return badge('inactive', w.paused);
  if (failures > 0) return badge('failed', w.failing(failures));
  return last_success_at ? badge('active', w.healthy) : badge('', w.nothingSent);
}

function Webhooks() {
  const list = useList('/webhooks', { limit: 200 });
  const [made, show] = useState(null);
  const changes = useChanges({
    path: '/webhooks',
    form: () => ({ fields: webhookFields(), start: { active: true } }),
    say: w.aWebhook,
    may: can('webhooks:manage'),
    changed: show,
  });
  return html`<${ListPage} title=${w.webhooks} sub=${w.hooks.hint} actions=${changes.add('primary')} list=${list} empty=${w.hooks.none}
    to=${(h) => '/webhooks/' + h.id} columns=${[
      column(w.url, (h) => html`${strong(h.url)}${h.description && html`<br />${hint(h.description)}`}`),
      column(w.eventTypes, (h) => h.event_types.slice(0, 3).join(', ') + (h.event_types.length > 3 ? ' …' : '')),
      column(w.health, Health),
      column(w.lastSuccess, (h) => ago(h.health.last_success_at), 'nowrap'),
    ]}>${changes.dialogs}
    ${made && html`<${Secret} title=${w.secretTitle} secret=${made.secret}
      close=${() => go('/webhooks/' + made.id)} />`}<//>`;
}

function Webhook({ webhook }) {
  const path = '/webhooks/' + webhook;
  const record = useLoad(() => api.get(path), [webhook]);
  const [doing, start] = useState('');
  const [secret, show] = useState('');
  const [sent, tell] = useState(0);
  const { busy, error, run } = useWork();
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
    actions=${html`<${Button} busy=${busy} onClick=${test}>${w.sendATest}<//>${act('replay', w.replay)}${act('rotate', w.rotateSecret)}
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
    ${doing === 'edit' && html`<${Editor} title=${w.editWebhook} name=${'webhook ' + webhook} fields=${webhookFields()} record=${h}
      path=${path} close=${close} saved=${record.reload} />`}
    ${doing === 'rotate' && html`<${Confirm} kind="primary" title=${w.rotateSecret} text=${w.rotateText} action=${w.rotateSecret}
      act=${rotate} close=${close} failed=${record.reload} />`}
    ${doing === 'delete' && html`<${Confirm} title=${w.removeWebhook} text=${h.url} action=${w.remove}
      act=${() => api.remove(path, h.version).then(ifStill(() => go('/webhooks')))} close=${close} failed=${record.reload} />`}
    ${doing === 'replay' && html`<${Replay} path=${path} close=${close} />`}
    ${secret && html`<${Secret} title=${w.secretTitle} secret=${secret} close=${() => show('')} />`}
  <//>`;
}

function Deliveries({ path, turn }) {
  const { query } = usePlace();
  const hours = Number(query.get('hours'));
  // To the hour: the list stays the same.
  const from = hours ? new Date((Math.floor(Date.now() / 3600_000) - hours) * 3600_000).toISOString() : undefined;
  const list = useList(path + '/deliveries', { status: query.get('status'), eventType: query.get('type'), from });
  const types = useLoad(() => api.get('/eventTypes'), []);
  useEffect(() => {
    if (!turn) return;
    list.reload();
    setTimeout(list.reload, 1500);
  }, [turn]);
  const spans = ['1', '24', '168'].map((value) => ({ value, label: w.lastHours[value] }));
  return html`<${Card} title=${w.deliveries} actions=${html`<${Button} onClick=${list.reload}>${w.refresh}<//>`}>
    <div class="filters"><${Pick} name="status" label=${w.status} options=${options('pending retrying delivered failed')} />
      <${Pick} name="type" label=${w.eventType} options=${(types.data?.data || []).map(({ name: value }) => ({ value, label: value }))} />
      <${Pick} name="hours" label=${w.time} options=${spans} /></div>
    <${ListTable} list=${list} label=${w.deliveries} empty=${w.noDeliveries} to=${(d) => `${path}/${d.id}`} columns=${[
      column(w.eventType, (d) => strong(d.event_type)),
      column(w.status, (d) => html`${badge(d.status)} ${hint(plain(d.failure))}`),
      column(w.trigger, (d) => plain(d.trigger)),
      column(w.attempts, (d) => d.attempt_count, 'right'),
      column(w.created, (d) => instant(d.created_at), 'nowrap'),
    ]} /><//>`;
}

function Replay({ path, close }) {
  const [asked, ask] = useState({ from: Date.now() - 86_400_000, to: Date.now() + 60_000, only: 'failed' });
  const [counts, count] = useState(null);
  const counted = counts?.asked === asked && counts; // not of other events
  const [run, started] = useState(null);
  const { busy, error, run: work } = useWork();
  const { post: start } = useOnce();
  useEffect(() => {
    if (run?.status !== 'running') return;
    const timer = setTimeout(() => work(() => api.get(`${path}/replays/${run.id}`).then(started)), 1000);
    return () => clearTimeout(timer);
  }, [run, error]); // again when it has failed
  const post = (dry_run) => {
    const [from, to] = [asked.from, asked.to].map((at) => at && new Date(at).toISOString());
    const body = { ...asked, from, to, dry_run };
    const tell = (answer) => count({ ...answer, asked });
    work(() => (dry_run ? api.post : start)(path + '/replay', body).then(dry_run ? tell : started));
  };
  const stop = () => work(() => api.remove(`${path}/replays/${run.id}`).then(() => started({ ...run, status: 'stopped' })));
  const set = (name) => (value) => ask({ ...asked, [name]: value });
  const local = (at) => at && new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
  const time = (name, label) => html`<${Part} label=${label}><input type="datetime-local" value=${local(asked[name])}
    onInput=${(e) => set(name)(e.target.value && Date.parse(e.target.value))} /><//>`;
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
        onClick=${() => post(true)}>${w.count}<//>
      <${Button} kind=${counted ? 'primary' : ''} disabled=${!counted?.matched} busy=${busy}
        onClick=${() => post(false)}>${w.replayNow}<//>`}
      ${run?.status === 'running' && html`<${Button} kind="danger" onClick=${stop}>${w.stop}<//>`}
      <${Button} onClick=${close}>${w.close}<//></footer><//>`;
}

route('/webhooks', Webhooks);
route('/webhooks/:webhook', Webhook);
route('/webhooks/:webhook/:delivery', Delivery);
