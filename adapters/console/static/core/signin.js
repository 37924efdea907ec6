import { html, useEffect, useState } from '../vendor/htm-preact.js';
import { api, enter, useLoad, useStore, useWork } from './data.js';
import { Button, Paw, Trouble } from './ui.js';
import { words as w } from '../words.js';

export const Brand = () => html`<div class="brand"><${Paw} /><span>petcare</span></div>`;

/** A form whose texts become the body of a sign-in. */
function Ways({ title, fields, action, then = () => {}, first, children }) {
  const [typed, type] = useState(/** @type {Row} */ ({}));
  const { busy, error, run } = useWork();
  useEffect(() => {
    if (first || error) document.getElementById(fields[0].key)?.focus();
  }, [error]);
  const submit = (e) => {
    e.preventDefault();
    const body = Object.fromEntries(fields.map(({ key, more }) => [key, more ?? typed[key]?.trim()]).filter(([, text]) => text));
    run(() => api.signIn(body).then(then).then(enter));
  };
  return html`<form class="card" onSubmit=${submit}>${title}
    ${fields.filter((f) => f.more === undefined).map((f) => html`<label class="label" for=${f.key}>${f.label}</label>
    <input id=${f.key} type=${f.type || 'password'} autocomplete=${f.fill} spellcheck="false" required value=${typed[f.key] || ''}
      minlength=${f.least} onInput=${(e) => type({ ...typed, [f.key]: e.target.value })} />
    ${f.hint && html`<p class="hint">${f.hint}</p>`}`)}
    <${Trouble} error=${error} />
    <${Button} kind=${first ? 'primary' : ''} type="submit" busy=${busy}>${busy ? w.signingIn : action}<//>${children}</form>`;
}

export const invited = () => /^#\/invitation\/([\w-]+)$/.exec(location.hash)?.[1];

/** Accepts an invitation, whoever is signed in. */
export function Invitation({ token }) {
  useEffect(() => {
    document.title = `${w.welcomeToTeam} · petcare`;
  }, []);
  const fields = [
    { key: 'token', more: token },
    { key: 'new_password', label: w.newPassword, fill: 'new-password', least: 10, hint: w.passwordHint },
  ];
  const then = () => {
    location.hash = '#/';
  };
  return html`<main class="sign-in"><${Ways} first=${true} fields=${fields} action=${w.setPassword} then=${then}
    title=${html`<${Brand} /><h1>${w.welcomeToTeam}</h1>`} /></main>`;
}

export function SignIn() {
  const { ended } = useStore();
  const { data: ways } = useLoad(api.ways, []);
  useEffect(() => {
    document.title = `${w.signIn} · petcare`;
  }, []);
  const refused = new URLSearchParams(location.search).get('signin') === 'refused';
  const back = new URLSearchParams({ returnTo: '/console' + location.hash });
  const person = [
    { key: 'email', label: w.email, type: 'email', fill: 'username' },
    { key: 'password', label: w.password, fill: 'current-password' },
  ];
  const title = html`<${Brand} /><h1>${w.signIn}</h1>
    ${ended && html`<p class="notice" role="status">${w.signedOutByServer}</p>`}
    ${refused && html`<p class="trouble" role="alert">${w.refusedByIssuer}</p>`}
    ${ways?.staff === false && html`<p class="notice">${w.firstStart} <code>petcare staff invite</code></p>`}
    ${ways?.issuer && html`<a class="button" href=${'/v1/auth/oidc/start?' + back}>${w.signInAtIssuer}</a>`}`;
  return html`<main class="sign-in"><${Ways} key="person" first=${true} fields=${person} action=${w.signIn} title=${title} />
    ${ways?.keys !== false && html`<${Ways} key="key" fields=${[{ key: 'key', label: w.apiKey, fill: 'off', hint: w.signInHint }]}
      action=${w.useTheKey} />`}</main>`;
}
