// The forms of customers and pets, drawn from the location's own form fields.
import { html } from '../vendor/htm-preact.js';
import { api } from '../core/api.js';
import { useLoad } from '../core/hooks.js';
import { bySection, useForm } from '../core/lists.js';
import { at } from '../core/store.js';
import { go } from '../core/router.js';
import { Form } from '../core/form.js';
import { Card, Page, Trouble, Waiting } from '../core/ui.js';
import { nameOf } from '../core/format.js';
import { words as w } from '../words.js';

/** @param {{customer?: string}} props without one, a customer is made */
export function CustomerForm({ customer }) {
  const form = useForm('customer');
  const record = useLoad(() => (customer ? api.get(at('/customers/' + customer)) : Promise.resolve(null)), [customer]);
  const back = customer
    ? { to: '/customers/' + customer, label: record.data ? nameOf(record.data) : w.customer }
    : { to: '/customers', label: w.customers };
  return html`<${RecordForm} title=${customer ? w.editCustomer : w.newCustomer} back=${back} form=${form} record=${record}
    name=${'customer ' + (customer || 'new')}
    path=${at('/customers' + (customer ? '/' + customer : ''))} done=${(c) => go('/customers/' + (customer || c.id))} />`;
}

/** @param {{pet: string}} props */
export function PetForm({ pet }) {
  const form = useForm('pet');
  const record = useLoad(() => api.get(at('/pets/' + pet)), [pet]);
  const path = record.data ? at(`/customers/${record.data.customer_id}/pets/${pet}`) : '';
  return html`<${RecordForm} title=${w.editPet} back=${{ to: '/pets/' + pet, label: record.data?.name || w.pet }} form=${form}
    record=${record} name=${'pet ' + pet} path=${path} done=${() => go('/pets/' + pet)} />`;
}

/** @param {{customer: string}} props */
export function NewPet({ customer }) {
  const form = useForm('pet');
  const owner = useLoad(() => api.get(at('/customers/' + customer)), [customer]);
  return html`<${RecordForm} title=${w.newPet}
    back=${{ to: '/customers/' + customer, label: owner.data ? nameOf(owner.data) : w.customer }} form=${form}
      record=${{ data: null }} name=${'pet of ' + customer}
    path=${at(`/customers/${customer}/pets`)} done=${(p) => go('/pets/' + p.id)} />`;
}

/** @param {Record<string, any>} props */
function RecordForm({ title, back, form, record, name, path, done }) {
  const ready = form.data && record.data !== undefined;
  const fields = form.data ? bySection(form.data.fields).flatMap(([, fields]) => fields) : [];
  return html`<${Page} title=${title} back=${back}><${Card} class="narrow">
    <${Trouble} error=${form.error || record.error} retry=${() => {
      form.reload();
      record.reload?.();
    }} />
    ${
      ready
        ? html`<${Form} name=${name} fields=${fields} lists=${form.data.lists} record=${record.data} path=${path} saved=${done}
          cancel=${() => go(back.to)} />`
        : !form.error && !record.error && html`<${Waiting} lines=${8} />`
    }
  <//><//>`;
}
