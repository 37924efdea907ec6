// Starts the console: finds out who is signed in, opens the location that the address names, and draws the page.
import { html, render, useEffect, useErrorBoundary, useRef } from './vendor/htm-preact.js';
import { onSignedOut, Problem } from './core/api.js';
import { enter, state, update, useStore } from './core/store.js';
import { go, match, place, usePlace } from './core/router.js';
import { loadModules } from './core/modules.js';
import { Empty, Trouble, Waiting } from './core/ui.js';
import { Shell } from './shell.js';
import { SignIn } from './pages/signin.js';
import { words as w } from './words.js';
import './pages/all.js';

onSignedOut((reason) => {
  if (state.phase !== 'out')
    update({ phase: 'out', reason: state.phase === 'in' ? reason : 'none', key: null, accounts: [], account: null });
});

async function start() {
  update({ failed: null });
  try {
    await enter();
  } catch (failed) {
    if (!(failed instanceof Problem && failed.status === 401)) update({ failed });
  }
}

/** The location that the address names; else the one of last time, else the first. */
function openLocation() {
  const code = place().code || localStorage.getItem('petcare location') || '';
  const account = state.accounts.find((a) => a.code === code) || state.accounts[0] || null;
  if (account !== state.account) update({ account });
  if (account) localStorage.setItem('petcare location', account.code);
  if (!place().code || (account && place().code !== account.code)) go(place().code ? '/' : place().path);
}

function App() {
  const { phase, key, account, failed } = useStore();
  const now = usePlace();
  useEffect(() => {
    if (phase === 'in') openLocation();
  }, [phase, key, now.code]);
  if (phase === 'starting')
    return html`<main class="boot">${failed ? html`<${Trouble} error=${failed} retry=${start} />` : html`<${Waiting} />`}</main>`;
  if (phase === 'out') return html`<${SignIn} />`;
  if (state.accounts.length && !account) return null;
  return html`<${Shell}><${Current} key=${account?.id + now.path} path=${now.path} /><//>`;
}

/** @param {{path: string}} props */
function Current({ path }) {
  const [error, reset] = useErrorBoundary();
  const main = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    scrollTo(0, 0);
  }, []);
  if (error) {
    console.error(error);
    return html`<${Trouble} error=${error} retry=${reset} />`;
  }
  const found = match(path);
  if (!found) return html`<div ref=${main}><${Empty} title=${w.noPage} /></div>`;
  return html`<${found.page} ...${found.named} />`;
}

await loadModules((document.body.dataset.modules || '').split(' ').filter(Boolean));
start();
render(html`<${App} />`, /** @type {HTMLElement} */ (document.getElementById('app')));
