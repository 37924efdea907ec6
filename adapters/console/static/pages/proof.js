import { html, useState } from '../vendor/htm-preact.js';
import { api, at, can, useLoad } from '../core/data.js';
import { field } from '../core/form.js';
import { Choose, Drop, useUpload } from '../core/upload.js';
import { Button, Dialog, Select } from '../core/ui.js';
import { titleOf, VerifiedBy, Viewer } from './viewer.js';
import { words as w } from '../words/files.js';

/** Chooses the proof of a vaccination among the files of the pet, or uploads one. */
function ProofInput({ field: { pet }, value, set, id, aria }) {
  const path = at(`/pets/${pet}/files`);
  const files = useLoad((signal) => api.all(path, { kind: 'vaccination_proof' }, signal, 200), [path]);
  const upload = useUpload(path, { kind: 'vaccination_proof' }, async (file) => {
    await files.reload();
    set(file.id);
  });
  const first = (list) => upload.take(list.slice(0, 1));
  const known = (files.data || []).map((f) => ({ value: f.id, label: titleOf(f) }));
  if (value && !known.some((k) => k.value === value)) known.push({ value, label: w.file });
  const may = can('files:write');
  return html`<${Drop} class="proofs" take=${may && first}>${known.length > 0 && html`<${Select} id=${id} aria=${aria} value=${value}
      options=${known} blank=${w.noProof} set=${(v) => set(v || null)} />`}
    ${may && html`<${Choose} label=${w.addProof} busy=${upload.busy} take=${first} />`}${upload.shown}<//>`;
}

/** What was chosen, beside the form. */
const Beside = ({ values }) => values.proof_file_id && html`<aside class="beside"><${Viewer} id=${values.proof_file_id} /></aside>`;

/** The fields of a form for the proof of a vaccination of a pet. */
export const proofFields = (pet) =>
  !can('files:read') ? [] : [
    field('proof_file_id', '', '', { draw: Beside }),
    field('proof_file_id', 'proof', w.proof, { input: ProofInput, pet, help_text: w.proofHelp }),
  ];

/** The proof of a vaccination in a list, and who has verified it. */
export function Proof({ of: v, name }) {
  const [open, show] = useState(false);
  const shown = v.proof_file_id && can('files:read');
  if (!shown && !v.verified) return null;
  const by = html`<${VerifiedBy} of=${v} />`;
  return html`<span class="proof">${shown && html`<${Button} kind="quiet" aria-label=${`${w.showProof}: ${name}`}
      onClick=${() => show(true)}>${w.showProof}<//> `}${by}</span>
    ${open && html`<${Dialog} title=${name} wide close=${() => show(false)}><${Viewer} id=${v.proof_file_id} /><p>${by}</p><//>`}`;
}
