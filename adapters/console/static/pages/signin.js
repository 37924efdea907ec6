import { html, useEffect, useState } from '../vendor/htm-preact.js';
import { api } from '../core/api.js';
import { enter, state } from '../core/store.js';
import { Button, Trouble } from '../core/ui.js';
import { words as w } from '../words.js';

export function SignIn() {
  const [key, type] = useState('');
  const [busy, work] = useState(false);
  const [error, fail] = useState(null);
  useEffect(() => {
    document.title = `${w.signIn} · petcare`;
    document.getElementById('key')?.focus();
  }, []);
  const submit = async (/** @type {Event} */ e) => {
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
  return html`<main class="sign-in">
    <form class="card" onSubmit=${submit}>
      <div class="brand"><svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8"/><g><ellipse cx="16"
        cy="20.5" rx="6" ry="5"/><circle cx="8.3" cy="14.6" r="2.6"/><circle cx="13" cy="9.6" r="2.7"/><circle cx="19" cy="9.6" r="2.7"/>
          <circle cx="23.7" cy="14.6" r="2.6"/></g></svg><span>petcare</span></div>
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
