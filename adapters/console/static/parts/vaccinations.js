// The vaccinations and preventives of a pet.
import { html, useState } from '../vendor/htm-preact.js';
import { api } from '../core/api.js';
import { useList, useLoad } from '../core/hooks.js';
import { short } from '../core/lists.js';
import { at, can } from '../core/store.js';
import { Badge, Button, Card, Confirm, ListTable } from '../core/ui.js';
import { day, plain } from '../core/format.js';
import { Editor } from './editor.js';
import { words as w } from '../words.js';

/** @param {any[]} types @param {boolean} fresh */
const fieldsOf = (types, fresh) => [
  ...(fresh
    ? [
        {
          key: 'vaccination_type_id',
          type: 'select',
          label: w.vaccine,
          required: true,
          options: types.map((t) => ({ value: t.id, label: t.name })),
        },
      ]
    : []),
  { key: 'administered_on', type: 'date', label: w.givenOn },
  { key: 'expires_on', type: 'date', label: w.expiresOn, help_text: w.expiresHelp },
  { key: 'manufacturer', type: 'text', label: w.manufacturer },
  { key: 'lot_number', type: 'text', label: w.lotNumber },
  { key: 'clinic', type: 'text', label: w.clinic },
  { key: 'veterinarian', type: 'text', label: w.veterinarian },
  { key: 'verified', type: 'check', label: w.verified, say: w.verifiedSay },
  { key: 'note', type: 'textarea', label: w.note },
];

/** @param {number} days */
const left = (days) => (days < 0 ? w.daysAgo(-days) : w.daysLeft(days));

/** @param {{pet: any, title?: string}} props */
export function Vaccinations({ pet, title = w.vaccinations }) {
  const path = at(`/pets/${pet.id}/vaccinations`);
  const list = useList(path, {});
  const types = useLoad(() => short('/vaccinationTypes'), []);
  const [edited, edit] = useState(null);
  const [doomed, doom] = useState(null);
  const write = can('health:write');
  const fitting = (types.data || []).filter((t) => !t.species.length || t.species.includes(pet.species));
  return html`<${Card} title=${title} actions=${write && html`<${Button} onClick=${() => edit({})}>${w.newVaccination}<//>`}>
    <${ListTable} list=${list} label=${w.vaccinations} empty=${w.noVaccinations} columns=${[
      { label: w.vaccine, cell: (v) => html`<span class=${v.current ? 'strong' : 'hint'}>${v.type.name}</span>` },
      {
        label: w.status,
        cell: (v) =>
          v.current ? html`<${Badge} value=${v.status} label=${plain(v.status)} />` : html`<span class="hint">${w.replaced}</span>`,
      },
      {
        label: w.expiresOn,
        cell: (v) =>
          html`<span class="nowrap">${day(v.expires_on)}</span>${v.current && html` <span
            class="hint nowrap">${left(v.days_until_expiry)}</span>`}`,
      },
      ...(write
        ? [
            {
              label: w.actions,
              class: 'right unlabelled',
              cell: (v) =>
                html`<span class="nowrap"><${Button} kind="quiet" aria-label=${`${w.edit}: ${v.type.name} ${v.expires_on}`}
                  onClick=${() => edit(v)}>${w.edit}<//><${Button} kind="quiet"
                    aria-label=${`${w.remove}: ${v.type.name} ${v.expires_on}`} onClick=${() => doom(v)}>${w.remove}<//></span>`,
            },
          ]
        : []),
    ]} />
    ${
      edited &&
      html`<${Editor} title=${edited.id ? edited.type.name : w.newVaccination} name=${'vaccination ' + (edited.id || pet.id)}
        fields=${fieldsOf(fitting, !edited.id)} record=${edited.id ? edited : null}
      path=${edited.id ? path + '/' + edited.id : path} load=${path} saved=${list.reload} close=${() => edit(null)} />`
    }
    ${doomed && html`<${Confirm} title=${w.removeVaccination} text=${`${doomed.type.name}, ${day(doomed.expires_on)}`}
      action=${w.remove} act=${() => api.remove(path + '/' + doomed.id, doomed.version).then(list.reload)} close=${() => doom(null)} />`}
  <//>`;
}

/** @param {{pet: any}} props */
export function Preventives({ pet }) {
  const list = useList(at(`/pets/${pet.id}/preventives`), {});
  if (!list.rows.length && !list.error) return null;
  return html`<${Card} title=${w.preventives}><${ListTable} list=${list} label=${w.preventives} empty="" columns=${[
    { label: w.kind, cell: (p) => html`<span class="strong">${p.type?.name}</span>` },
    { label: w.product, cell: (p) => p.product || '' },
    { label: w.status, cell: (p) => p.status && html`<${Badge} value=${p.status} label=${plain(p.status)} />` },
    { label: w.expiresOn, cell: (p) => day(p.expires_on), class: 'nowrap' },
  ]} /><//>`;
}
