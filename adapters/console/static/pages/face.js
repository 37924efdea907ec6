import { html } from '../vendor/htm-preact.js';
import { api, at, can } from '../core/data.js';
import { Photo } from '../core/photo.js';
import { Choose, Drop, pictures, useUpload } from '../core/upload.js';
import { words as w } from '../words/files.js';

/** The photo on the page of a pet: chosen, taken with a phone, or dropped. */
export function Face({ pet, changed }) {
  const path = at(`/customers/${pet.customer_id}/pets/${pet.id}`);
  const { busy, take, shown } = useUpload(at(`/pets/${pet.id}/files`), { kind: 'photo' }, async (file) => {
    await api.patch(path, { photo_file_id: file.id }, pet.version);
    await changed();
  });
  const first = (files) => take(files.slice(0, 1));
  const photo = html`<${Photo} pet=${pet} kind="" label=${w.photoOf(pet.name)} />`;
  if (!can('files:write customers:write')) return html`<div class="face">${photo}</div>`;
  return html`<${Drop} class="face" take=${first}>${photo}<${Choose} label=${pet.photo ? w.anotherPhoto : w.addPhoto}
    accept=${pictures} busy=${busy} kind="quiet" take=${first} />${shown}<//>`;
}
