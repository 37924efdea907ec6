import { html, useState } from '../vendor/htm-preact.js';
import { api, at, can, day, dayIn, forgetLists, go, nameOf, useWork } from '../core/data.js';
import { saveFile } from '../core/csv.js';
import { Button, Card, Dialog, Select, Trouble } from '../core/ui.js';
import { words as w } from '../words.js';
import { words2 as d } from '../words2.js';

/** What a person can ask for: everything that is held, and to be erased. */
export function Personal({ customer: c }) {
  const { busy, error, run } = useWork();
  const [erasing, erase] = useState(false);
  const save = async () => {
    const found = await api.get(at(`/customers/${c.id}/export`));
    saveFile(`${nameOf(c)}.json`, new Blob([JSON.stringify(found, null, 2)], { type: 'application/json' }));
  };
  if (c.erased_at || !can('customers:export', 'customers:erase')) return null;
  return html`<${Card} title=${d.personal}><p class="hint">${d.personalHint}</p><${Trouble} error=${error} />
    <div class="form-foot">${can('customers:export') && html`<${Button} busy=${busy} onClick=${() => run(save)}>${d.weHold}<//>`}
      ${can('customers:erase') && html`<${Button} kind="danger" onClick=${() => erase(true)}>${d.erase}<//>`}</div>
    ${erasing && html`<${Erasure} customer=${c} close=${() => erase(false)} />`}<//>`;
}

export const Erased = ({ at }) => html`<p class="notice" role="note">${d.erasedOn(day(dayIn(at)))}</p>`;

const plainly = (text) => text.trim().replace(/\s+/g, ' ').toLowerCase();

/** The name is typed, so that nobody is erased by a slip of the hand. */
function Erasure({ customer: c, close }) {
  const name = nameOf(c) === w.noName ? c.id.slice(-6) : nameOf(c);
  const [typed, type] = useState('');
  const [reason, choose] = useState('requested');
  const [wrong, mark] = useState(false);
  const { busy, error, run } = useWork();
  const submit = (e) => {
    e.preventDefault();
    mark(plainly(typed) !== plainly(name));
    if (plainly(typed) !== plainly(name)) return e.target.querySelector('input').focus();
    run(async () => {
      await api.ask(at(`/customers/${c.id}/erase`), { reason, confirm: c.id });
      forgetLists();
      close();
      go('/customers');
    });
  };
  const reasons = Object.entries(d.eraseReasons).map(([value, label]) => ({ value, label }));
  return html`<${Dialog} title=${d.eraseTitle(name)} close=${close}><form class="form" onSubmit=${submit} autocomplete="off">
    <p>${d.eraseText}</p>
    <label class="part"><span>${d.eraseReason}</span><${Select} blank=${false} value=${reason} options=${reasons} set=${choose} /></label>
    <label class="part"><span dir="auto">${d.typeName(name)}</span><input dir="auto" value=${typed}
      aria-invalid=${wrong ? 'true' : undefined}
      aria-describedby=${wrong ? 'erase-wrong' : undefined} onInput=${(e) => type(e.target.value)} /></label>
    ${wrong && html`<p class="fault" id="erase-wrong" role="alert">${d.nameDiffers}</p>`}
    <${Trouble} error=${error} />
    <footer class="form-foot"><${Button} type="submit" kind="danger" busy=${busy}>${d.erase}<//><${Button}
      onClick=${close}>${w.cancel}<//></footer></form><//>`;
}
