import { html } from '../vendor/htm-preact.js';
import { api, at, can, day, dotted, go, options, phoneLink, plain, route, short, useList, useLoad, usePlace } from '../core/data.js';
import { Narrow, Pick, searchIn } from '../core/filters.js';
import { badge, column, Link, ListPage, named, Panels, Pending } from '../core/ui.js';
import { Preventives, Vaccinations } from './care.js';
import { reach } from './links.js';
import { RecordForm, RecordPage, useForm } from './record.js';
import { words as w } from '../words.js';

export const petColumns = (owner) => [
  named(),
  column(w.breed, (p) => p.breed || plain(p.species)),
  column(w.born, (p) => day(p.birth_date), 'nowrap wide-only'),
  owner && column(w.owner, (p) => reach(p.customer)),
  column(w.microchip, (p) => p.microchip && html`<code>${p.microchip}</code>`, 'wide-only'),
  column(w.status, (p) => badge(p.status, p.status === 'active' ? p.secondary_pet_status?.name : undefined)),
];

function Pets() {
  const { query } = usePlace();
  const list = useList(at('/pets'), { search: searchIn(query), status: query.get('status'), species: query.get('species') });
  const fields = useLoad(async () => (can('config:read') ? short('/petFields') : []), []);
  const species = fields.data?.find((f) => f.key === 'species')?.options ||
    options('dog cat rabbit bird guinea_pig hamster rat mouse chinchilla ferret horse reptile fish other');
  return html`<${ListPage} title=${w.pets} list=${list} none=${w.noPets} to=${(p) => '/pets/' + p.id} columns=${petColumns(true)}
    filters=${html`<${Narrow} label=${w.narrowPets} /><${Pick} name="species" label=${w.species} options=${species} />
      <${Pick} name="status" label=${w.status} options=${options('active inactive deceased')} />`} />`;
}

function Pet({ pet, tab = '' }) {
  const path = '/pets/' + pet;
  const record = useLoad(() => api.get(at(path)), [pet]);
  const form = useForm('pet');
  const p = record.data;
  if (!p) return html`<${Pending} of=${record} title=${w.pet} back=${{ to: '/pets', label: w.pets }} />`;
  const owner = { to: '/customers/' + p.customer_id, label: p.customer?.name || w.owner };
  return html`<${RecordPage} title=${p.name} what=${w.pet} back=${owner} path=${path} tab=${tab} record=${p} form=${form}
    sub=${dotted([p.breed || plain(p.species), html`<${Link} to=${owner.to}>${owner.label}<//>`, phoneLink(p.customer?.phone)])}
    skip="name secondary_pet_status_id species" main=${html`${can('health:read') && html`<${Vaccinations} pet=${p} /><${Preventives}
      pet=${p} />`}<${Panels} on="pet" pet=${p} />`}
    notes=${owner.to + path} orders=${{ path: '/orders', params: { petId: pet } }} />`;
}

function PetForm({ pet }) {
  const to = '/pets/' + pet;
  const record = useLoad(() => api.get(at(to)), [pet]);
  return html`<${RecordForm} what="pet" title=${w.editPet} to=${to} of=${record} record=${record.data}
    path=${at(`/customers/${record.data?.customer_id}${to}`)} done=${() => go(to)} />`;
}

export function NewPet({ customer }) {
  const to = '/customers/' + customer;
  const owner = useLoad(() => api.get(at(to)), [customer]);
  return html`<${RecordForm} what="pet" title=${w.newPet} to=${to} of=${owner} path=${at(to + '/pets')}
    done=${(p) => go('/pets/' + p.id)} />`;
}

route('/pets', Pets);
route('/pets/:pet', Pet);
route('/pets/:pet/edit', PetForm);
route('/pets/:pet/:tab', Pet);
