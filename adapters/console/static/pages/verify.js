import { html, useState } from '../vendor/htm-preact.js';
import { api, at, can, choices, day, instant, plain, route, short, strong, useList, useLoad } from '../core/data.js';
import { Editor } from '../core/changes.js';
import { field } from '../core/form.js';
import { withPhoto } from '../core/photo.js';
import { Button, Card, column, Confirm, lead, ListPage, ListTable, statusColumn } from '../core/ui.js';
import { toCustomer } from './links.js';
import { proofFields } from './proof.js';
import { titleOf } from './viewer.js';
import { words as w } from '../words/files.js';

const dates = (v) => [
  ...proofFields(v.pet_id).slice(0, 1), // the proof is what it is
  field('administered_on', 'date', w.givenOn),
  field('expires_on', 'date', w.expiresOn, { required: true }),
  ...['clinic', 'veterinarian', 'lot_number'].map((key) => field(key, 'text', plain(key))),
  field('note', 'textarea', w.note),
];

const quiet = (word, name, act) => html`<${Button} kind="quiet" aria-label=${`${word}: ${name}`} onClick=${act}>${word}<//>`;

/** The proofs that wait: the dates are compared with them, corrected, and verified. */
function ToVerify() {
  const list = useList(at('/vaccinations'), { verified: false, hasProof: true });
  const [shown, show] = useState(/** @type {any} */ (null));
  const [doomed, doom] = useState(/** @type {any} */ (null));
  const name = (v) => w.verifyTitle(v.pet.name, v.type.name);
  const path = (v) => at(`/pets/${v.pet_id}/vaccinations`);
  const button = (word, v, act) => quiet(word, name(v), () => act(v));
  const actions = (v) => html`<span class="nowrap">${can('health:write') && button(w.verify, v, show)}${
    can('files:write customers:write') && button(w.reject, v, doom)}</span>`;
  return html`<${ListPage} title=${w.toVerify} sub=${w.toVerifySub} list=${list} none=${w.allVerified}
    to=${(v) => '/pets/' + v.pet_id} columns=${[
      lead(column(w.pet, (v) => withPhoto(v.pet, strong(v.pet.name)))),
      column(w.owner, (v) => toCustomer(v.customer)),
      column(w.vaccine, (v) => v.type.name),
      column(w.expiresOn, (v) => day(v.expires_on), 'nowrap'),
      statusColumn,
      column(html`<span class="unseen">${w.actions}</span>`, actions, 'right'),
    ]}><${Unrecorded} /><//>
    ${shown && html`<${Editor} title=${name(shown)} name=${'verify ' + shown.id} record=${shown}
      path=${`${path(shown)}/${shown.id}`}
      load=${path(shown)} fields=${dates(shown)} always=${{ verified: true }} say=${w.verify} saved=${list.reload} close=${() => show(null)} />`}
    ${doomed && html`<${Confirm} title=${w.aProof.remove} text=${w.aProof.ask(name(doomed))} action=${w.aProof.verb}
      act=${() => api.remove(at('/files/' + doomed.proof_file_id)).then(list.reload)} close=${() => doom(null)} />`}`;
}

/** A proof may be of a vaccination that is not on record yet. */
function Unrecorded() {
  const list = useList(at('/unrecordedProofs'));
  const types = useLoad(() => short('/vaccinationTypes'), []);
  const [shown, show] = useState(/** @type {any} */ (null));
  const [doomed, doom] = useState(/** @type {any} */ (null));
  const fitting = (p) => (types.data || []).filter((t) => !t.species.length || t.species.includes(p.pet.species));
  const fields = (p) => {
    const [beside, ...dated] = dates({ pet_id: p.pet_id });
    const vaccine = field('vaccination_type_id', 'select', w.vaccine, { required: true, options: choices(fitting(p)) });
    return [beside, vaccine, ...dated.map((f) => (f.key === 'expires_on' ? { ...f, required: false, help_text: w.expiresHelp } : f))];
  };
  const name = (p) => `${p.pet.name}, ${titleOf(p)}`;
  const button = (word, p, act) => quiet(word, name(p), () => act(p));
  const actions = (p) => html`<span class="nowrap">${can('health:write') && button(w.record, p, show)}${
    can('files:write customers:write') && button(w.reject, p, doom)}</span>`;
  return html`<${Card} title=${w.unrecorded}><p class="hint">${w.unrecordedSub}</p><${ListTable} list=${list} label=${w.unrecorded}
      empty=${w.nothingUnrecorded} to=${(p) => '/pets/' + p.pet_id} columns=${[
        lead(column(w.pet, (p) => withPhoto(p.pet, strong(p.pet.name)))),
        column(w.owner, (p) => toCustomer(p.customer)),
        column(w.file, titleOf),
        column(w.sentBy, (p) => p.uploaded_by?.name),
        column(w.waitsSince, (p) => instant(p.created_at), 'nowrap'),
        column(html`<span class="unseen">${w.actions}</span>`, actions, 'right'),
      ]} /><//>
    ${shown && html`<${Editor} title=${name(shown)} name=${'record ' + shown.id} path=${at(`/pets/${shown.pet_id}/vaccinations`)}
      fields=${fields(shown)} start=${{ proof_file_id: shown.id }} always=${{ verified: true }} say=${w.verify} saved=${list.reload}
      close=${() => show(null)} />`}
    ${doomed && html`<${Confirm} title=${w.aProof.remove} text=${w.aProof.ask(name(doomed))} action=${w.aProof.verb}
      act=${() => api.remove(at('/files/' + doomed.id)).then(list.reload)} close=${() => doom(null)} />`}`;
}

route('/verify', ToVerify);
