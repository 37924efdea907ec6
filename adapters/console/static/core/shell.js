import { html, useEffect, useState } from '../vendor/htm-preact.js';
import { api, can, setTheme, state, usePlace, useStore, useWork } from './data.js';
import { currentAt, entries, menu } from '../pages.js';
import { Search } from './search.js';
import { Brand } from './signin.js';
import { Button, Icon, Link, Select, toMain, Trouble, useMenu } from './ui.js';
import { words as w } from '../words.js';

export function Shell({ children }) {
  const { account, accounts, key, saved } = useStore();
  const { path } = usePlace();
  const { open, show, box } = useMenu();
  const [Undo, load] = useState(null);
  useEffect(() => {
    if (saved && !Undo) import('./undo.js').then((m) => load(() => m.UndoLast));
  }, [saved]);
  useEffect(() => {
    performance.mark('usable');
  }, []);
  const current = currentAt(path);
  const placed = (i) => account || entries.includes(i) || /keys|hooks|team/.test(i.to);
  const allowed = (items) => items.filter((i) => !i.needs?.length || (can(...i.needs) && placed(i)));
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
      ${Undo && html`<${Undo} />`}
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
