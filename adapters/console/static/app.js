import * as preact from './vendor/htm-preact.js';
import { ago, api, at, boardOf, can, clock, day, dayIn, dayOf, enter, find, go, href, instant, live, longEnough, match, money, number,
  ordersOn, petsIn, place, plain, plusDays, Problem, route, setTheme, shortDay, state, today, update, useEvent, useFresh, useList, useLoad,
  usePlace, useRested, useStore, useWork } from './core/data.js';
import { Brand, Invitation, invited, SignIn } from './core/signin.js';
import * as ui from './core/ui.js';
import { UndoLast } from './core/undo.js';
import { words as w } from './words.js';

const { html, render, useEffect, useErrorBoundary, useRef, useState } = preact;
const { Bars, Button, Card, Empty, Link, Loaded, Page, Select, Trouble, Waiting, mark } = ui;

const files = {
  team: 'team', me: 'team', activity: 'activity', catalog: 'catalog', customers: 'records', pets: 'records', search: 'records',
};
const setup = 'breeds statuses colours fields keys webhooks events'.split(' ');
const fileOf = (page) => files[page] || (setup.includes(page) ? 'setup' : 'desk');
route('/', Start);

function start() {
  update({ failed: null });
  enter().catch((failed) => failed.status === 401 || update({ failed }));
}

function openLocation() {
  const { code, path } = place();
  const { accounts } = state;
  const account = accounts.find((a) => a.code === (code || localStorage.getItem('petcare location'))) || accounts[0] || null;
  if (account !== state.account) update({ account });
  if (account) localStorage.setItem('petcare location', account.code);
  if (code !== account?.code && (account || !code)) location.replace(href(code ? '/' : path)); // else Back would come here again
}

function App() {
  const { phase, key, account, failed, undone } = useStore();
  const { code, path } = usePlace();
  useEffect(() => {
    if (phase === 'in' && !invited()) openLocation();
  }, [phase, key, code]);
  if (invited()) return html`<${Invitation} token=${invited()} />`;
  if (phase === 'starting')
    return html`<main class="boot"><${Loaded} of=${{ error: failed, busy: true, reload: start }} /></main>`;
  if (phase === 'out') return html`<${SignIn} />`;
  if (state.accounts.length && !account) return null;
  return html`<${Shell}><${Current} key=${account?.id + path + undone} path=${path} /><//>`;
}

function Current({ path }) {
  const [error, reset] = useErrorBoundary();
  useEvent('hashchange', reset);
  useEffect(() => {
    scrollTo(0, 0);
  }, []);
  const found = match(path);
  const file = useLoad(async () => found || import(`./pages/${fileOf(path.split('/')[1])}.js`), []);
  if (error) {
    console.error(error);
    return html`<${Trouble} error=${error} retry=${reset} />`;
  }
  if (found) return html`<div><${found.page} ...${found.named} /></div>`;
  // A newer server has other files.
  if (file.error) return html`<${Trouble} error=${file.error} text=${w.pageNotLoaded} retry=${() => location.reload()} />`;
  return file.busy ? html`<${Waiting} />` : html`<${Page} title=${w.noPage} />`;
}

function Start() {
  const { account } = state;
  const cards = [
    account && can('orders:read') && html`<${Arrivals} />`,
    account && can('health:read customers:read') && html`<${Expiries} />`,
    can('webhooks:manage') && html`<${Deliveries} />`,
  ].filter(Boolean);
  return html`<${Page} title=${w.welcome} sub=${account ? `${account.name} · ${shortDay(today())}` : ''}>
    ${account && can('orders:read') && html`<${Counts} />`}
    ${cards.length ? html`<div class="charts">${cards}</div>` : html`<${Card}><${Empty} title=${w.nothingHere}>${
      account ? w.nothingHereHint : w.needs('accounts:read')}<//><//>`}<//>`;
}

function Counts() {
  const day = today();
  const { data, error } = useFresh((signal) => ordersOn(day, { include: undefined }, signal), [day]);
  const board = data && boardOf(data, day);
  const tile = (label, orders) => html`<${Link} to="/today" class="tile"><span class="tile-value">${
    error ? '–' : orders ? number(petsIn(orders)) : html`<span class="bone"></span>`}</span><span class="tile-label">${label}</span><//>`;
  return html`<div class="tiles">${tile(w.arriving, board?.arriving)}${tile(w.inTheHouse, board?.staying)}
    ${tile(w.leaving, board?.leaving)}</div>`;
}

const daysFrom = (first, count, step = 1) => Array.from({ length: count }, (_, i) => plusDays(first, i * step));

const Chart = ({ title, load, days, names = days.map((d) => shortDay(d).replace(/,/g, '')), series }) => {
  const found = useLoad(load, [days[0]]);
  const draw = (data) => {
    const counted = series(data)?.map(({ count, ...s }) => ({ ...s, values: days.map(count) }));
    if (!counted) return html`<${Empty} title=${w.hooks.none}>${w.hooks.hint}<//>`;
    return html`<${Bars} label=${title} names=${names} series=${counted} />${data.more && html`<p
      class="hint">${w.notAllCounted}</p>`}`;
  };
  return html`<${Card} title=${title}><${Loaded} of=${found}>${draw}<//><//>`;
};

function Arrivals() {
  const days = daysFrom(today(), 14);
  const query = { startsFrom: days[0], startsTo: days[13], sort: 'starts_at', status: live };
  const load = (signal) => api.all(at('/orders'), query, signal, 8000);
  const on = (orders) => (d) => petsIn(orders.filter((o) => dayIn(o.starts_at) === d));
  return html`<${Chart} title=${w.arrivals} load=${load} days=${days}
    series=${(orders) => [{ label: w.pets, colour: '--accent', count: on(orders) }]} />`;
}

function Expiries() {
  const weeks = daysFrom(today(), 10, 7);
  const query = { current: true, petStatus: 'active', expiresFrom: weeks[0], expiresTo: plusDays(weeks[9], 6) };
  const inWeek = (all) => (d) => all.filter((v) => v.expires_on >= d && v.expires_on < plusDays(d, 7)).length;
  return html`<${Chart} title=${w.expiries} load=${(signal) => api.all(at('/vaccinations'), query, signal, 8000)} days=${weeks}
    names=${weeks.map((d) => shortDay(d).replace(/^[^ ]* /, ''))}
    series=${(all) => [{ label: w.vaccinations, colour: '--chart-warn', count: inWeek(all) }]} />`;
}

function Deliveries() {
  const load = async (signal) => {
    const from = new Date(Date.now() - 7 * 86_400_000).toISOString();
    const hooks = await api.all('/webhooks', {}, signal);
    const lists = await Promise.all(hooks.map((h) => api.all(`/webhooks/${h.id}/deliveries`, { from }, signal, hooks[10] ? 200 : 1000)));
    return { hooks, all: lists.flat(), more: lists.some((l) => l.more) };
  };
  const kinds = [
    [plain('delivered'), '--chart-good', 'delivered'],
    [w.underWay, '--chart-warn', 'pending retrying'],
    [plain('failed'), '--chart-bad', 'failed'],
  ];
  const of = (all, statuses) => (d) => all.filter((x) => dayIn(x.created_at) === d && statuses.includes(x.status)).length;
  return html`<${Chart} title=${w.outcomes} load=${load} days=${daysFrom(plusDays(today(), -6), 7)} series=${({ hooks, all }) =>
    hooks.length ? kinds.map(([label, colour, statuses]) => ({ label, colour, count: of(all, statuses) })) : null} />`;
}

const entry = (to, label, icon, ...needs) => ({ to, label, icon, needs });

/** @type {MenuEntry[]} */
const entries = [];
/** @type {[string, MenuEntry[]][]} */
const menu = [
  [w.frontDesk, [
    { to: '/', label: w.start, icon: 'M4 11l8-7 8 7v9h-5v-6H9v6H4z' },
    entry('/today', w.today, 'M5 5h14v15H5zM5 9h14M9 3v4M15 3v4', 'orders:read'),
    entry('/customers', w.customers, 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 20c1-4 4-5 8-5s7 1 8 5', 'customers:read'),
    entry('/pets', w.pets, 'M12 12c-3 0-5 3-5 5s2 3 5 3 5-1 5-3-2-5-5-5zM6 9v1M10 5v1M14 5v1M18 9v1', 'customers:read'),
    entry('/compliance', w.compliance, 'M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6zM9 12l2 2 4-4', 'health:read customers:read'),
  ]],
  [w.listsAndForms, [
    entry('/catalog', w.catalogue, 'M4 12l8-8h8v8l-8 8zM16 8h.01', 'catalog:read'),
    entry('/breeds', w.breeds, 'M5 6h14M5 12h14M5 18h9', 'config:read'),
    entry('/statuses', w.petStatuses, 'M5 5h9l5 7-5 7H5z', 'config:read'),
    entry('/colours', w.colourCodes, 'M12 4a8 8 0 1 0 0 16c2 0 1-2 2-3s6 0 6-5a8 8 0 0 0-8-8zM8 11h.01M12 8h.01M16 11h.01', 'config:read'),
    entry('/fields', w.formFields, 'M4 5h16v5H4zM4 14h16v5H4z', 'config:read'),
  ]],
  [w.operators, [
    entry('/activity', w.activity, 'M4 5v5h5M5 10a8 8 0 1 1-1 4M12 8v5l3 2', 'events:read'),
    entry('/webhooks', w.webhooks, 'M12 8a3 3 0 1 0-3-3l-4 8M5 13a3 3 0 1 0 3 3h8M16 16a3 3 0 1 0 0-3l-3-6', 'webhooks:manage'),
    entry('/events', w.liveEvents, 'M3 12h4l3-8 4 16 3-8h4', 'events:read'),
    entry('/team', w.team, 'M9 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM3 19c1-4 3-5 6-5s5 1 6 5M16 11a3 3 0 1 0-1-6M17 14c2 0 4 2 4 5', 'staff:manage'),
    entry('/keys', w.keys, 'M15 9a4 4 0 1 0-4 4l1 0 2 2h2v2h2v2h3v-3l-6.5-6z', 'keys:manage'),
  ]],
  [w.more, entries],
];

const Icon = ({ path }) => html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${path || 'M6 6h12v12H6z'} /></svg>`;

const toMain = () => document.getElementById('main')?.focus();

/** Closes when something else is clicked or gets the focus, too. */
function useMenu() {
  const [open, show] = useState(false);
  const box = useRef(null);
  const leave = ({ target }) => box.current.contains(target) || show(false);
  useEvent('click', leave);
  useEvent('focusin', leave);
  useEvent('keydown', (e) => {
    if (e.key !== 'Escape') return;
    box.current.querySelector('[aria-expanded=true]')?.focus();
    show(false);
  });
  return { open, show, box };
}

function Shell({ children }) {
  const { account, accounts, key } = useStore();
  const { path } = usePlace();
  const { open, show, box } = useMenu();
  useEffect(() => {
    performance.mark('usable');
  }, []);
  const first = path.split('/')[1];
  const current = '/' + ({ search: 'customers', orders: 'today' }[first] || first);
  const placed = (i) => account || entries.includes(i) || /keys|hooks|team/.test(i.to);
  const allowed = (items) => items.filter((i) => !i.needs || (can(...i.needs) && placed(i)));
  return html`<div class="shell">
    <button type="button" class="skip" onClick=${toMain}>${w.skip}</button>
    <aside class="side" ref=${box}><${Brand} />
      <button type="button" class="menu-button" aria-label=${w.menu} aria-expanded=${String(open)} aria-controls="menu"
        onClick=${() => show(!open)}><${Icon} path="M4 7h16M4 12h16M4 17h16" /></button>
      <nav aria-label=${w.menu} id="menu" onClick=${() => open && toMain()}>${menu
      .filter(([, items]) => allowed(items).length)
      .map(([name, items]) => html`<div class="menu-group"><h2>${name}</h2><ul>${allowed(items).map(
        (i) => html`<li><${Link} to=${i.to} aria-current=${current === i.to ? 'page' : undefined}><${Icon}
          path=${i.icon} />${i.label}<//></li>`,
      )}</ul></div>`)}</nav></aside>
    <header class="top">
      ${accounts.length > 0 && html`<label class="location"><span class="unseen">${w.location}</span><${Select} id="location" blank=""
        value=${account?.code} options=${accounts.map((a) => ({ value: a.code, label: a.name }))}
        set=${(code) => (location.hash = `#/${code}/`)} /></label>`}
      ${account && can('customers:read') ? html`<${Search} key=${account.id} />` : html`<span class="grow"></span>`}
      <${Person} name=${key?.name} organization=${key?.organization} staff=${key?.role_id} />
    </header>
    <main id="main" tabindex="-1">
      ${state.away && html`<p class="trouble" role="alert">${w.unreachable}</p>`}
      ${account?.status === 'inactive' && html`<p class="notice">${w.accountInactive}</p>`}
      ${children}
      <${UndoLast} />
    </main>
  </div>`;
}

function Person({ name = '', organization, staff }) {
  const { theme } = useStore();
  const { busy, error, run } = useWork();
  const { open, show, box } = useMenu();
  const themes = { '': w.asTheSystem, light: w.light, dark: w.dark };
  return html`<div class="person" ref=${box}>
    <button type="button" aria-expanded=${String(open)} aria-label=${w.signedInAs(name)}
      onClick=${() => show(!open)}><span class="avatar" aria-hidden="true">${([...name][0] || '?').toUpperCase()}</span></button>
    ${open && html`<div class="person-menu"><p><strong dir="auto">${name}</strong><span class="hint" dir="auto">${organization}</span></p>
      <label class="part"><span>${w.appearance}</span><${Select} blank="" value=${theme} set=${setTheme}
        options=${Object.entries(themes).map(([value, label]) => ({ value, label }))} /></label>
      ${staff && html`<${Link} to="/me" onClick=${() => show(false)}>${w.me}<//>`}
      <${Trouble} error=${error} /><${Button} busy=${busy} onClick=${() => run(api.signOut)}>${w.signOut}<//></div>`}
  </div>`;
}

function Search() {
  const [typed, type] = useState('');
  const text = typed.trim();
  const rested = useRested(text, 150);
  const found = useLoad(async (signal) => ({ of: rested, list: longEnough(rested) ? await find(rested, signal) : [] }), [rested]);
  const list = found.data?.list || [];
  const { open, show, box } = useMenu();
  const [moved, setMoved] = useState({ of: found.data, to: 0 }); // anew with other results
  const chosen = moved.of === found.data ? moved.to : 0;
  const move = (to) => setMoved({ of: found.data, to });
  const input = useRef(null);
  useEvent('keydown', (e) => {
    if (e.key !== '/' || e.ctrlKey || e.metaKey || e.target.closest('input, textarea, select, dialog, [contenteditable]')) return;
    e.preventDefault();
    input.current.select();
    input.current.focus();
  });

  const shown = open && longEnough(text);
  const ready = shown && found.data?.of === text;
  const leave = (to, query) => {
    show(false);
    toMain();
    go(to, query);
  };
  const all = { q: text };
  const keys = (e) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[e.key];
    if (step && list.length) {
      e.preventDefault();
      show(true);
      move((chosen + step + list.length) % list.length);
    } else if (e.key === 'Enter' && longEnough(text)) {
      e.preventDefault();
      const hit = ready && list[chosen];
      hit ? leave(hit.to) : leave('/search', all);
    }
  };
  const foot = () => {
    if (found.error) return w.noAnswer;
    if (!ready) return w.searching;
    if (!list.length) return w.nothingFound;
    return html`<a href=${href('/search', all)} tabindex="-1" onClick=${() => show(false)}>${w.showAllResults}</a>`;
  };
  return html`<div class="search" role="search" ref=${box}>
    <${Icon} path="M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM20 20l-4-4" />
    <input ref=${input} id="search" type="search" role="combobox" aria-expanded=${String(shown)} aria-controls="hits"
      aria-autocomplete="list" aria-label=${w.searchHint} placeholder=${w.searchHint} maxlength="100" autocomplete="off"
      aria-activedescendant=${ready && list[chosen] ? 'hit-' + chosen : undefined} value=${typed} onInput=${(e) => {
        type(e.target.value);
        show(true);
      }} onFocus=${() => show(true)} onKeyDown=${keys} />
    <kbd aria-hidden="true">/</kbd>
    <div class=${`hits ${shown ? '' : 'unseen'}`} onMouseDown=${ui.ignore}>
      <ul id="hits" role="listbox" aria-label=${w.searchResults}>${ready && list.map(
        (h, i) => html`<li id=${'hit-' + i} key=${h.id} role="option" aria-selected=${String(i === chosen)} onClick=${() => leave(h.to)}
          onMouseMove=${() => i !== chosen && move(i)}><span class="strong" dir="auto">${h.title}</span><span class="hint"
            dir="auto">${h.sub}</span>${mark('dim', h.kind)}</li>`,
      )}</ul>
      ${shown && html`<p class="hits-foot" role="status">${foot()}</p>`}
    </div>
  </div>`;
}

// What has the focus may be taken away.
let last = document.body;
addEventListener('focusin', (e) => (last = /** @type {any} */ (e.target)));
new MutationObserver(() => {
  if (document.activeElement === document.body && !last.isConnected) toMain();
}).observe(document.body, { childList: true, subtree: true });

const kitFor = (name, form) => ({
  ...preact,
  ...form,
  ...{ api, Problem, at, can, useStore, useList, useLoad, Link, ui },
  format: { ago, clock, day, dayOf, instant, money, number, plain, shortDay },
  account: () => state.account,
  href: (path) => href(`/${name}${path}`),
  go: (path) => go(`/${name}${path}`),
  page: (pattern, page) => route(`/${name}${pattern}`, page),
  menu: (entry) => entries.push({ to: '/' + name, ...entry }),
  panel: (on, panel) => ui.panels[on].push(panel),
});

async function loadModule(name) {
  try {
    const { Editor, Form } = await import('./core/form.js');
    const module = await import(`./modules/${name}/index.js`);
    module.register(kitFor(name, { Editor, Form }));
  } catch (error) {
    console.error(`pages of ${name}`, error);
  }
}

await Promise.all((document.body.dataset.modules || '').split(' ').filter(Boolean).map(loadModule));
start();
render(html`<${App} />`, /** @type {HTMLElement} */ (document.getElementById('app')));
