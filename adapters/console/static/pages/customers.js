import { html } from '../vendor/htm-preact.js';
import {
  api, at, Chips, companyOf, dotted, go, hint, nameOf, options, phoneLink, phoneOf, route, strong, useList, useLoad, usePlace,
} from '../core/data.js';
import { Narrow, Pick, searchIn } from '../core/filters.js';
import { Button, Card, column, ListPage, ListTable, named, Panels, Pending, statusColumn } from '../core/ui.js';
import { HealthOf } from './care.js';
import { NewPet, petColumns } from './pets.js';
import { lacking, RecordForm, RecordPage, useForm } from './record.js';
import { words as w } from '../words.js';

export const customerColumns = [
  named((c) => html`${strong(nameOf(c))} ${hint(dotted([companyOf(c), ...(c.matching_pets || []).map((p) => w.pet + ' ' + p.name)]))}`),
  column(w.telephone, (c) => phoneLink(phoneOf(c)), 'nowrap'),
  column(w.email, (c) => html`<span title=${c.email}>${c.email}</span>`, 'mail nowrap'),
  column(w.tags, (c) => Chips(c.tags.slice(0, 3)), 'wide-only'),
  statusColumn,
];

function Customers() {
  const { query } = usePlace();
  const list = useList(at('/customers'), { search: searchIn(query), status: query.get('status') });
  return html`<${ListPage} title=${w.customers} list=${list} none=${w.noCustomersYet} to=${(c) => '/customers/' + c.id}
    actions=${!lacking() && html`<${Button} kind="primary" onClick=${() => go('/customers/new')}>${w.newCustomer}<//>`}
    filters=${html`<${Narrow} label=${w.narrowCustomers} /><${Pick} name="status" label=${w.status}
      options=${options('active inactive blocked')} />`} columns=${customerColumns} />`;
}

function Customer({ customer, tab = '' }) {
  const path = '/customers/' + customer;
  const record = useLoad(() => api.get(at(path)), [customer]);
  const form = useForm('customer');
  const c = record.data;
  const back = { to: '/customers', label: w.customers };
  if (!c) return html`<${Pending} of=${record} title=${w.customer} back=${back} />`;
  return html`<${RecordPage} title=${nameOf(c)} what=${w.customer} back=${back} path=${path} tab=${tab} record=${c} form=${form}
    sub=${dotted([companyOf(c), phoneLink(phoneOf(c)), c.email])} skip="first_name last_name"
    main=${html`<${PetsOf} customer=${customer} /><${Panels} on="customer" customer=${c} />`}
    notes=${path} orders=${{ path: path + '/orders' }} health=${html`<${HealthOf} customer=${customer} />`} />`;
}

function PetsOf({ customer }) {
  const list = useList(at(`/customers/${customer}/pets`));
  return html`<${Card} title=${w.pets} actions=${!lacking() && html`<${Button}
    onClick=${() => go(`/customers/${customer}/newPet`)}>${w.newPet}<//>`}>
    <${ListTable} list=${list} label=${w.pets} empty=${w.noPets} columns=${petColumns()} to=${(p) => '/pets/' + p.id} /><//>`;
}

function CustomerForm({ customer }) {
  const to = '/customers' + (customer ? '/' + customer : '');
  const record = useLoad(async () => (customer ? api.get(at(to)) : null), [customer]);
  return html`<${RecordForm} what="customer" title=${customer ? w.editCustomer : w.newCustomer} to=${to} of=${record} record=${record.data}
    path=${at(to)} done=${(c) => go('/customers/' + c.id)} />`;
}

route('/customers', Customers);
route('/customers/new', CustomerForm);
route('/customers/:customer', Customer);
route('/customers/:customer/edit', CustomerForm);
route('/customers/:customer/newPet', NewPet);
route('/customers/:customer/:tab', Customer);
