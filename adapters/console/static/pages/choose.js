import { html, useState } from '../vendor/htm-preact.js';
import {
  api, at, can, dotted, foundIn, go, hint, longEnough, nameOf, phoneOf, phoneText, ranked, useLoad, useRested,
} from '../core/data.js';
import { Button, Loaded } from '../core/ui.js';
import { words as w } from '../words.js';

/** Finds a customer by name, telephone, e-mail or pet, and chooses one. */
export function CustomerPick({ label, choose, except = '', action = w.choose }) {
  const [typed, type] = useState('');
  const text = useRested(typed.trim(), 200);
  const ask = (signal) => api.get(at('/customers'), ranked(text), signal);
  const found = useLoad(async (signal) => (longEnough(text) ? ask(signal) : null), [text]);
  const rows = found.data?.data.filter((c) => c.id !== except).slice(0, 8);
  const row = (c) => html`<li class="chosen-row"><span><bdi class="strong">${nameOf(c)}</bdi> ${foundIn(c)}<br />${
    hint(dotted([phoneText(phoneOf(c)), c.email]))}</span><${Button} aria-label=${`${action}: ${nameOf(c)}`}
      onClick=${() => choose(c)}>${action}<//></li>`;
  const create = html`<${Button} onClick=${() => go('/customers/new', { name: text })}>${w.newCustomerNamed(text)}<//>`;
  return html`<div class="form"><label class="part"><span>${label}</span><input type="search" dir="auto" maxlength="100" autocomplete="off"
    placeholder=${w.narrowCustomers} value=${typed} onInput=${(e) => type(e.target.value)} autofocus /></label>
    ${longEnough(text) && html`<${Loaded} of=${{ ...found, data: rows }}>${(list) => (list.length
      ? html`<ul class="entries">${list.map(row)}</ul>`
      : html`<p>${w.nothingFound}</p>`)}<//>${can('customers:write') && create}`}</div>`;
}
