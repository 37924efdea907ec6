// One customer: details, pets, notes, orders, health of the pets, history.
import { html } from '../vendor/htm-preact.js';
import { api } from '../core/api.js';
import { useList, useLoad } from '../core/hooks.js';
import { useForm } from '../core/lists.js';
import { Panels } from '../core/modules.js';
import { go } from '../core/router.js';
import { at, can } from '../core/store.js';
import { Badge, Button, Card, ListTable, Page, Swatch, Tabs, Trouble, Waiting } from '../core/ui.js';
import { dayOf, money, nameOf, phoneOf, plain } from '../core/format.js';
import { Details } from '../parts/details.js';
import { Notes } from '../parts/notes.js';
import { History } from '../parts/history.js';
import { Vaccinations } from '../parts/vaccinations.js';
import { petColumns } from './people.js';
import { words as w } from '../words.js';

/** @param {{customer: string, tab?: string}} props */
export function Customer({ customer, tab = '' }) {
  const record = useLoad(() => api.get(at('/customers/' + customer)), [customer]);
  const form = useForm('customer');
  const c = record.data;
  if (!c)
    return html`<${Page} title=${w.customer} back=${{ to: '/customers', label: w.customers }}>${record.error ? html`<${Trouble}
      error=${record.error} retry=${record.reload} />` : html`<${Waiting} lines=${8} />`}<//>`;
  const tabs = [
    ['', w.overview, true],
    ['notes', w.notes, can('notes:read', 'notes:write')],
    ['orders', w.orders, can('orders:read')],
    ['health', w.health, can('health:read')],
    ['history', w.history, can('events:read')],
  ].filter((t) => t[2]);
  const path = '/customers/' + customer;
  return html`<${Page} title=${nameOf(c)} back=${{ to: '/customers', label: w.customers }}
    badge=${html`<${Badge} value=${c.status}
      label=${plain(c.status)} />${c.colour_code_ids.map((/** @type {string} */ id) => html`<${Swatch}
        code=${form.data?.lists.colours.find((x) => x.id === id)} />`)}`}
    sub=${[c.company_name !== nameOf(c) && c.company_name, phoneOf(c), c.email].filter(Boolean).join(' · ')}
    actions=${can('customers:write') && html`<${Button} kind="primary" onClick=${() => go(path + '/edit')}>${w.edit}<//>`}>
    ${c.alert && html`<p class="alert" role="note" dir="auto">${c.alert}</p>`}
    <${Tabs} label=${w.customer}
      tabs=${tabs.map(([name, label]) => ({ to: path + (name ? '/' + name : ''), label, current: name === tab }))} />
    ${
      tab === '' &&
      html`<div class="split"><div><${PetsOf} customer=${customer} /><${Panels} on="customer" customer=${c} /></div>
      <${Card} title=${w.details}><${Details} form=${form} record=${c}
        skip=${['first_name', 'last_name', 'alert', 'status', 'colour_code_ids', 'password']} /><//></div>`
    }
    ${tab === 'notes' && html`<${Notes} path=${at(path + '/notes')} />`}
    ${tab === 'orders' && html`<${Orders} path=${at(path + '/orders')} />`}
    ${tab === 'health' && html`<${HealthOf} customer=${customer} />`}
    ${tab === 'history' && html`<${History} record=${customer} fields=${form.data?.fields} lists=${form.data?.lists} />`}
  <//>`;
}

/** @param {{customer: string}} props */
function PetsOf({ customer }) {
  const list = useList(at(`/customers/${customer}/pets`), {});
  return html`<${Card} title=${w.pets} actions=${can('customers:write') && html`<${Button}
    onClick=${() => go(`/customers/${customer}/newPet`)}>${w.newPet}<//>`}>
    <${ListTable} list=${list} label=${w.pets} empty=${w.noPets} columns=${petColumns(false)} to=${(p) => '/pets/' + p.id} /><//>`;
}

/** @param {{path: string, params?: Record<string, any>}} props */
export function Orders({ path, params = {} }) {
  const list = useList(path, params);
  return html`<${Card} title=${w.orders}><${ListTable} list=${list} label=${w.orders} empty=${w.noOrders}
    to=${(o) => '/orders/' + o.id} columns=${[
    { label: w.number, cell: (o) => html`<span class="strong">${o.number}</span>`, class: 'nowrap' },
    { label: w.services, cell: (o) => o.service_types.map(plain).join(', ') },
    { label: w.stay, cell: (o) => [dayOf(o.starts_at), dayOf(o.ends_at)].filter(Boolean).join(' – '), class: 'nowrap' },
    { label: w.status, cell: (o) => html`<${Badge} value=${o.status} label=${plain(o.status)} />` },
    { label: w.payment, cell: (o) => html`<${Badge} value=${o.payment_status} label=${plain(o.payment_status)} />` },
    { label: w.total, cell: (o) => money(o.totals.total), class: 'right nowrap' },
  ]} /><//>`;
}

/** @param {{customer: string}} props */
function HealthOf({ customer }) {
  const pets = useLoad((signal) => api.all(at(`/customers/${customer}/pets`), { status: 'active' }, signal, 50), [customer]);
  if (!pets.data) return pets.error ? html`<${Trouble} error=${pets.error} retry=${pets.reload} />` : html`<${Waiting} />`;
  return html`${pets.data.map((p) => html`<${Vaccinations} pet=${p} title=${p.name} />`)}${!pets.data.length && html`<${Card}><p
    class="hint">${w.noPets}</p><//>`}`;
}
