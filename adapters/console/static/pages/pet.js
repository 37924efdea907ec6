// One pet: details, vaccinations, notes, orders, history.
import { html } from '../vendor/htm-preact.js';
import { api } from '../core/api.js';
import { useLoad } from '../core/hooks.js';
import { useForm } from '../core/lists.js';
import { Panels } from '../core/modules.js';
import { go, Link } from '../core/router.js';
import { at, can } from '../core/store.js';
import { Badge, Button, Card, Page, Swatch, Tabs, Trouble, Waiting } from '../core/ui.js';
import { plain } from '../core/format.js';
import { Details } from '../parts/details.js';
import { Notes } from '../parts/notes.js';
import { History } from '../parts/history.js';
import { Preventives, Vaccinations } from '../parts/vaccinations.js';
import { Orders } from './customer.js';
import { words as w } from '../words.js';

/** @param {{pet: string, tab?: string}} props */
export function Pet({ pet, tab = '' }) {
  const record = useLoad(() => api.get(at('/pets/' + pet)), [pet]);
  const form = useForm('pet');
  const p = record.data;
  if (!p)
    return html`<${Page} title=${w.pet} back=${{ to: '/pets', label: w.pets }}>${record.error ? html`<${Trouble}
      error=${record.error} retry=${record.reload} />` : html`<${Waiting} lines=${8} />`}<//>`;
  const tabs = [
    ['', w.overview, true],
    ['notes', w.notes, can('notes:read', 'notes:write')],
    ['orders', w.orders, can('orders:read')],
    ['history', w.history, can('events:read')],
  ].filter((t) => t[2]);
  const path = '/pets/' + pet;
  return html`<${Page} title=${p.name} back=${{ to: '/customers/' + p.customer_id, label: p.customer?.name || w.owner }}
    badge=${html`<${Badge} value=${p.status} label=${plain(p.status)} />${p.secondary_pet_status && html`<span
      class="badge info">${p.secondary_pet_status.name}</span>`}
      ${p.colour_code_ids.map((/** @type {string} */ id) => html`<${Swatch}
        code=${form.data?.lists.colours.find((x) => x.id === id)} />`)}`}
    sub=${html`${p.breed || plain(p.species)} · <${Link}
      to=${'/customers/' + p.customer_id}>${p.customer?.name || w.owner}<//>${p.customer?.phone ? ' · ' + p.customer.phone : ''}`}
    actions=${can('customers:write') && html`<${Button} kind="primary" onClick=${() => go(path + '/edit')}>${w.edit}<//>`}>
    ${p.alert && html`<p class="alert" role="note" dir="auto">${p.alert}</p>`}
    <${Tabs} label=${w.pet} tabs=${tabs.map(([name, label]) => ({ to: path + (name ? '/' + name : ''), label, current: name === tab }))} />
    ${
      tab === '' &&
      html`<div class="split"><div>${can('health:read') && html`<${Vaccinations} pet=${p} /><${Preventives} pet=${p} />`}<${Panels}
        on="pet" pet=${p} /></div>
      <${Card} title=${w.details}><${Details} form=${form} record=${p}
        skip=${['name', 'alert', 'status', 'colour_code_ids', 'secondary_pet_status_id', 'species']} /><//></div>`
    }
    ${tab === 'notes' && html`<${Notes} path=${at(`/customers/${p.customer_id}/pets/${pet}/notes`)} />`}
    ${tab === 'orders' && html`<${Orders} path=${at('/orders')} params=${{ petId: pet }} />`}
    ${tab === 'history' && html`<${History} record=${pet} fields=${form.data?.fields} lists=${form.data?.lists} />`}
  <//>`;
}
