import { html, useEffect, useRef, useState } from '../vendor/htm-preact.js';
import { Feed } from '../client/feed.js';
import { ago, api, at, can, dotted, endOf, forgetLists, go, hint, ifStill, instant, nameOf, number, options, plain, precise, route, send,
  short, state, strong, swatch, useList, useLoad, usePlace, useWork, watched } from '../core/data.js';
import { badge, Button, Card, column, Confirm, Dialog, Empty, Facts, ListPage, ListTable, Loaded, mark, named, Page, Pending, Secret,
  Select, Table, Tabs, Trouble } from '../core/ui.js';
import { Editor, field, locationsField, locationsOf, Narrow, Part, Pick, Typed, useChanges, useOnce } from '../core/form.js';
import { words as w } from '../words.js';

const nameField = field('name', 'text', w.name, { required: true });

function Managed({ title, say, path, query, form, columns, filters }) {
  const list = useList(at(path), query);
  const changed = () => {
    forgetLists();
    return list.reload();
  };
  const changes = useChanges({ path: at(path), form, say, changed, may: can('config:write') });
  return html`<${ListPage} title=${title} sub=${say.sub} actions=${changes.add('primary')} filters=${filters} list=${list} none=${say.none}
    columns=${[...columns, changes.column]}>${changes.dialogs}<//>`;
}

function Breeds() {
  const { query } = usePlace();
  const form = useLoad(() => short('/petFields'), []);
  const species = form.data?.find((f) => f.key === 'species')?.options || [];
  return html`<${Managed} title=${w.breeds} say=${w.aBreed} path="/breeds"
    query=${{ search: query.get('q'), species: query.get('species') }}
    form=${() => ({ fields: [nameField, field('species', 'select', w.species, { required: true, options: species })] })}
    filters=${html`<${Narrow} label=${w.name} /><${Pick} name="species" label=${w.species} options=${species} />`}
    columns=${[
      named(),
      column(w.species, (b) => plain(b.species)),
      column(w.source, ({ source }) => (source === 'custom' ? mark('info', w.own) : mark('dim', w.masterList))),
    ]} />`;
}

const Statuses = () => html`<${Managed} title=${w.petStatuses} say=${w.aStatus} path="/secondaryPetStatuses" query=${{ limit: 200 }}
  form=${() => ({ fields: [nameField] })} columns=${[named()]} />`;

const colourFields = (old) => [
  nameField,
  field('colour', 'colour', w.colour, { required: true }),
  field('number', 'number', w.number, old ? { required: true } : { help_text: w.numberHelp }),
  field('description', 'textarea', w.description),
];

function Colours() {
  const kinds = options('pet customer');
  const kind = field('type', 'select', w.appliesTo, { required: true, options: kinds });
  return html`<${Managed} title=${w.colourCodes} say=${w.aColour} path="/colourCodes"
    query=${{ type: usePlace().query.get('type'), limit: 200 }}
    form=${(old) => ({ fields: [...(old ? [] : [kind]), ...colourFields(old)], start: { type: 'pet', colour: '#2e7d32' } })}
    filters=${html`<${Pick} name="type" label=${w.appliesTo} options=${kinds} />`} columns=${[
      named((c) => strong(swatch(c))),
      column(w.number, (c) => c.number, 'right'),
      column(w.appliesTo, (c) => plain(c.type)),
      column(w.colour, (c) => html`<code>${c.colour}</code>`),
      column(w.description, (c) => c.description),
    ]} />`;
}

const abilities =
  'accounts:read accounts:write customers:read customers:write notes:read notes:write config:read config:write health:read health:write ' +
  'catalog:read orders:read webhooks:manage events:read keys:manage act:staff';

/** Event types name the abilities of modules. */
function grantable(types) {
  const own = state.key?.abilities || [];
  return own.includes('*') ? ['*', ...new Set([...abilities.split(' '), ...types.map((t) => t.ability)])] : own;
}

const endOfDay = (body) => ({ ...body, expires_at: body.expires_at && endOf(body.expires_at) });

function Keys() {
  const list = useList('/apiKeys');
  const types = useLoad(() => api.get('/eventTypes'), []);
  const [made, show] = useState(null);
  const nameOfAbility = (a) => (a === '*' ? w.everything : a);
  const granted = grantable(types.data?.data || []).map((a) => ({ value: a, label: nameOfAbility(a) }));
  const fields = [
    { ...nameField, help_text: w.keyNameHelp },
    field('abilities', 'multi_select', w.abilities, { required: true, options: granted }),
    locationsField({ required: true }),
    field('expires_at', 'date', w.expiresOn, state.key?.expires_at ? { required: true } : { help_text: w.noExpiry }),
  ];
  const changes = useChanges({
    path: '/apiKeys',
    editable: false,
    form: () => ({ fields, prepare: endOfDay }),
    say: { ...w.aKey, ask: (name, k) => (k.id === state.key?.id ? w.revokeOwn : w.aKey.ask(name)) },
    may: can('keys:manage'),
    changed: (key) => {
      list.reload();
      show(key);
    },
  });
  return html`<${ListPage} title=${w.keys} sub=${w.aKey.sub} actions=${changes.add('primary')} list=${list} none=${w.aKey.none} columns=${[
    named((k) => html`${strong(k.name)}${k.id === state.key?.id && html` ${mark('info', w.thisKey)}`}<br /><code
      class="hint">${k.prefix}…</code>`),
    column(w.abilities, (k) => k.abilities.map(nameOfAbility).join(', ')),
    column(w.locations, locationsOf),
    column(w.lastUsed, (k) => html`<span title=${instant(k.last_used_at)}>${ago(k.last_used_at)}</span>`, 'nowrap'),
    column(w.expiresOn, (k) => instant(k.expires_at) || w.never, 'nowrap'),
    column(w.madeBy, (k) => k.created_by?.name),
    changes.column,
  ]}>${changes.dialogs}
    ${made && html`<${Secret} title=${w.theNewKey} secret=${made.key} close=${() => show(null)} />`}<//>`;
}

const types = options('text textarea number date boolean select multi_select email phone url');
const properties = [
  field('label', 'text', w.label, { required: true }),
  field('help_text', 'textarea', w.helpText),
  field('section', 'text', w.section),
  field('required', 'check', w.required),
  field('visible', 'check', w.shownInForms),
  field('visible_to_customer', 'check', w.customersSeeIt),
  field('editable_by_customer', 'check', w.customersMayChangeIt),
];
const typeField = field('type', 'select', w.type, { required: true, options: types });
const optionsField = field('options', 'lines', w.options, { help_text: w.optionsHelp, read: (list) => list?.map((o) => o.label) });

function Fields({ form = 'pet' }) {
  const path = at(`/${form}Fields`);
  const found = useLoad((signal) => api.all(path, {}, signal), [path]);
  const changed = () => {
    forgetLists();
    return found.reload();
  };
  const changes = useChanges({
    path,
    own: (f) => `${path}/custom/${f.id}`,
    form: (old) => formOf(path, old),
    name: (f) => f.label,
    removable: (f) => f.kind === 'custom',
    say: w.aField,
    may: can('config:write'),
    changed,
  });
  const draw = (fields) => {
    const custom = fields.filter((f) => f.kind === 'custom');
    return html`<${Card} title=${w.customFields}>${custom.length
      ? html`<${Ordered} key=${form + custom.map((f) => f.id + f.version).join()} path=${path} fields=${custom}
          buttons=${changes.buttons} changed=${changed} />`
      : html`<${Empty} title=${w.noCustomFields} />`}<//>
    <${Card} title=${w.standardFields}><${Table} label=${w.standardFields} rows=${fields.filter((f) => f.kind === 'standard')} columns=${[
      column(w.label, (f) => strong(f.label)),
      column(w.type, (f) => plain(f.type)),
      column(w.section, (f) => f.section),
      column(w.rules, rules),
      changes.column,
    ]} /><//>`;
  };
  const forms = [['pet', w.petForm], ['customer', w.customerForm]];
  return html`<${Page} title=${w.formFields} sub=${w.fieldsSub} actions=${changes.add('primary')}>
    <${Tabs} label=${w.formFields} tabs=${forms.map(([f, label]) => ({ to: '/fields/' + f, label, current: f === form }))} />
    <${Loaded} of=${found}>${draw}<//>${changes.dialogs}<//>`;
}

const rules = (f) => html`<span class="chips">${f.required && mark('warn', w.required)}
  ${!f.visible && mark('dim', w.hidden)}
  ${f.visible_to_customer && mark('info', f.editable_by_customer ? w.customerEditsIt : w.customerSeesIt)}</span>`;

function Ordered({ path, fields, buttons, changed }) {
  const write = can('config:write');
  const [order, put] = useState(fields);
  const [dragged, drag] = useState(-1);
  const [said, say] = useState('');
  const { error, run } = useWork();
  const kept = useRef({ order: fields, moved: Promise.resolve() }).current;
  const move = (from, to) => {
    if (to < 0 || to >= order.length || from === to) return;
    const list = order.toSpliced(from, 1).toSpliced(to, 0, order[from]);
    say(w.movedTo(order[from].label, to + 1, list.length));
    put(list);
    const save = () => api.patch(path + '/custom/reorder', { ids: list.map((f) => f.id) });
    const done = () => {
      kept.order = list;
      forgetLists();
    };
    const undo = (e) => {
      put(kept.order);
      throw e;
    };
    // In turn: the last one has to come last.
    run(() => (kept.moved = kept.moved.catch(() => {}).then(save).then(done, undo)));
  };
  const keys = (e, i) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[e.key];
    if (!step) return;
    e.preventDefault();
    move(i, i + step);
    const { id } = order[i];
    setTimeout(() => document.getElementById('move-' + id)?.focus());
  };
  const drop = (e, i) => {
    e.preventDefault();
    if (dragged >= 0) move(dragged, i);
    drag(-1);
  };
  const start = (e, i) => {
    drag(i);
    e.dataTransfer.setData('text/plain', order[i].id);
  };
  return html`<${Trouble} error=${error} retry=${changed} /><p class="unseen" role="status">${said}</p>
    ${write && html`<p class="hint">${w.reorderHint}</p>`}
    <ul class="ordered">${order.map(
      (f, i) => html`<li key=${f.id} draggable=${String(write)} class=${dragged === i ? 'dragged' : ''} onDragStart=${(e) => start(e, i)}
        onDragEnd=${() => drag(-1)} onDragOver=${(e) => e.preventDefault()} onDrop=${(e) => drop(e, i)}>
      ${write && html`<button type="button" class="handle" id=${'move-' + f.id} aria-label=${w.moveField(f.label, i + 1, order.length)}
        onKeyDown=${(e) => keys(e, i)}>⠿</button>`}
      <span class="strong" dir="auto">${f.label}</span>${hint(dotted([plain(f.type), f.section]))}${rules(f)}<span
        class="grow"></span>${buttons(f)}</li>`,
    )}</ul>`;
}

/** Known labels keep their values; a new one in the place of one that is gone is its correction. */
function optionsOf(labels, old = []) {
  const known = (label) => old.find((o) => o.label === label);
  const fresh = labels.filter((label) => !known(label));
  const gone = old.filter((o) => !labels.includes(o.label));
  const value = !fresh[1] && !gone[1] && gone[0]?.value;
  return labels.map((label) => known(label) || { label, value: value || label });
}

function formOf(path, old) {
  const standard = old?.kind === 'standard';
  const [label, ...rest] = properties.filter((p) => !old?.locked?.includes(p.key));
  const chosen = !old || (!standard && ['select', 'multi_select'].includes(old.type));
  return {
    fields: [label, ...(old ? [] : [typeField]), ...rest, ...(chosen ? [optionsField] : [])],
    start: { type: 'text', visible: true, required: false, visible_to_customer: false, editable_by_customer: false },
    prepare(body) {
      if (standard) return { fields: [{ key: old.key, ...body }] };
      return body.options ? { ...body, options: optionsOf(body.options, old?.options) } : body;
    },
    ...(standard ? { path: path + '/standard', load: path, unversioned: true } : !old && { path: path + '/custom' }),
  };
}

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

/** Deliveries have no address; ids begin with the time. */
async function find(path, id, signal) {
  const to = new Date((parseInt(id.replace('-', ''), 16) || 0) + 1000).toISOString();
  for await (const d of api.each(path + '/deliveries', { to }, signal)) if (d.id <= id) return d.id === id ? d : null;
  return null;
}

function Delivery({ webhook, delivery }) {
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

async function follow(feed, put) {
  for await (const event of feed) put((list) => [event, ...list].slice(0, 200));
}

function Events() {
  const [types, type] = useState('');
  const wanted = types.split(/[\s,]+/).filter(Boolean).join();
  const [events, put] = useState([]);
  const [running, run] = useState(1); // another number begins anew, 0 pauses
  const [error, fail] = useState(null);
  const after = useRef(/** @type {any} */ ('now'));
  useEffect(() => {
    if (!running) return;
    fail(null);
    const abort = new AbortController();
    const what = { accountId: state.account?.id, after: after.current, types: wanted || undefined, stream: true };
    const feed = new Feed(send, what, { signal: abort.signal });
    watched(follow(feed, put)).catch((e) => abort.signal.aborted || fail(e));
    return () => {
      abort.abort();
      after.current = feed.cursor;
    };
  }, [wanted, running]);
  useEffect(() => () => (after.current = 'now'), [wanted]); // a cursor is for its types
  const following = running && !error;
  const live = following && !state.away;
  const titleOf = (o) => o.name || o.title || o.number || o.label || (o.first_name !== undefined ? nameOf(o) : '');
  return html`<${Page} title=${w.liveEvents} sub=${w.eventsSub}
    badge=${html`<span class=${`badge ${live ? 'good' : 'dim'}`} role="status">${live ? w.live : w.paused}</span>`}
    actions=${html`<${Button} onClick=${() => put([])}>${w.clear}<//><${Button} kind="primary"
      onClick=${() => run(following ? 0 : running + 1)}>${following ? w.pause : w.goOn}<//>`}>
    <${Card}><div class="filters"><${Part} grow="grow" label=${w.onlyTheseTypes}><${Typed} value=${types}
      set=${type} placeholder="pet.*" /><//></div>
      <${Trouble} error=${error} />
      ${!events.length && !error && html`<${Empty} title=${w.waitingForEvents} />`}
      <ol class="tail" aria-label=${w.liveEvents} tabindex="0">${events.map(
        (e) => html`<li key=${e.id}><details><summary><time>${precise(e.created_at)}</time><code>${e.type}</code><span
          dir="auto">${titleOf(e.data.object)}</span><span class="hint" dir="auto">${e.actor.name || e.actor.type}</span></summary>
          <pre tabindex="0">${JSON.stringify(e, null, 2)}</pre></details></li>`,
      )}</ol><//><//>`;
}

route('/breeds', Breeds);
route('/statuses', Statuses);
route('/colours', Colours);
route('/fields', Fields);
route('/fields/:form', Fields);
route('/keys', Keys);
route('/webhooks', Webhooks);
route('/webhooks/:webhook', Webhook);
route('/webhooks/:webhook/:delivery', Delivery);
route('/events', Events);
