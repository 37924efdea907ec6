import { html, useState } from '../vendor/htm-preact.js';
import {
  api, at, boardOf, bySection, can, Chips, choices, clock, companyOf, day, dayAt, dayIn, dayOf, dotted, go, hint, historyOf, ifStill, instant, isBlank,
  listed, money, nameOf, nameOfField, number, options, ordersOn, petsIn, phoneLink, phoneOf, plain, plusDays, refine, route, short,
  shortDay, show, state, strong, swatch, today, useFresh, useList, useLoad, usePlace, valuesOf,
} from '../core/data.js';
import { badge, Button, Card, column, Facts, Link, ListPage, ListTable, Loaded, mark, named, Page, Panels } from '../core/ui.js';
import { Pending, statusColumn, Table, Tabs, Trouble } from '../core/ui.js';
import { field, Form, Narrow, Part, Pick, same, searchIn, Typed, useChanges } from '../core/form.js';
import { Undo } from '../core/undo.js';
import { words as w } from '../words.js';

const linkTo = (path, r) => html`<${Link} to=${path + r.id}><bdi>${r.name}</bdi><//>`;
const toPet = (p) => linkTo('/pets/', p);
const toCustomer = (c) => linkTo('/customers/', c);
const reach = (c) => html`${toCustomer(c)} ${hint(phoneLink(c.phone))}`;

const services = () => options((state.account?.service_types || []).join(' '));

function Today() {
  const { query } = usePlace();
  const now = dayAt('day');
  const service = query.get('service') || undefined;
  const found = useFresh((signal) => ordersOn(now, { serviceType: service }, signal), [now, service]);
  const { arriving, staying, leaving } = boardOf(found.data || [], now);
  const open = (day) => refine({ day: day === today() ? '' : day });
  const until = (o) => (o.ends_at && o.to !== now ? w.until(dayOf(o.ends_at)) : '');
  const group = (title, empty, orders, time, span) => html`<${Card} title=${html`${title} <span
    class="count">${found.data && petsIn(orders)}</span>`}><${Loaded} of=${{ ...found, data: found.data && orders, error: null }}
    empty=${empty}>${() => html`<ul class="stays entries">${orders.map((o) => Stay(o, time && clock(o[time]), span(o)))}</ul>`}<//><//>`;
  return html`<${Page} title=${now === today() ? w.today : shortDay(now)} sub=${now === today() ? shortDay(now) : ''}>
    <div class="filters"><div class="part"><span>${w.day}</span><div class="pair"><${Button} aria-label=${w.theDayBefore}
      onClick=${() => open(plusDays(now, -1))}>‹<//>
        <${Typed} type="date" aria-label=${w.day} value=${now} set=${open} />
        <${Button} aria-label=${w.theDayAfter} onClick=${() => open(plusDays(now, 1))}>›<//></div></div>
      <${Pick} name="service" label=${w.service} options=${services()} /></div>
    <${Trouble} error=${found.error} retry=${found.reload} />
    ${(found.data || !found.error) && html`<div class="board">${group(w.arriving, w.nobodyArrives, arriving, 'starts_at', until)}
      ${group(w.inTheHouse, w.nobodyIsStaying, staying, '', until)}
      ${group(w.leaving, w.nobodyLeaves, leaving, 'ends_at', (o) => o.from !== now && w.since(dayOf(o.starts_at)))}</div>`}<//>`;
}

function Stay(o, time, span) {
  const { customer: c, pets = [] } = o;
  const order = '/orders/' + o.id;
  return html`<li key=${o.id}>${time && html`<time>${time}</time>`}<div class="stay">
    <p class="strong">${pets.length
      ? pets.map((p, i) => html`${i ? ', ' : ''}${toPet(p)}`)
      : html`<${Link} to=${order}>${o.number}<//>`}</p>
    ${c && html`<p class="hint">${reach(c)}</p>`}
    ${[...pets, c].filter((x) => x?.alert).map((x) => html`<p class="alert small" dir="auto">${x.alert}</p>`)}
    <p class="hint"><${Link} to=${order}>${o.service_types.map(plain).join(', ') || w.order}<//> ${span}
      ${o.status === 'draft' && html` ${badge('draft')}`}</p></div></li>`;
}

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

function Order({ order }) {
  const found = useLoad(() => api.get(at('/orders/' + order), can('customers:read') ? { include: 'customer,pets' } : {}), [order]);
  const o = found.data;
  const back = { to: '/today', label: w.today };
  if (!o) return html`<${Pending} of=${found} title=${w.order} back=${back} />`;
  const { totals: t, pets = [], customer: c } = o;
  const owner = c && { to: '/customers/' + o.customer_id, label: c.name };
  return html`<${Page} title=${w.orderNumber(o.number)} back=${owner || back} sub=${o.service_types.map(plain).join(', ')}
    badge=${html`${badge(o.status)}${badge(o.payment_status)}`}>
    <div class="split"><div><${Card} title=${w.lines}><${Table} label=${w.lines} rows=${o.lines} columns=${[
      named((l) => html`${strong(l.name)} ${hint(pets.find((p) => p.id === l.pet_id)?.name)}`),
      column(w.quantity, (l) => l.quantity, 'right'),
      column(w.price, (l) => money(l.unit_price), 'right nowrap'),
      column(w.total, (l) => money(l.total), 'right nowrap'),
    ]} /><div class="totals"><${Facts} items=${[
      [w.subtotal, money(t.subtotal)],
      [w.discount, t.discount.amount ? '−' + money(t.discount) : ''],
      [w.tax, t.tax.amount ? money(t.tax) : ''],
      [w.total, html`<strong>${money(t.total)}</strong>`],
      [w.paid, money(t.paid)],
      [w.balanceDue, html`<strong>${money(t.balance_due)}</strong>`],
    ]} /></div><//>
      ${can('notes:read', 'notes:write') && html`<${Notes} path=${at(`/orders/${order}/notes`)} />`}</div>
    <div><${Card} title=${w.details}><${Facts} items=${[
      [w.starts, instant(o.starts_at)],
      [w.ends, instant(o.ends_at)],
      [w.placed, instant(o.placed_at)],
      [w.customer, c && reach(c)],
      [w.pets, pets.length > 0 && listed(pets.map(toPet))],
    ]} /><//>
    <${Card} title=${w.payments}>${o.payments.length
      ? html`<${Facts} items=${o.payments.map((p) => [plain(p.method), html`${money(p.amount)} ${hint(instant(p.taken_at))}`])} />`
      : html`<p class="hint">${w.noPayments}</p>`}<//></div></div>
  <//>`;
}

function Compliance() {
  const { query } = usePlace();
  if (!can('customers:read')) return html`<${Pending} of=${{}} title=${w.compliance} empty=${w.needs('customers:read')} />`;
  const asked = services().filter((s) => s.value !== 'retail');
  const serviceType = query.get('service') || asked[0]?.value || 'boarding';
  const to = dayAt('to');
  const status = query.get('status') || 'non_compliant';
  const list = useList(at('/compliance'), { serviceType, from: to, status: status === 'any' ? '' : status });
  const types = useLoad(() => short('/vaccinationTypes'), []);
  const demanded = types.data?.some((t) => t.required_for.includes(serviceType));
  const names = (entries) => entries.map((e) => e.vaccination_type.name).join(', ');
  return html`<${ListPage} title=${w.compliance} sub=${w.complianceSub} list=${list} empty=${demanded ? w.allCompliant : w.nothingAsked}
    to=${(r) => '/pets/' + r.pet.id}
    filters=${html`<${Pick} name="service" label=${w.service} value=${serviceType} options=${asked} blank=${false} />
      <${Part} label=${w.lastDay}><${Typed} type="date" value=${to} set=${(to) => refine({ to })} /><//>
      <${Pick} name="status" label=${w.status} value=${status} blank=${false}
        options=${options('non_compliant expiring compliant not_required any')} />`} columns=${[
      column(w.pet, (r) => html`${strong(r.pet.name)} ${hint(plain(r.pet.species))}`),
      statusColumn,
      column(w.missing, (r) => names(r.missing)),
      column(w.exempt, (r) => names(r.exempt)),
      column(w.expiredOrExpiring, (r) => names([...r.expired, ...r.expiring])),
      column(w.validUntil, (r) => day(r.valid_until), 'nowrap'),
      column(w.owner, (r) => toCustomer(r.customer)),
      column(w.telephone, (r) => phoneLink(r.customer.phone), 'nowrap'),
    ]} />`;
}

const name = named((r) => html`${strong(r.name)}${r.description && html`<br />${hint(r.description)}`}`);
const active = column(w.status, (r) => badge(r.active ? 'active' : 'inactive'));
const code = (key) => column(w.code, (r) => r[key] && html`<code>${r[key]}</code>`, 'wide-only');

const price = ({ value_data: { base_price, pricing_model, rows } }) => html`${money(base_price)} ${hint(plain(pricing_model).toLowerCase())}
  ${rows.length > 0 && html`<details><summary>${w.priceRules(rows.length)}</summary><ul class="plain">${rows.map(
    (row) => html`<li><span dir="auto">${row.label}</span> <span class="nowrap">${money(row.price)}</span></li>`,
  )}</ul></details>`}`;

const priced = [
  name,
  column(w.service, (r) => (r.serviceType ? plain(r.serviceType) : w.standalone)),
  code('code'),
  column(w.price, price),
  active,
];

const catalogs = {
  rates: [w.rates, '/products/rates', priced],
  addons: [w.addons, '/products/addons', priced],
  retail: [w.retail, '/products/retail', [
    name,
    column(w.brand, (r) => r.brand),
    code('sku'),
    column(w.price, (r) => money(r.price), 'right nowrap'),
    column(w.stock, (r) => (r.track_stock ? number(r.stock_quantity) : '–'), 'right'),
    active,
  ]],
  adjustments: [w.adjustments, '/products/adjustments', [
    name,
    column(w.kind, (r) => plain(r.kind)),
    code('code'),
    column(w.value, ({ value_data: v }) => (v.percent ? v.percent + ' %' : money(v.amount)), 'right nowrap'),
    column(w.validUntil, (r) => day(r.valid_until), 'nowrap'),
    active,
  ]],
  taxes: [w.taxes, '/taxes', [
    name,
    column(w.rate, (r) => r.rate + ' %', 'right'),
    column(w.includedInPrices, (r) => (r.inclusive ? w.yes : w.no)),
    active,
  ]],
};

function Catalog({ kind = 'rates' }) {
  const { query } = usePlace();
  const [label, path, columns] = catalogs[kind] || catalogs.rates;
  const list = useList(at(path), { search: searchIn(query), active: query.get('active') });
  const states = [
    { value: 'true', label: plain('active') },
    { value: 'false', label: plain('inactive') },
  ];
  const tabs = Object.entries(catalogs).map(([k, [label]]) => ({ to: '/catalog/' + k, label, current: k === kind }));
  return html`<${ListPage} title=${w.catalogue} sub=${w.catalogSub} above=${html`<${Tabs} label=${w.catalogue} tabs=${tabs} />`}
    label=${label} filters=${html`<${Narrow} label=${w.narrowCatalog} /><${Pick} name="active" label=${w.status} options=${states} />`}
    list=${list} none=${w.nothingHereYet} columns=${columns} />`;
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

const noteFields = [
  field('title', 'text', w.title),
  field('body', 'textarea', w.note, { required: true }),
  field('category', 'select', w.category, { options: options('general medical behaviour grooming boarding billing incident other') }),
  field('visibility', 'select', w.visibleTo, { options: options('staff customer') }),
  field('pinned', 'check', w.pinned, { say: w.keepAtTheTop }),
];

function Notes({ path }) {
  const list = useList(can('notes:read') && path);
  const changes = useChanges({
    path,
    own: (n) => at('/notes/' + n.id),
    form: () => ({ load: path, fields: noteFields, start: { category: 'general', visibility: 'staff', pinned: false } }),
    name: (n) => n.title || w.note,
    say: { ...w.aNote, ask: (_, n) => n.title || n.body.slice(0, 200) },
    may: can('notes:write'),
    changed: list.reload,
  });
  const draw = (notes) => html`<ul class="notes entries">${notes.map(
    (n) => html`<li key=${n.id}>
      <header>${n.pinned && mark('info', w.pinned)}<strong dir="auto">${n.title}</strong>${mark('dim', plain(n.category))}
        ${n.visibility === 'customer' && mark('warn', w.customerSeesIt)}</header>
      <p class="lines" dir="auto">${n.body}</p>
      <footer class="hint"><span dir="auto">${dotted([n.author?.name, instant(n.created_at)])}</span><span
        class="note-actions">${changes.buttons(n)}</span></footer></li>`,
  )}</ul>`;
  return html`<${Card} title=${w.notes} actions=${changes.add()}><${ListTable} list=${list} draw=${draw}
    empty=${can('notes:read') ? w.aNote.none : w.needs('notes:read')} />${changes.dialogs}<//>`;
}

function HealthOf({ customer }) {
  const pets = useLoad((signal) => api.all(at(`/customers/${customer}/pets`), { status: 'active' }, signal, 50), [customer]);
  return html`<${Loaded} of=${pets} empty=${w.noPets}>${(list) => list.map((p) => html`<${Vaccinations} pet=${p} title=${p.name} />`)}<//>`;
}

function Vaccinations({ pet, title = w.vaccinations }) {
  const path = at(`/pets/${pet.id}/vaccinations`);
  const list = useList(path);
  const types = useLoad(() => short('/vaccinationTypes'), []);
  const fitting = (types.data || []).filter((t) => !t.species.length || t.species.includes(pet.species));
  const vaccine = field('vaccination_type_id', 'select', w.vaccine, { required: true, options: choices(fitting) });
  const fields = (old) => [
    ...(old ? [] : [vaccine]),
    field('administered_on', 'date', w.givenOn),
    field('expires_on', 'date', w.expiresOn, old ? { required: true } : { help_text: w.expiresHelp }),
    ...['manufacturer', 'lot_number', 'clinic', 'veterinarian'].map((key) => field(key, 'text', plain(key))),
    field('verified', 'check', w.verifiedSay),
    field('note', 'textarea', w.note),
  ];
  const changes = useChanges({
    path,
    form: (old) => ({ load: path, fields: fields(old) }),
    name: (v) => `${v.type.name}, ${day(v.expires_on)}`,
    say: w.aVaccination,
    may: can('health:write'),
    changed: list.reload,
  });
  const left = ({ current, days_until_expiry: days }) =>
    current && html`<span class="hint nowrap">${days < 0 ? w.daysAgo(-days) : w.daysLeft(days)}</span>`;
  return html`<${Card} title=${title} actions=${changes.add()}>
    <${ListTable} list=${list} label=${w.vaccinations} empty=${w.aVaccination.none} columns=${[
      column(w.vaccine, (v) => html`<span class=${v.current ? 'strong' : 'hint'}>${v.type.name}</span>`),
      column(w.status, (v) => (v.current ? badge(v.status) : hint(w.replaced))),
      column(w.expiresOn, (v) => html`<span class="nowrap">${day(v.expires_on)}</span> ${left(v)}`),
      changes.column,
    ]} />${changes.dialogs}<//>`;
}

function Preventives({ pet }) {
  const list = useList(at(`/pets/${pet.id}/preventives`));
  if (!list.rows.length && !list.error) return null;
  return html`<${Card} title=${w.preventives}><${ListTable} list=${list} label=${w.preventives} columns=${[
    column(w.kind, (p) => strong(p.type?.name)),
    column(w.product, (p) => p.product),
    column(w.status, (p) => p.status && badge(p.status)),
    column(w.expiresOn, (p) => day(p.expires_on), 'nowrap'),
  ]} /><//>`;
}

function History({ record, form }) {
  const found = useLoad((signal) => historyOf(record, signal), [record]);
  const [change, undo] = useState('');
  const actor = ({ name, type }) => html`<span dir="auto">${name || plain(type)}</span>`;
  return html`<${Card} title=${w.history}><${Loaded} of=${found} empty=${w.noHistory}>${(events) => html`<ol class="entries">${events.map(
    (e) => html`<li key=${e.id}>
      <header><strong>${plain(e.type.replace('.', '_'))}</strong>${hint(html`${actor(e.actor)} · ${instant(e.created_at)}`)}
        ${e.change_id && html`<${Button} onClick=${() => undo(e.change_id)}>${w.undo}<//>`}</header>
      ${e.data.previous && html`<${Changes} previous=${e.data.previous} now=${e.data.object} form=${form} />`}</li>`,
  )}</ol>`}<//>${change && html`<${Undo} change=${change} close=${() => undo('')} done=${() => location.reload()} />`}<//>`;
}

const technical = ['version', 'updated_at', 'breed', 'secondary_pet_status', 'login'];

function Changes({ previous, now, form }) {
  const change = (kind, before, after) => (key) => {
    if (same(before[key], after[key])) return;
    const known = form?.fields.find((f) => f.kind === kind && f.key === key) || field(key, '', plain(key));
    const text = (v) => (isBlank(v) ? html`<em>${w.empty}</em>` : show(known, v, form?.lists));
    return html`<div><dt dir="auto">${known.label}</dt><dd><span class="was" dir="auto">${text(before[key])}</span> → <span
      dir="auto">${text(after[key])}</span></dd></div>`;
  };
  const { custom_fields: custom, ...standard } = previous;
  const all = { ...custom, ...now.custom_fields };
  return html`<dl class="changes">${Object.keys(standard).filter((k) => !technical.includes(k)).map(change('standard', previous, now))}
    ${custom && Object.keys(all).map(change('custom', custom, now.custom_fields))}</dl>`;
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

route('/today', Today);
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
route('/orders/:order', Order);
route('/compliance', Compliance);
route('/catalog', Catalog);
route('/catalog/:kind', Catalog);
