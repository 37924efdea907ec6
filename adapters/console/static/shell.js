// The frame of every page: menu, search, location, and what modules bring.
import * as preact from './vendor/htm-preact.js';
import * as data from './core/data.js';
import { Editor, forgetDrafts, Form } from './core/form.js';
import * as format from './core/format.js';
import * as ui from './core/ui.js';
import { words as w } from './words.js';

const { html, useEffect, useRef, useState } = preact;
const { api, at, can, go, href, Problem, state, useList, useLoad, usePlace, useStore } = data;
const { dotted, nameOf, phoneOf, plain } = format;

const entry = (to, label, icon, ...needs) => ({ to, label, icon, needs });

/** @type {MenuEntry[]} */
const entries = [];
/** @type {[string, MenuEntry[]][]} */
const menu = [
  [w.groupDesk, [
    { to: '/', label: w.start, icon: 'M4 11l8-7 8 7v9h-5v-6H9v6H4z' },
    entry('/today', w.today, 'M5 5h14v15H5zM5 9h14M9 3v4M15 3v4', 'orders:read'),
    entry('/customers', w.customers, 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 20c1-4 4-5 8-5s7 1 8 5', 'customers:read'),
    entry('/pets', w.pets, 'M12 12c-3 0-5 3-5 5s2 3 5 3 5-1 5-3-2-5-5-5zM6 9v1M10 5v1M14 5v1M18 9v1', 'customers:read'),
    entry('/compliance', w.compliance, 'M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6zM9 12l2 2 4-4', 'health:read'),
  ]],
  [w.groupLists, [
    entry('/catalog', w.catalog, 'M4 12l8-8h8v8l-8 8zM16 8h.01', 'catalog:read'),
    entry('/breeds', w.breeds, 'M5 6h14M5 12h14M5 18h9', 'config:read'),
    entry('/statuses', w.statuses, 'M5 5h9l5 7-5 7H5z', 'config:read'),
    entry('/colours', w.colours, 'M12 4a8 8 0 1 0 0 16c2 0 1-2 2-3s6 0 6-5a8 8 0 0 0-8-8zM8 11h.01M12 8h.01M16 11h.01', 'config:read'),
    entry('/fields', w.fields, 'M4 5h16v5H4zM4 14h16v5H4z', 'config:read'),
  ]],
  [w.groupOperators, [
    entry('/webhooks', w.webhooks, 'M12 8a3 3 0 1 0-3-3l-4 8M5 13a3 3 0 1 0 3 3h8M16 16a3 3 0 1 0 0-3l-3-6', 'webhooks:manage'),
    entry('/events', w.events, 'M3 12h4l3-8 4 16 3-8h4', 'events:read'),
    entry('/keys', w.keys, 'M15 9a4 4 0 1 0-4 4l1 0 2 2h2v2h2v2h3v-3l-6.5-6z', 'keys:manage'),
  ]],
  [w.groupModules, entries],
];

const Icon = ({ path }) => html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${path || 'M6 6h12v12H6z'} /></svg>`;

export const Brand = () => html`<div class="brand"><${ui.Paw} tile /><span>petcare</span></div>`;

export function Shell({ children }) {
  const { account, accounts, key } = useStore();
  const { path } = usePlace();
  const [open, show] = useState(false);
  useEffect(() => show(false), [path]);
  useEffect(() => {
    performance.mark('usable');
  }, []);
  const current = data.match(path)?.menu || '/' + path.split('/')[1];
  const allowed = (items) => items.filter((i) => !i.needs || can(...i.needs));
  const skip = (e) => {
    e.preventDefault();
    document.getElementById('main')?.focus();
  };
  return html`<div class=${`shell ${open ? 'menu-open' : ''}`}>
    <a class="skip" href="#main" onClick=${skip}>${w.skip}</a>
    <aside class="side"><${Brand} /><nav aria-label=${w.menu} id="menu">${menu
      .filter(([, items]) => allowed(items).length)
      .map(([name, items]) => html`<div class="menu-group"><h2>${name}</h2><ul>${allowed(items).map(
        (i) => html`<li><${ui.Link} to=${i.to} aria-current=${current === i.to ? 'page' : undefined}><${Icon}
          path=${i.icon} />${i.label}<//></li>`,
      )}</ul></div>`)}</nav></aside>
    <header class="top">
      <button type="button" class="menu-button" aria-label=${w.menu} aria-expanded=${String(open)} aria-controls="menu"
        onClick=${() => show(!open)}><${Icon} path="M4 7h16M4 12h16M4 17h16" /></button>
      ${accounts.length > 0 && html`<label class="location"><span class="unseen">${w.location}</span><select id="location"
        value=${account?.code} onChange=${(e) => (location.hash = `#/${e.target.value}/`)}>${accounts.map(
          (a) => html`<option value=${a.code} selected=${a === account}>${a.name}</option>`,
        )}</select></label>`}
      ${account && can('customers:read') ? html`<${Search} />` : html`<span class="grow"></span>`}
      <${Person} name=${key?.name} organization=${key?.organization} />
    </header>
    <main id="main" tabindex="-1">
      ${account?.status === 'inactive' && html`<p class="notice">${w.accountInactive}</p>`}
      ${children}
    </main>
  </div>`;
}

function Person({ name = '', organization }) {
  const { theme } = useStore();
  const [open, show] = useState(false);
  const box = useRef(null);
  useEffect(() => {
    const outside = (e) => box.current?.contains(e.target) || show(false);
    addEventListener('click', outside);
    return () => removeEventListener('click', outside);
  }, []);
  const keys = (e) => {
    if (e.key !== 'Escape' || !open) return;
    show(false);
    box.current.querySelector('button').focus();
  };
  const leave = () => {
    forgetDrafts();
    api.signOut();
  };
  const themes = [['', w.themeSystem], ['light', w.themeLight], ['dark', w.themeDark]];
  return html`<div class="person" ref=${box} onKeyDown=${keys}>
    <button type="button" class="person-button" aria-expanded=${String(open)} aria-label=${w.signedInAs(name)}
      onClick=${() => show(!open)}><span class="avatar" aria-hidden="true">${(name || '?')[0].toUpperCase()}</span></button>
    ${open && html`<div class="person-menu"><p><strong dir="auto">${name}</strong><span class="hint" dir="auto">${organization}</span></p>
      <label class="part"><span>${w.theme}</span><select value=${theme} onChange=${(e) => data.setTheme(e.target.value)}>${themes.map(
        ([value, label]) => html`<option value=${value} selected=${value === theme}>${label}</option>`,
      )}</select></label>
      <${ui.Button} onClick=${leave}>${w.signOut}<//></div>`}
  </div>`;
}

/** @returns {Promise<Hit[]>} */
export async function find(search, signal, limit = 6) {
  const [customers, pets] = await Promise.all(['/customers', '/pets'].map((path) => api.get(at(path), { search, limit }, signal)));
  const hit = (kind, r, path, ...sub) => ({ kind, id: r.id, title: nameOf(r), to: path + r.id, sub: dotted(sub) });
  return [
    ...customers.data.map((c) =>
      hit(w.customer, c, '/customers/', c.company_name !== nameOf(c) && c.company_name, phoneOf(c), c.email)),
    ...pets.data.map((p) => hit(w.pet, p, '/pets/', p.breed || plain(p.species), p.customer?.name, p.microchip)),
  ];
}

/** "/" leads to it, arrows and Enter open what was found. */
function Search() {
  const [typed, type] = useState('');
  const text = typed.trim();
  const rested = data.useRested(text, 150);
  const [{ of, list, failed }, found] = useState(/** @type {{of: string, list: Hit[], failed?: boolean}} */ ({ of: '', list: [] }));
  const [open, show] = useState(false);
  const [chosen, move] = useState(0);
  const input = useRef(null);
  useEffect(() => {
    const slash = (e) => {
      if (e.key !== '/' || e.ctrlKey || e.metaKey || e.target.closest('input, textarea, select, dialog, [contenteditable]')) return;
      e.preventDefault();
      input.current.select();
      input.current.focus();
    };
    addEventListener('keydown', slash);
    return () => removeEventListener('keydown', slash);
  }, []);
  useEffect(() => {
    if (rested.length < 2) return;
    const abort = new AbortController();
    const put = (list, failed = false) => {
      if (abort.signal.aborted) return;
      found({ of: rested, list, failed });
      move(0);
    };
    find(rested, abort.signal).then(put, () => put([], true));
    return () => abort.abort();
  }, [rested]);

  const shown = open && text.length >= 2;
  const ready = shown && of === text;
  const leave = (to, query) => {
    show(false);
    input.current.blur();
    go(to, query);
  };
  // Not the click: by then the field has lost the focus, and the list is gone.
  const press = (to, query) => (e) => {
    e.preventDefault();
    leave(to, query);
  };
  const all = { q: text };
  const keys = (e) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[e.key];
    if (step && list.length) {
      e.preventDefault();
      show(true);
      move((chosen + step + list.length) % list.length);
    } else if (e.key === 'Escape') {
      show(false);
    } else if (e.key === 'Enter' && text.length >= 2) {
      e.preventDefault();
      const hit = ready && list[chosen];
      hit ? leave(hit.to) : leave('/search', all);
    }
  };
  const foot = () => {
    if (!ready) return w.searching;
    if (failed) return w.unreachableTitle;
    if (!list.length) return w.nothingFound;
    return html`<a href=${href('/search', all)} tabindex="-1" onMouseDown=${press('/search', all)}>${w.showAll}</a>`;
  };
  return html`<div class="search" role="search">
    <${Icon} path="M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM20 20l-4-4" />
    <input ref=${input} id="search" type="search" role="combobox" aria-expanded=${String(shown)} aria-controls="hits"
      aria-autocomplete="list" aria-label=${w.searchLabel} placeholder=${w.searchHint} maxlength="100" autocomplete="off"
      aria-activedescendant=${ready && list[chosen] ? 'hit-' + chosen : undefined} value=${typed} onInput=${(e) => {
        type(e.target.value);
        show(true);
      }} onFocus=${() => show(true)} onBlur=${() => setTimeout(() => show(false), 150)} onKeyDown=${keys} />
    <kbd aria-hidden="true">/</kbd>
    <div class=${`hits ${shown ? '' : 'unseen'}`}>
      <ul id="hits" role="listbox" aria-label=${w.searchResults}>${ready && list.map(
        (h, i) => html`<li id=${'hit-' + i} key=${h.id} role="option" aria-selected=${String(i === chosen)} onMouseDown=${press(h.to)}
          onMouseMove=${() => i !== chosen && move(i)}><span class="hit-title" dir="auto">${h.title}</span><span class="hint"
            dir="auto">${h.sub}</span><span class="badge dim">${h.kind}</span></li>`,
      )}</ul>
      ${shown && html`<p class="hits-foot" role="status">${foot()}</p>`}
    </div>
  </div>`;
}

/** @type {Record<string, Panel[]>} */
const panels = { customer: [], pet: [] };

export const Panels = ({ on, ...props }) =>
  panels[on]
    .filter((p) => !p.needs || can(...p.needs))
    .map((p) => html`<${ui.Card} title=${p.title}><${p.draw} ...${props} /><//>`);

const kitFor = (name) => ({
  ...preact,
  ...{ api, Problem, at, can, useStore, useList, useLoad, Link: ui.Link, Form, Editor, ui, format },
  account: () => state.account,
  href: (path) => href(`/${name}${path}`),
  go: (path) => go(`/${name}${path}`),
  page: (pattern, page) => data.route(`/${name}${pattern}`, page, '/' + name),
  menu: (entry) => entries.push({ to: '/' + name, ...entry }),
  panel: (on, panel) => panels[on].push(panel),
});

/** A module whose pages cannot be loaded leaves the rest alone. */
export const loadModules = (names) =>
  Promise.all(
    names.map((name) =>
      import(`./modules/${name}/index.js`)
        .then((module) => module.register(kitFor(name)))
        .catch((error) => console.error(`pages of ${name}`, error))),
  );
