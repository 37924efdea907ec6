// Starts the console: who is signed in, which location is open, and the page.
import { html, render, useEffect, useErrorBoundary, useState } from './vendor/htm-preact.js';
import { api, enter, go, match, place, route, state, update, useLoad, usePlace, useStore } from './core/data.js';
import { Button, Empty, Loaded, Trouble, Waiting } from './core/ui.js';
import { Brand, loadModules, Shell } from './shell.js';
import { Start } from './pages/start.js';
import { words as w } from './words.js';

/** A page whose file is loaded when it is first opened. */
function later(load, name) {
  let page;
  return (props) => {
    const found = useLoad(async () => (page ||= (await load())[name]), []);
    if (page) return html`<${page} ...${props} />`;
    // The server is away, or another version: its files have other addresses.
    if (found.error) return html`<${Trouble} error=${found.error} text=${w.pageNotLoaded} retry=${() => location.reload()} />`;
    return html`<${Waiting} lines=${6} />`;
  };
}

function pagesOf(load, pages) {
  for (const [name, patterns] of Object.entries(pages)) {
    const page = later(load, name);
    for (const pattern of patterns) route(pattern, page, { SearchResults: '/customers', Order: '/today' }[name]);
  }
}

route('/', Start, '/');
pagesOf(() => import('./pages/desk.js'), {
  Today: ['/today'],
  Customers: ['/customers'],
  Pets: ['/pets'],
  SearchResults: ['/search'],
  Order: ['/orders/:order'],
  Compliance: ['/compliance'],
});
pagesOf(() => import('./pages/records.js'), {
  CustomerForm: ['/customers/new', '/customers/:customer/edit'],
  NewPet: ['/customers/:customer/newPet'],
  PetForm: ['/pets/:pet/edit'],
  Customer: ['/customers/:customer', '/customers/:customer/:tab'],
  Pet: ['/pets/:pet', '/pets/:pet/:tab'],
});
pagesOf(() => import('./pages/lists.js'), {
  Breeds: ['/breeds'],
  Statuses: ['/statuses'],
  Colours: ['/colours'],
  Fields: ['/fields', '/fields/:form'],
  Catalog: ['/catalog', '/catalog/:kind'],
  Keys: ['/keys'],
});
pagesOf(() => import('./pages/webhooks.js'), {
  Webhooks: ['/webhooks'],
  Webhook: ['/webhooks/:webhook'],
  Delivery: ['/webhooks/:webhook/:delivery'],
  Events: ['/events'],
});

async function start() {
  update({ failed: null });
  await enter().catch((failed) => failed.status === 401 || update({ failed }));
}

/** The location of the address, else of last time, else the first. */
function openLocation() {
  const { code, path } = place();
  const account = state.accounts.find((a) => a.code === (code || localStorage.getItem('petcare location'))) || state.accounts[0] || null;
  if (account !== state.account) update({ account });
  if (account) localStorage.setItem('petcare location', account.code);
  if (code !== account?.code && (account || !code)) go(code ? '/' : path);
}

function App() {
  const { phase, key, account, failed } = useStore();
  const { code, path } = usePlace();
  useEffect(() => {
    if (phase === 'in') openLocation();
  }, [phase, key, code]);
  if (phase === 'starting')
    return html`<main class="boot"><${Loaded} of=${{ error: failed, busy: true, reload: start }} /></main>`;
  if (phase === 'out') return html`<${SignIn} />`;
  if (state.accounts.length && !account) return null;
  return html`<${Shell}><${Current} key=${account?.id + path} path=${path} /><//>`;
}

function Current({ path }) {
  const [error, reset] = useErrorBoundary();
  useEffect(() => {
    scrollTo(0, 0);
  }, []);
  if (error) {
    console.error(error);
    return html`<${Trouble} error=${error} retry=${reset} />`;
  }
  const found = match(path);
  return found ? html`<${found.page} ...${found.named} />` : html`<${Empty} title=${w.noPage} />`;
}

function SignIn() {
  const [key, type] = useState('');
  const [busy, work] = useState(false);
  const [error, fail] = useState(null);
  useEffect(() => {
    document.title = `${w.signIn} · petcare`;
    document.getElementById('key')?.focus();
  }, []);
  const submit = async (e) => {
    e.preventDefault();
    work(true);
    fail(null);
    try {
      await api.signIn(key.trim());
      await enter();
    } catch (problem) {
      fail(problem);
      work(false);
      document.getElementById('key')?.focus();
    }
  };
  return html`<main class="sign-in"><form class="card" onSubmit=${submit}>
    <${Brand} />
    <h1>${w.signIn}</h1>
    ${state.reason === 'ended' && html`<p class="notice" role="status">${w.signedOutByServer}</p>`}
    <label class="label" for="key">${w.apiKey}</label>
    <input id="key" type="password" autocomplete="current-password" spellcheck="false" required value=${key}
      aria-describedby="key-help" onInput=${(e) => type(e.target.value)} />
    <p class="hint" id="key-help">${w.signInHint}</p>
    <${Trouble} error=${error} />
    <${Button} kind="primary" type="submit" busy=${busy}>${busy ? w.signingIn : w.signIn}<//>
  </form></main>`;
}

await loadModules((document.body.dataset.modules || '').split(' ').filter(Boolean));
start();
render(html`<${App} />`, /** @type {HTMLElement} */ (document.getElementById('app')));
