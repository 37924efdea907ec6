import * as preact from './vendor/htm-preact.js';
import {
  ago, api, at, can, clock, day, dayOf, enter, go, href, instant, match, money, number, place, plain, Problem, route, shortDay, state,
  update, useEvent, useList, useLoad, usePlace, useStore,
} from './core/data.js';
import { Shell } from './core/shell.js';
import { Invitation, invited, SignIn } from './core/signin.js';
import * as ui from './core/ui.js';
import { entries, entryOf, fileOf } from './pages.js';
import { words as w } from './words.js';

const { html, render, useEffect, useErrorBoundary } = preact;
const { Link, Loaded, Page, toMain, Trouble, Waiting } = ui;

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
  const file = useLoad(async () => found || (fileOf(path) && import(`./pages/${fileOf(path)}.js`)), []);
  if (error) {
    console.error(error);
    return html`<${Trouble} error=${error} retry=${reset} />`;
  }
  const { needs = [], label = '' } = entryOf(path) || {};
  if (needs.length && !can(...needs)) return html`<${Page} title=${label}><p class="notice">${w.notForYou}</p><//>`;
  if (found) return html`<div><${found.page} ...${found.named} /></div>`;
  // A newer server has other files.
  if (file.error) return html`<${Trouble} error=${file.error} text=${w.pageNotLoaded} retry=${() => location.reload()} />`;
  return file.busy ? html`<${Waiting} />` : html`<${Page} title=${w.noPage} />`;
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
    const [{ Editor }, { Form }] = await Promise.all([import('./core/changes.js'), import('./core/form.js')]);
    const module = await import(`./modules/${name}/index.js`);
    module.register(kitFor(name, { Editor, Form }));
  } catch (error) {
    console.error(`pages of ${name}`, error);
  }
}

await Promise.all((document.body.dataset.modules || '').split(' ').filter(Boolean).map(loadModule));
start();
render(html`<${App} />`, /** @type {HTMLElement} */ (document.getElementById('app')));
