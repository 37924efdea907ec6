import { html } from '../vendor/htm-preact.js';
import { can, at, day, foundIn, go, options, plain, ranked, route, short, useList, useLoad, usePlace } from '../core/data.js';
import { Narrow, Pick, searchIn } from '../core/filters.js';
import { withPhoto } from '../core/photo.js';
import { badge, Button, Card, column, ListPage, named, Page } from '../core/ui.js';
import { CustomerPick } from './choose.js';
import { Export } from './export.js';
import { reach } from './links.js';
import { lacking } from './record.js';
import './pet.js';
import { words as w } from '../words.js';

export const petColumns = (owner) => [
  named((p) => withPhoto(p, html`<span class="strong">${p.name}</span> ${foundIn(p)}`)),
  column(w.breed, (p) => p.breed || plain(p.species)),
  column(w.born, (p) => day(p.birth_date), 'nowrap wide-only'),
  owner && column(w.owner, (p) => reach(p.customer)),
  column(w.microchip, (p) => p.microchip && html`<code>${p.microchip}</code>`, 'wide-only'),
  column(w.status, (p) => badge(p.status, p.status === 'active' ? p.secondary_pet_status?.name : undefined)),
];

function Pets() {
  const { query } = usePlace();
  const list = useList(at('/pets'), { ...ranked(searchIn(query)), status: query.get('status'), species: query.get('species') });
  const fields = useLoad(async () => (can('config:read') ? short('/petFields') : []), []);
  const species = fields.data?.find((f) => f.key === 'species')?.options ||
    options('dog cat rabbit bird guinea_pig hamster rat mouse chinchilla ferret horse reptile fish other');
  return html`<${ListPage} title=${w.pets} list=${list} none=${w.noPets} to=${(p) => '/pets/' + p.id} columns=${petColumns(true)}
    actions=${html`<${Export} type="pet" />${!lacking() && html`<${Button} kind="primary"
      onClick=${() => go('/pets/new')}>${w.newPet}<//>`}`}
    filters=${html`<${Narrow} label=${w.narrowPets} /><${Pick} name="species" label=${w.species} options=${species} />
      <${Pick} name="status" label=${w.status} options=${options('active inactive deceased')} />`} />`;
}

/** A pet belongs to somebody. */
function NewPetOf() {
  return html`<${Page} title=${w.newPet} back=${{ to: '/pets', label: w.pets }} sub=${w.whosePet}><${Card} narrow><${CustomerPick}
    label=${w.owner} choose=${(c) => go(`/customers/${c.id}/newPet`)} /><//><//>`;
}

route('/pets', Pets);
route('/pets/new', NewPetOf);
