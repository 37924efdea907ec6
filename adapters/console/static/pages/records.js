import { html } from '../vendor/htm-preact.js';
import {
  api, at, bySection, can, Chips, companyOf, day, dayIn, dotted, go, hint, ifStill, isBlank, money, nameOf, nameOfField, options,
  phoneLink, phoneOf, plain, route, short, show, state, strong, swatch, useList, useLoad, usePlace, valuesOf,
} from '../core/data.js';
import {
  badge, Button, Card, column, Facts, Link, ListPage, ListTable, Loaded, mark, named, Page, Panels, Pending, statusColumn, Tabs,
} from '../core/ui.js';
import { Form, Narrow, Pick, searchIn } from '../core/form.js';
import { Notes, HealthOf, Vaccinations, Preventives, History } from './care.js';
import { reach } from './links.js';
import { words as w } from '../words.js';

const lacking = () => !can('customers:write config:read'); // forms are made of fields

const customerColumns = [
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

function SearchResults() {
  const { query } = usePlace();
  const found = (title, path, columns) => html`<${Card} title=${title}><${ListTable} label=${title} columns=${columns}
    list=${useList(at(path), { search: searchIn(query), limit: 20 })} empty=${w.nothingFound} to=${(r) => path + '/' + r.id} /><//>`;
  const q = query.get('q');
  return html`<${Page} title=${q ? w.resultsFor(q) : w.searchResults}>${found(w.customers, '/customers', customerColumns)}
    ${found(w.pets, '/pets', petColumns(true))}<//>`;
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

function RecordPage({ title, what, back, path, tab, record: r, form, sub, skip, main, notes, orders, health }) {
  const tabs = [
    ['', w.overview, true],
    ['notes', w.notes, can('notes:read', 'notes:write')],
    ['orders', w.orders, can('orders:read')],
    ['health', w.health, health && can('health:read')],
    ['history', w.history, can('events:read')],
  ].filter(([, , may]) => may);
  const marks = html`${badge(r.status)}
    ${r.secondary_pet_status && mark('info', r.secondary_pet_status.name)}
    ${r.colour_code_ids.map((id) => swatch(form.data?.lists.colours.find((x) => x.id === id)))}`;
  return html`<${Page} title=${title} back=${back} badge=${marks} sub=${sub}
    actions=${!lacking() && html`<${Button} kind="primary" onClick=${() => go(path + '/edit')}>${w.edit}<//>`}>
    ${r.alert && html`<p class="alert" role="note" dir="auto">${r.alert}</p>`}
    <${Tabs} label=${what} tabs=${tabs.map(([name, label]) => ({ to: path + (name && '/' + name), label, current: name === tab }))} />
    ${tab === '' && html`<div class="split"><div>${main}</div><${Card} title=${w.details}><${Loaded} of=${form}>${() => html`<${Details}
      form=${form.data} record=${r} skip=${skip.split(' ')} />`}<//><//></div>`}
    ${tab === 'notes' && html`<${Notes} path=${at(notes + '/notes')} />`}
    ${tab === 'orders' && html`<${Orders} ...${orders} />`}
    ${tab === 'health' && health}
    ${tab === 'history' && html`<${History} record=${r.id} form=${form.data} />`}
  <//>`;
}

function Details({ form, record, skip }) {
  const above = ['alert', 'status', 'colour_code_ids', 'password', ...skip];
  const fields = form.fields.filter((f) => f.kind === 'custom' || !above.includes(f.key));
  const values = valuesOf(record, fields);
  const facts = bySection(fields).map(([section, list]) => {
    const filled = list.filter((f) => !isBlank(values[nameOfField(f)]));
    const items = filled.map((f) => [f.label, show(f, values[nameOfField(f)], { ...form.lists, record })]);
    return items.length > 0 && html`${section && html`<h3 dir="auto">${section}</h3>`}<${Facts} items=${items} />`;
  });
  return facts.some(Boolean) ? facts : html`<p class="hint">${can('config:read') ? w.noDetails : w.needs('config:read')}</p>`;
}

const petColumns = (owner) => [
  named(),
  column(w.breed, (p) => p.breed || plain(p.species)),
  column(w.born, (p) => day(p.birth_date), 'nowrap wide-only'),
  owner && column(w.owner, (p) => reach(p.customer)),
  column(w.microchip, (p) => p.microchip && html`<code>${p.microchip}</code>`, 'wide-only'),
  column(w.status, (p) => badge(p.status, p.status === 'active' ? p.secondary_pet_status?.name : undefined)),
];

function PetsOf({ customer }) {
  const list = useList(at(`/customers/${customer}/pets`));
  return html`<${Card} title=${w.pets} actions=${!lacking() && html`<${Button}
    onClick=${() => go(`/customers/${customer}/newPet`)}>${w.newPet}<//>`}>
    <${ListTable} list=${list} label=${w.pets} empty=${w.noPets} columns=${petColumns()} to=${(p) => '/pets/' + p.id} /><//>`;
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

function CustomerForm({ customer }) {
  const to = '/customers' + (customer ? '/' + customer : '');
  const record = useLoad(async () => (customer ? api.get(at(to)) : null), [customer]);
  return html`<${RecordForm} what="customer" title=${customer ? w.editCustomer : w.newCustomer} to=${to} of=${record} record=${record.data}
    path=${at(to)} done=${(c) => go('/customers/' + c.id)} />`;
}

function PetForm({ pet }) {
  const to = '/pets/' + pet;
  const record = useLoad(() => api.get(at(to)), [pet]);
  return html`<${RecordForm} what="pet" title=${w.editPet} to=${to} of=${record} record=${record.data}
    path=${at(`/customers/${record.data?.customer_id}${to}`)} done=${() => go(to)} />`;
}

function NewPet({ customer }) {
  const to = '/customers/' + customer;
  const owner = useLoad(() => api.get(at(to)), [customer]);
  return html`<${RecordForm} what="pet" title=${w.newPet} to=${to} of=${owner} path=${at(to + '/pets')}
    done=${(p) => go('/pets/' + p.id)} />`;
}

const useForm = (what) =>
  useLoad(async () => {
    const paths = [`/${what}Fields`, '/colourCodes', ...(what === 'pet' ? ['/secondaryPetStatuses'] : [])];
    const [fields, colours, statuses] = await Promise.all(paths.map((path) => (can('config:read') ? short(path) : [])));
    const password = { type: 'password', autocomplete: 'new-password' };
    return {
      fields: fields.filter((f) => f.visible).map((f) => (f.key === 'password' && f.kind === 'standard' ? { ...f, ...password } : f)),
      lists: { colours: colours.filter((c) => c.type === what), statuses },
    };
  }, [what]);

/** The way back leads to `of`. */
function RecordForm({ what, title, to, of, record = null, path, done }) {
  const form = useForm(what);
  const reload = () => {
    form.reload();
    of.reload();
  };
  const both = { data: of.data !== undefined && form.data, error: form.error || of.error, busy: true, reload };
  const back = { to, label: nameOf(of.data || { name: w.customers }) };
  if (lacking()) return html`<${Pending} of=${{}} title=${title} back=${back} empty=${
    state.account?.status === 'inactive' ? w.accountInactive : w.needs('customers:write, config:read')} />`;
  const draw = ({ fields, lists }) => html`<${Form} name=${path} fields=${bySection(fields).flatMap(([, list]) => list)} lists=${lists}
    record=${record} path=${path} saved=${ifStill(done)} cancel=${() => go(to)} />`;
  return html`<${Page} title=${title} back=${back}><${Card} narrow><${Loaded} of=${both}>${draw}<//><//><//>`;
}

route('/customers', Customers);
route('/customers/new', CustomerForm);
route('/customers/:customer', Customer);
route('/customers/:customer/edit', CustomerForm);
route('/customers/:customer/newPet', NewPet);
route('/customers/:customer/:tab', Customer);
route('/pets', Pets);
route('/pets/:pet', Pet);
route('/pets/:pet/edit', PetForm);
route('/pets/:pet/:tab', Pet);
route('/search', SearchResults);
