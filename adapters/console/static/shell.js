// The frame around every page: menu, search, location, and who is signed in.
import { html, useEffect, useRef, useState } from './vendor/htm-preact.js';
import { api } from './core/api.js';
import { forgetDrafts } from './core/form.js';
import { entries } from './core/modules.js';
import { Link, match, usePlace } from './core/router.js';
import { can, setTheme, useStore } from './core/store.js';
import { Search } from './search.js';
import { words as w } from './words.js';

/** @type {[string, import('./core/modules.js').MenuEntry[]][]} */
const menu = [
  [
    w.groupDesk,
    [
      { to: '/', label: w.start, icon: 'M4 11l8-7 8 7v9h-5v-6H9v6H4z' },
      { to: '/today', label: w.today, needs: ['orders:read'], icon: 'M5 5h14v15H5zM5 9h14M9 3v4M15 3v4' },
      {
        to: '/customers',
        label: w.customers,
        needs: ['customers:read'],
        icon: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 20c1-4 4-5 8-5s7 1 8 5',
      },
      {
        to: '/pets',
        label: w.pets,
        needs: ['customers:read'],
        icon: 'M12 12c-3 0-5 3-5 5s2 3 5 3 5-1 5-3-2-5-5-5zM6 9v1M10 5v1M14 5v1M18 9v1',
      },
      { to: '/compliance', label: w.compliance, needs: ['health:read'], icon: 'M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6zM9 12l2 2 4-4' },
    ],
  ],
  [
    w.groupLists,
    [
      { to: '/catalog', label: w.catalog, needs: ['catalog:read'], icon: 'M4 12l8-8h8v8l-8 8zM16 8h.01' },
      { to: '/breeds', label: w.breeds, needs: ['config:read'], icon: 'M5 6h14M5 12h14M5 18h9' },
      { to: '/statuses', label: w.statuses, needs: ['config:read'], icon: 'M5 5h9l5 7-5 7H5z' },
      {
        to: '/colours',
        label: w.colours,
        needs: ['config:read'],
        icon: 'M12 4a8 8 0 1 0 0 16c2 0 1-2 2-3s6 0 6-5a8 8 0 0 0-8-8zM8 11h.01M12 8h.01M16 11h.01',
      },
      { to: '/fields', label: w.fields, needs: ['config:read'], icon: 'M4 5h16v5H4zM4 14h16v5H4z' },
    ],
  ],
  [
    w.groupOperators,
    [
      {
        to: '/webhooks',
        label: w.webhooks,
        needs: ['webhooks:manage'],
        icon: 'M12 8a3 3 0 1 0-3-3l-4 8M5 13a3 3 0 1 0 3 3h8M16 16a3 3 0 1 0 0-3l-3-6',
      },
      { to: '/events', label: w.events, needs: ['events:read'], icon: 'M3 12h4l3-8 4 16 3-8h4' },
      { to: '/keys', label: w.keys, needs: ['keys:manage'], icon: 'M15 9a4 4 0 1 0-4 4l1 0 2 2h2v2h2v2h3v-3l-6.5-6z' },
    ],
  ],
];

/** @param {{path?: string}} props */
const Icon = ({ path }) => html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${path || 'M6 6h12v12H6z'} /></svg>`;

/** @param {{children?: any}} props */
export function Shell({ children }) {
  const { account, accounts, key } = useStore();
  const now = usePlace();
  const [open, show] = useState(false);
  useEffect(() => show(false), [now.path]);
  useEffect(() => {
    performance.mark('usable');
  }, []);
  const current = match(now.path)?.menu || '/' + (now.path.split('/')[1] || '');
  const groups = [...menu, [w.groupModules, entries]].map(([name, items]) => [
    name,
    /** @type {any[]} */ (items).filter((i) => !i.needs || can(...i.needs)),
  ]);
  return html`<div class=${`shell ${open ? 'menu-open' : ''}`}>
    <a class="skip" href="#main" onClick=${(/** @type {Event} */ e) => {
      e.preventDefault();
      document.getElementById('main')?.focus();
    }}>${w.skip}</a>
    <aside class="side">
      <div class="brand"><svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8"/><g><ellipse cx="16"
        cy="20.5" rx="6" ry="5"/><circle cx="8.3" cy="14.6" r="2.6"/><circle cx="13" cy="9.6" r="2.7"/><circle cx="19" cy="9.6" r="2.7"/>
          <circle cx="23.7" cy="14.6" r="2.6"/></g></svg><span>petcare</span></div>
      <nav aria-label=${w.menu} id="menu">${groups
        .filter(([, items]) => items.length)
        .map(
          ([name, items]) => html`<div class="menu-group"><h2>${name}</h2>
        <ul>${/** @type {any[]} */ (items).map((i) => html`<li><${Link} to=${i.to} aria-current=${current === i.to ? 'page' : undefined}>
          <${Icon} path=${i.icon} />${i.label}<//></li>`)}</ul></div>`,
        )}</nav>
    </aside>
    <header class="top">
      <button type="button" class="menu-button" aria-label=${w.menu} aria-expanded=${String(open)} aria-controls="menu"
        onClick=${() => show(!open)}><${Icon} path="M4 7h16M4 12h16M4 17h16" /></button>
      ${
        accounts.length > 0 &&
        html`<label class="location"><span class="unseen">${w.location}</span>
        <select id="location" value=${account?.code} onChange=${(e) => {
          location.hash = `#/${e.target.value}/`;
        }}>
          ${accounts.map((a) => html`<option value=${a.code} selected=${a.code === account?.code}>${a.name}</option>`)}</select></label>`
      }
      ${account && can('customers:read') ? html`<${Search} />` : html`<span class="grow"></span>`}
      <${Person} name=${key?.name} organization=${key?.organization} />
    </header>
    <main id="main" tabindex="-1">
      ${account?.status === 'inactive' && html`<p class="notice">${w.accountInactive}</p>`}
      ${children}
    </main>
  </div>`;
}

/** @param {{name?: string, organization?: string}} props */
function Person({ name, organization }) {
  const { theme } = useStore();
  const [open, show] = useState(false);
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    const outside = (/** @type {Event} */ e) => {
      if (!box.current?.contains(/** @type {Node} */ (e.target))) show(false);
    };
    addEventListener('click', outside);
    return () => removeEventListener('click', outside);
  }, []);
  const keys = (/** @type {KeyboardEvent} */ e) => {
    if (e.key !== 'Escape' || !open) return;
    show(false);
    /** @type {HTMLElement} */ (box.current?.querySelector('button'))?.focus();
  };
  const leave = () => {
    forgetDrafts();
    api.signOut();
  };
  return html`<div class="person" ref=${box} onKeyDown=${keys}>
    <button type="button" class="person-button" aria-expanded=${String(open)} aria-label=${w.signedInAs(name || '')}
      onClick=${() => show(!open)}><span class="avatar" aria-hidden="true">${(name || '?')[0].toUpperCase()}</span></button>
    ${
      open &&
      html`<div class="person-menu"><p><strong dir="auto">${name}</strong><span class="hint" dir="auto">${organization}</span></p>
      <label class="part"><span>${w.theme}</span><select value=${theme} onChange=${(e) => setTheme(e.target.value)}>
        ${[
          ['', w.themeSystem],
          ['light', w.themeLight],
          ['dark', w.themeDark],
        ].map(([value, label]) => html`<option value=${value} selected=${value === theme}>${label}</option>`)}</select></label>
      <button type="button" class="button" onClick=${leave}>${w.signOut}</button></div>`
    }
  </div>`;
}
