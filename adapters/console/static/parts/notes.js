// The notes of a customer, pet or order.
import { html, useState } from '../vendor/htm-preact.js';
import { api } from '../core/api.js';
import { useList } from '../core/hooks.js';
import { at, can } from '../core/store.js';
import { Badge, Button, Card, Confirm, Empty, Trouble, Waiting } from '../core/ui.js';
import { instant, plain } from '../core/format.js';
import { Editor } from './editor.js';
import { words as w } from '../words.js';

const options = (/** @type {string[]} */ values) => values.map((value) => ({ value, label: plain(value) }));
const fields = [
  { key: 'title', type: 'text', label: w.noteTitle },
  { key: 'body', type: 'textarea', label: w.note, required: true },
  {
    key: 'category',
    type: 'select',
    label: w.category,
    options: options(['general', 'medical', 'behaviour', 'grooming', 'boarding', 'billing', 'incident', 'other']),
  },
  {
    key: 'visibility',
    type: 'select',
    label: w.visibleTo,
    options: [
      { value: 'staff', label: w.staff },
      { value: 'customer', label: w.customer },
    ],
  },
  { key: 'pinned', type: 'check', label: w.pinned, say: w.pinNote },
];

/** @param {{path: string}} props */
export function Notes({ path }) {
  const list = useList(path, {});
  const [edited, edit] = useState(null);
  const [doomed, doom] = useState(null);
  const write = can('notes:write');
  return html`<${Card} title=${w.notes} actions=${write && html`<${Button} onClick=${() => edit({})}>${w.newNote}<//>`}>
    ${!list.rows.length && (list.busy ? html`<${Waiting} />` : !list.error && html`<${Empty} title=${w.noNotes} />`)}
    <${Trouble} error=${list.error} retry=${list.reload} />
    <ul class="notes">${list.rows.map(
      (n) => html`<li key=${n.id} class=${n.pinned ? 'pinned' : ''}>
      <header>${n.pinned && html`<span class="badge info">${w.pinned}</span>`}<strong dir="auto">${n.title}</strong><${Badge}
        value="" label=${plain(n.category)} />${n.visibility === 'customer' && html`<span
          class="badge warn">${w.customerSees}</span>`}</header>
      <p class="lines" dir="auto">${n.body}</p>
      <footer class="hint"><span dir="auto">${n.author.name}</span> · ${instant(n.created_at)}
        ${write && html`<span class="note-actions"><${Button} kind="quiet" aria-label=${`${w.edit}: ${n.title || w.note}`}
          onClick=${() => edit(n)}>${w.edit}<//><${Button} kind="quiet" aria-label=${`${w.remove}: ${n.title || w.note}`}
            onClick=${() => doom(n)}>${w.remove}<//></span>`}</footer>
    </li>`,
    )}</ul>
    ${!list.done && list.rows.length > 0 && html`<div class="more"><${Button} busy=${list.busy} onClick=${list.more}>${w.showMore}<//>
      </div>`}
    ${
      edited &&
      html`<${Editor} title=${edited.id ? w.editNote : w.newNote} name=${'note ' + (edited.id || path)} fields=${fields}
        record=${edited.id ? edited : null} start=${edited.id ? undefined : { category: 'general', visibility: 'staff', pinned: false }}
      path=${edited.id ? at('/notes/' + edited.id) : path} load=${path} saved=${list.reload} close=${() => edit(null)} />`
    }
    ${doomed && html`<${Confirm} title=${w.removeNote} text=${doomed.title || doomed.body.slice(0, 200)} action=${w.remove}
      act=${() => api.remove(at('/notes/' + doomed.id), doomed.version).then(list.reload)} close=${() => doom(null)} />`}
  <//>`;
}
