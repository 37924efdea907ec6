import { html } from '../vendor/htm-preact.js';
import {
  at, bySection, can, day, dayIn, go, ifStill, isBlank, money, nameOf, nameOfField, plain, short, show, state, strong, swatch, useList,
  useLoad, valuesOf,
} from '../core/data.js';
import { Form } from '../core/form.js';
import { badge, Button, Card, column, Facts, ListTable, Loaded, mark, Page, Pending, statusColumn, Tabs } from '../core/ui.js';
import { Notes, History } from './care.js';
import { words as w } from '../words.js';

export const lacking = () => !can('customers:write config:read'); // forms are made of fields

export const useForm = (what) =>
  useLoad(async () => {
    const paths = [`/${what}Fields`, '/colourCodes', ...(what === 'pet' ? ['/secondaryPetStatuses'] : [])];
    const [fields, colours, statuses] = await Promise.all(paths.map((path) => (can('config:read') ? short(path) : [])));
    const password = { type: 'password', autocomplete: 'new-password' };
    return {
      // A photo is chosen on the page of the pet.
      fields: fields
        .filter((f) => f.visible && f.key !== 'photo_file_id')
        .map((f) => (f.key === 'password' && f.kind === 'standard' ? { ...f, ...password } : f)),
      lists: { colours: colours.filter((c) => c.type === what), statuses },
    };
  }, [what]);

export function RecordPage({ title, what, back, path, tab, record: r, form, sub, skip, main, notes, orders, health, ...more }) {
  const { above, face, actions, first = [], also } = more;
  const tabs = [
    ['', w.overview, true],
    ['notes', w.notes, can('notes:read', 'notes:write')],
    ['orders', w.orders, can('orders:read')],
    ['health', w.health, health && can('health:read')],
    ['history', w.history, can('events:read', 'notes:read', 'orders:read', 'health:read')],
  ].filter(([, , may]) => may);
  const marks = html`${badge(r.status)}
    ${r.secondary_pet_status && mark('info', r.secondary_pet_status.name)}
    ${r.colour_code_ids.map((id) => swatch(form.data?.lists.colours.find((x) => x.id === id)))}`;
  return html`<${Page} title=${title} back=${back} badge=${marks} sub=${sub}
    face=${face} actions=${html`${actions}${!lacking() && !r.erased_at && html`<${Button} kind="primary"
      onClick=${() => go(path + '/edit')}>${w.edit}<//>`}`}>
    ${above}${r.alert && html`<p class="alert" role="note" dir="auto">${r.alert}</p>`}
    <${Tabs} label=${what} tabs=${tabs.map(([name, label]) => ({ to: path + (name && '/' + name), label, current: name === tab }))} />
    ${tab === '' && html`<div class="split"><div>${main}</div><${Card} title=${w.details}><${Loaded} of=${form}>${() => html`<${Details}
      form=${form.data} record=${r} skip=${skip.split(' ')} first=${first} />`}<//><//></div>`}
    ${tab === 'notes' && html`<${Notes} path=${at(notes + '/notes')} />`}
    ${tab === 'orders' && html`<${Orders} ...${orders} />`}
    ${tab === 'health' && health}
    ${tab === 'history' && html`<${History} record=${r.id} form=${form.data} also=${also} />`}
  <//>`;
}

function Details({ form, record, skip, first }) {
  const above = ['alert', 'status', 'colour_code_ids', 'password', ...skip];
  const fields = form.fields.filter((f) => f.kind === 'custom' || !above.includes(f.key));
  const values = valuesOf(record, fields);
  const facts = bySection(fields).map(([section, list]) => {
    const filled = list.filter((f) => !isBlank(values[nameOfField(f)]));
    const items = filled.map((f) => [f.label, show(f, values[nameOfField(f)], { ...form.lists, record })]);
    return items.length > 0 && html`${section && html`<h3 dir="auto">${section}</h3>`}<${Facts} items=${items} />`;
  });
  const known = first.filter(([, value]) => value);
  if (known.length) facts.unshift(html`<${Facts} items=${known} />`);
  return facts.some(Boolean) ? facts : html`<p class="hint">${can('config:read') ? w.noDetails : w.needs('see the form that says what is on record')}</p>`;
}

function Orders({ path, params }) {
  const list = useList(at(path), params);
  return html`<${Card} title=${w.orders}><${ListTable} list=${list} label=${w.orders} empty=${w.noOrders}
    to=${(o) => '/orders/' + o.id} columns=${[
      column(w.number, (o) => strong(o.number), 'nowrap'),
      column(w.services, (o) => o.service_types.map(plain).join(', ')),
      column(w.stay, (o) => [...new Set([o.starts_at, o.ends_at].filter(Boolean).map((t) => day(dayIn(t))))].join(' – '), 'nowrap'),
      statusColumn,
      column(w.payment, (o) => badge(o.payment_status)),
      column(w.total, (o) => money(o.totals.total), 'right nowrap'),
    ]} /><//>`;
}

export const needsToWrite = () => (state.account?.status === 'inactive' ? w.accountInactive : w.needs('change customers and pets'));

/** The way back leads to `of`. */
export function RecordForm({ what, title, to, of, record = null, path, done, above }) {
  const form = useForm(what);
  const reload = () => {
    form.reload();
    of.reload();
  };
  const both = { data: of.data !== undefined && form.data, error: form.error || of.error, busy: true, reload };
  const back = { to, label: nameOf(of.data || { name: w.customers }) };
  if (lacking()) return html`<${Pending} of=${{}} title=${title} back=${back} empty=${needsToWrite()} />`;
  const draw = ({ fields, lists }) => html`<${Form} name=${path} fields=${bySection(fields).flatMap(([, list]) => list)} lists=${lists}
    record=${record} path=${path} saved=${ifStill(done)} cancel=${() => go(to)} fresh=${!record} />`;
  return html`<${Page} title=${title} back=${back}>${above}<${Card} narrow><${Loaded} of=${both}>${draw}<//><//><//>`;
}
