import { html, useState } from '../vendor/htm-preact.js';
import { api, at, can, state, today, useWork } from '../core/data.js';
import { saveFile } from '../core/csv.js';
import { Button, Card, Select, Trouble } from '../core/ui.js';
import { words2 as d } from '../words2.js';

const anHour = 3_600_000;
const nameOf = (what, ending) => `${state.account?.code} ${what} ${today()}.${ending}`;

async function table(type) {
  saveFile(nameOf(d.exportOne[type].toLowerCase(), 'csv'), await api.bytes(at('/export'), { type }, undefined, 'text/csv', anHour));
}

/** Without its last line it is not complete, and no import takes it. */
async function everything() {
  const file = await api.bytes(at('/export'), {}, undefined, 'application/jsonl', anHour);
  if (!(await file.slice(-4000).text()).trim().split('\n').at(-1).includes('"export_end"')) throw new Error(d.cutOff);
  saveFile(nameOf('export', 'jsonl'), file);
}

/** All records of one type, whatever the list above shows. */
export function Export({ type }) {
  const { busy, error, run } = useWork();
  if (!can('account:export')) return null;
  return html`<${Button} busy=${busy} onClick=${() => run(() => table(type))}>${d.exportCSV}<//><${Trouble} error=${error} />`;
}

export function Exports() {
  const { busy, error, run } = useWork();
  const [type, choose] = useState('customer');
  const types = Object.entries(d.exportOne).map(([value, label]) => ({ value, label }));
  return html`<${Card} title=${d.exportTitle}><div class="filters"><label class="part"><span>${d.exportType}</span><${Select} blank=${false}
      value=${type} options=${types} set=${choose} /></label><${Button} busy=${busy}
        onClick=${() => run(() => table(type))}>${d.exportCSV}<//></div>
    <p><${Button} busy=${busy} onClick=${() => run(everything)}>${d.exportAll}<//> <span class="hint">${d.exportHint}</span></p>
    <${Trouble} error=${error} /><//>`;
}
