import { html, useState } from '../vendor/htm-preact.js';
import { api, at, can, day, plain, route, strong, useList } from '../core/data.js';
import { Editor } from '../core/changes.js';
import { field } from '../core/form.js';
import { withPhoto } from '../core/photo.js';
import { Button, column, Confirm, lead, ListPage, statusColumn } from '../core/ui.js';
import { toCustomer } from './links.js';
import { proofFields } from './proof.js';
import { words as w } from '../words/files.js';

const dates = (v) => [
  ...proofFields(v.pet_id).slice(0, 1), // the proof is what it is
  field('administered_on', 'date', w.givenOn),
  field('expires_on', 'date', w.expiresOn, { required: true }),
  ...['clinic', 'veterinarian', 'lot_number'].map((key) => field(key, 'text', plain(key))),
  field('note', 'textarea', w.note),
];

/** The proofs that wait: the dates are compared with them, corrected, and verified. */
function ToVerify() {
  const list = useList(at('/vaccinations'), { verified: false, hasProof: true });
  const [shown, show] = useState(/** @type {any} */ (null));
  const [doomed, doom] = useState(/** @type {any} */ (null));
  const name = (v) => w.verifyTitle(v.pet.name, v.type.name);
  const path = (v) => at(`/pets/${v.pet_id}/vaccinations`);
  const button = (word, v, act) => html`<${Button} kind="quiet" aria-label=${`${word}: ${name(v)}`} onClick=${() => act(v)}>${word}<//>`;
  const actions = (v) => html`<span class="nowrap">${can('health:write') && button(w.verify, v, show)}${
    can('files:write customers:write') && button(w.reject, v, doom)}</span>`;
  return html`<${ListPage} title=${w.toVerify} sub=${w.toVerifySub} list=${list} none=${w.allVerified} to=${(v) => '/pets/' + v.pet_id} columns=${[
      lead(column(w.pet, (v) => withPhoto(v.pet, strong(v.pet.name)))),
      column(w.owner, (v) => toCustomer(v.customer)),
      column(w.vaccine, (v) => v.type.name),
      column(w.expiresOn, (v) => day(v.expires_on), 'nowrap'),
      statusColumn,
      column(html`<span class="unseen">${w.actions}</span>`, actions, 'right'),
    ]} />
    ${shown && html`<${Editor} title=${name(shown)} name=${'verify ' + shown.id} record=${shown} path=${`${path(shown)}/${shown.id}`}
      load=${path(shown)} fields=${dates(shown)} always=${{ verified: true }} say=${w.verify} saved=${list.reload} close=${() => show(null)} />`}
    ${doomed && html`<${Confirm} title=${w.aProof.remove} text=${w.aProof.ask(name(doomed))} action=${w.aProof.verb}
      act=${() => api.remove(at('/files/' + doomed.proof_file_id)).then(list.reload)} close=${() => doom(null)} />`}`;
}

route('/verify', ToVerify);
