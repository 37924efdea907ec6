import { html, useState } from '../vendor/htm-preact.js';
import { api, at, can, options, plain, useList, useWork } from '../core/data.js';
import { useChanges } from '../core/changes.js';
import { field } from '../core/form.js';
import { Square } from '../core/photo.js';
import { Choose, Drop, useUpload } from '../core/upload.js';
import { Button, Card, Dialog, ListTable, mark, Select, Trouble } from '../core/ui.js';
import { about, kindOf, titleOf, useSave, Viewer } from './viewer.js';
import { words as w } from '../words/files.js';

const kinds = options('photo vaccination_proof agreement other');
const fields = (f) => [
  field('title', 'text', w.title),
  field('kind', 'select', w.kind, { required: true, options: kinds.filter((k) => f?.width || k.value !== 'photo') }),
  field('visibility', 'select', w.visibleTo, { required: true, options: options('staff customer') }),
];

/** The files of a customer, a pet or an order. `pet` is the pet, whose photo can be chosen among them. */
export function Files({ of, may, pet, changed = () => {} }) {
  const path = at(of + '/files');
  const list = useList(can('files:read') && path);
  const [kind, choose] = useState(pet ? 'other' : 'agreement');
  const [seen, see] = useState(/** @type {any} */ (null));
  const again = () => {
    changed();
    return list.reload();
  };
  const upload = useUpload(path, { kind }, again);
  const { keep, shown } = useSave();
  const { error, run } = useWork();
  const mayWrite = may && can('files:write');
  const changes = useChanges({
    path,
    own: (f) => at('/files/' + f.id),
    form: (f) => ({ load: f && at('/files/' + f.id), fields: fields(f) }),
    name: titleOf,
    say: w.aFile,
    may: mayWrite,
    changed: again,
  });
  if (!can('files:read') || (!list.rows.length && !list.error && !mayWrite)) return null;
  const photoOf = at(`/customers/${pet?.customer_id}/pets/${pet?.id}`);
  const portray = (f) => api.patch(photoOf, { photo_file_id: f.id }, pet.version).then(changed);
  const button = (word, f, act) => html`<${Button} kind="quiet" aria-label=${`${word}: ${titleOf(f)}`} onClick=${() => act(f)}>${word}<//>`;
  const isPhoto = (f) => pet?.photo_file_id === f.id;
  const mayPortray = (f) => mayWrite && pet && f.kind === 'photo' && !isPhoto(f);
  const row = (f) => html`<li key=${f.id} class="file">
    <button type="button" aria-label=${`${w.open}: ${titleOf(f)}`} onClick=${() => see(f)}><${Square} file=${f.width && f.id}
      letter=${kindOf(f)} /></button>
    <div><p><button type="button" class="link" onClick=${() => see(f)}><bdi>${titleOf(f)}</bdi></button> ${mark('dim', plain(f.kind))} ${
      isPhoto(f) && mark('info', w.isPhoto)} ${f.visibility === 'customer' && mark('warn', w.customerSeesIt)}</p>
      <p class="hint">${about(f)}</p></div>
    <span class="note-actions">${mayPortray(f) && button(w.makePhoto, f, (x) => run(() => portray(x)))}${button(
      w.download, f, keep)}${changes.buttons(f)}</span></li>`;
  return html`<${Card} title=${w.files}><${Drop} take=${mayWrite && upload.take}>
    <${ListTable} list=${list} empty=${w.noFiles} draw=${(rows) => html`<ul class="entries">${rows.map(row)}</ul>`} />
    ${mayWrite && html`<div class="uploads"><${Select} blank=${false} value=${kind} options=${kinds} set=${choose}
        aria=${{ 'aria-label': w.kind }} /><${Choose} label=${w.upload} several busy=${upload.busy} take=${upload.take} /><span
        class="hint fine-only">${w.dropHere}</span></div>`}
    ${upload.shown}${shown}<${Trouble} error=${error} /><//>${changes.dialogs}
    ${seen && html`<${Dialog} title=${titleOf(seen)} wide close=${() => see(null)}><${Viewer} id=${seen.id} /><//>`}<//>`;
}
