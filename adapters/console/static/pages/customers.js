import { html, useState } from '../vendor/htm-preact.js';
import {
  api, at, can, Chips, companyOf, dotted, foundIn, go, hint, href, nameOf, options, phoneLink, phoneOf, ranked, route, strong, useList,
  useLoad, usePlace,
} from '../core/data.js';
import { Narrow, Pick, searchIn } from '../core/filters.js';
import { Button, Card, column, Confirm, ListPage, ListTable, named, Panels, Pending, Secret, statusColumn } from '../core/ui.js';
import { HealthOf } from './care.js';
import { Files } from './files.js';
import { Twins } from './intake.js';
import { Export } from './export.js';
import { MayBe } from './maybe.js';
import { Erased, Personal } from './personal.js';
import { petColumns } from './pets.js';
import { lacking, RecordForm, RecordPage, useForm } from './record.js';
import { words as w } from '../words.js';

/** Of customers who were found by a pet, that one first. */
const petsText = (c) => [...new Set([...(c.matching_pets || []), ...(c.pets || [])].map((p) => p.name))].slice(0, 4).join(', ');

/** The names of the pets of customers in a list, with one request a page. */
export async function withPets(page, signal) {
  const ids = page.data.slice(0, 50).map((c) => c.id);
  if (!ids.length) return page;
  const pets = Map.groupBy(await api.all(at('/pets'), { customerId: ids, status: 'active' }, signal, 500), (p) => p.customer_id);
  return { ...page, data: page.data.map((c) => ({ ...c, pets: pets.get(c.id) })) };
}

export const customerColumns = [
  named((c) => html`${strong(nameOf(c))} ${hint(companyOf(c))} ${foundIn(c)}`),
  column(w.telephone, (c) => phoneLink(phoneOf(c)), 'nowrap'),
  column(w.pets, petsText),
  column(w.email, (c) => c.email && html`<span title=${c.email}>${c.email}</span>`, 'mail nowrap'),
  column(w.tags, (c) => Chips(c.tags.slice(0, 3)), 'wide-only'),
  statusColumn,
];

function Customers() {
  const { query } = usePlace();
  const list = useList(at('/customers'), { ...ranked(searchIn(query)), status: query.get('status') }, withPets);
  return html`<${ListPage} title=${w.customers} list=${list} none=${w.noCustomersYet} to=${(c) => '/customers/' + c.id}
    actions=${html`<${Export} type="customer" />${!lacking() && html`<${Button} kind="primary"
      onClick=${() => go('/customers/new')}>${w.newCustomer}<//>`}`}
    filters=${html`<${Narrow} label=${w.narrowCustomers} /><${Pick} name="status" label=${w.status}
      options=${options('active inactive blocked')} />`} columns=${customerColumns} />`;
}

function Customer({ customer, tab = '' }) {
  const path = '/customers/' + customer;
  const record = useLoad(() => api.get(at(path)), [customer]);
  const form = useForm('customer');
  const twins = usePlace().query.get('twins');
  const [secret, show] = useState('');
  const [asking, ask] = useState(false);
  const reset = () => api.post(at(path + '/passwordReset')).then((made) => show(made.token));
  const c = record.data;
  const back = { to: '/customers', label: w.customers };
  if (!c) return html`<${Pending} of=${record} title=${w.customer} back=${back} />`;
  if (c.id !== customer) location.replace(href('/customers/' + c.id)); // it was merged
  return html`<${RecordPage} title=${nameOf(c)} what=${w.customer} back=${back} path=${path} tab=${tab} record=${c} form=${form}
    sub=${dotted([companyOf(c), phoneLink(phoneOf(c)), c.email])} skip="first_name last_name"
    above=${c.erased_at ? html`<${Erased} at=${c.erased_at} />` : twins ? html`<${Twins} ids=${twins} of=${customer} />`
      : html`<${MayBe} what="customers" id=${c.id} />`}
    main=${html`<${PetsOf} customer=${customer} /><${Files} of=${path} may=${can('customers:write')} /><${Panels} on="customer"
      customer=${c} /><${Personal} customer=${c} />`}
    notes=${path} orders=${{ path: path + '/orders' }} also=${{ notes: path + '/notes', petsOf: path + '/pets',
      orders: [path + '/orders'] }} health=${html`<${HealthOf} customer=${customer} />`}
    actions=${can('customers:write') && c.email && html`<${Button} onClick=${() => ask(true)}>${w.resetPassword}<//>`} />
    ${asking && html`<${Confirm} kind="primary" title=${w.resetPassword} text=${w.resetText} action=${w.makeToken} act=${reset}
      close=${() => ask(false)} />`}
    ${secret && html`<${Secret} title=${w.resetPassword} text=${w.tokenText} secret=${secret} close=${() => show('')} />`}`;
}

function PetsOf({ customer }) {
  const list = useList(at(`/customers/${customer}/pets`));
  return html`<${Card} title=${w.pets} actions=${!lacking() && html`<${Button}
    onClick=${() => go(`/customers/${customer}/newPet`)}>${w.newPet}<//>`}>
    <${ListTable} list=${list} label=${w.pets} empty=${w.noPets} columns=${[...petColumns(),
      column(w.alert, (p) => p.alert && html`<span class="warn strong">${p.alert}</span>`)]} to=${(p) => '/pets/' + p.id} /><//>`;
}

function CustomerForm({ customer }) {
  const to = '/customers/' + customer;
  const record = useLoad(() => api.get(at(to)), [customer]);
  return html`<${RecordForm} what="customer" title=${w.editCustomer} to=${to} of=${record} record=${record.data}
    path=${at(to)} done=${() => go(to)} />`;
}

route('/customers', Customers);
route('/customers/:customer', Customer);
route('/customers/:customer/edit', CustomerForm);
route('/customers/:customer/:tab', Customer);
