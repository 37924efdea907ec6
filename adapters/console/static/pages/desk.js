// The board of a day, customers and pets, search results, one order, and compliance.
import { html } from '../vendor/htm-preact.js';
import { api, at, can, go, refine, short, state, useList, useLoad, usePlace } from '../core/data.js';
import { Badge, Button, Card, Empty, Facts, Link, ListTable, Loaded, Page, Pending, Table, Trouble } from '../core/ui.js';
import { Narrow, Part, Pick, searchIn } from '../core/inputs.js';
import { Chips, clock, day, dayOf, hint, instant, listed, money, nameOf, options } from '../core/format.js';
import { phoneLink, phoneOf, plain, plusDays, shortDay, strong, today } from '../core/format.js';
import { find } from '../shell.js';
import { boardOf, ordersOn, petsIn } from './start.js';
import { Notes, petColumns } from './records.js';
import { words as w } from '../words.js';

const services = () => (state.account?.service_types || []).map((value) => ({ value, label: plain(value) }));

export function Today() {
  const { query } = usePlace();
  const now = query.get('day') || today();
  const service = query.get('service') || undefined;
  const found = useLoad((signal) => ordersOn(now, { serviceType: service }, signal), [now, service]);
  const { arriving, staying, leaving } = boardOf(found.data || [], now);
  const open = (date) => date && refine({ day: date === today() ? '' : date });
  const until = (o) => (o.ends_at && o.to !== now ? w.until(dayOf(o.ends_at)) : '');
  const column = (title, empty, orders, time, span) => html`<${Card} title=${html`${title} <span
    class="count">${found.data && petsIn(orders)}</span>`}><${Loaded} of=${{ ...found, data: found.data && orders, error: null }}
    empty=${empty}>${() => html`<ul class="stays">${orders.map((o) => Stay(o, time && clock(o[time]), span(o)))}</ul>`}<//><//>`;
  return html`<${Page} title=${now === today() ? w.today : shortDay(now)} sub=${now === today() ? shortDay(now) : ''}>
    <div class="filters"><div class="part"><span>${w.day}</span><div class="pair"><${Button} aria-label=${w.dayBefore}
      onClick=${() => open(plusDays(now, -1))}>‹<//>
        <input type="date" aria-label=${w.day} value=${now} onChange=${(e) => open(e.target.value)} />
        <${Button} aria-label=${w.dayAfter} onClick=${() => open(plusDays(now, 1))}>›<//></div></div>
      <${Pick} name="service" label=${w.service} options=${services()} /></div>
    <${Trouble} error=${found.error} retry=${found.reload} />
    ${(found.data || !found.error) && html`<div class="board">${column(w.arriving, w.nobodyArrives, arriving, 'starts_at', until)}
      ${column(w.inHouse, w.nobodyStays, staying, '', until)}
      ${column(w.leaving, w.nobodyLeaves, leaving, 'ends_at', (o) => o.from !== now && w.since(dayOf(o.starts_at)))}</div>`}<//>`;
}

function Stay(o, time, span) {
  const { customer: c, pets = [] } = o;
  const order = '/orders/' + o.id;
  return html`<li key=${o.id}>${time && html`<time>${time}</time>`}<div class="stay">
    <p class="strong" dir="auto">${pets.length
      ? pets.map((p, i) => html`${i ? ', ' : ''}<${Link} to=${'/pets/' + p.id}>${p.name}<//>`)
      : html`<${Link} to=${order}>${o.number}<//>`}</p>
    ${c && html`<p class="hint"><${Link} to=${'/customers/' + o.customer_id}><span dir="auto">${c.name}</span><//> <span
      class="nowrap">${c.phone || ''}</span></p>`}
    ${[...pets, c].filter((x) => x?.alert).map((x) => html`<p class="alert small" dir="auto">${x.alert}</p>`)}
    <p class="hint"><${Link} to=${order}>${o.service_types.map(plain).join(', ') || w.order}<//> ${span}
      ${o.status === 'draft' && html` <${Badge} value="draft" />`}</p></div></li>`;
}

export function Customers() {
  const { query } = usePlace();
  const list = useList(at('/customers'), { search: searchIn(query), status: query.get('status') });
  return html`<${Page} title=${w.customers} actions=${can('customers:write') && html`<${Button} kind="primary"
    onClick=${() => go('/customers/new')}>${w.newCustomer}<//>`}><${Card}>
    <div class="filters"><${Narrow} label=${w.narrowCustomers} /><${Pick} name="status" label=${w.status}
      options=${options('active inactive blocked')} /></div>
    <${ListTable} list=${list} label=${w.customers} empty=${query.size ? w.nothingFound : w.noCustomers} to=${(c) => '/customers/' + c.id}
      columns=${[
        {
          label: w.name,
          cell: (c) => html`${strong(nameOf(c))}${c.company_name && c.company_name !== nameOf(c) && html` <span
            class="hint">${c.company_name}</span>`}`,
        },
        { label: w.phone, cell: phoneOf, class: 'nowrap' },
        { label: w.email, cell: (c) => c.email, class: 'mail' },
        { label: w.tags, cell: (c) => Chips(c.tags.slice(0, 3)), class: 'wide-only' },
        { label: w.status, cell: (c) => html`<${Badge} value=${c.status} />` },
      ]} /><//><//>`;
}

export function Pets() {
  const { query } = usePlace();
  const list = useList(at('/pets'), { search: searchIn(query), status: query.get('status'), species: query.get('species') });
  const fields = useLoad(async () => (can('config:read') ? short('/petFields') : []), []);
  const species = fields.data?.find((f) => f.key === 'species')?.options || options('dog cat rabbit other');
  return html`<${Page} title=${w.pets}><${Card}>
    <div class="filters"><${Narrow} label=${w.narrowPets} /><${Pick} name="species" label=${w.species} options=${species} />
      <${Pick} name="status" label=${w.status} options=${options('active inactive deceased')} /></div>
    <${ListTable} list=${list} label=${w.pets} empty=${query.size ? w.nothingFound : w.noPets} to=${(p) => '/pets/' + p.id}
      columns=${petColumns(true)} /><//><//>`;
}

export function SearchResults() {
  const q = usePlace().query.get('q') || '';
  const found = useLoad(async (signal) => (q.length >= 2 ? find(q, signal, 50) : []), [q]);
  return html`<${Page} title=${w.resultsFor(q)}><${Card}><${Loaded} of=${found} empty=${w.nothingFound}>${(hits) => html`<${Table}
    label=${w.searchResults} rows=${hits} to=${(h) => h.to} columns=${[
      { label: w.name, cell: (h) => strong(h.title) },
      { label: w.details, cell: (h) => h.sub },
      { label: w.kind, cell: (h) => html`<span class="badge dim">${h.kind}</span>` },
    ]} />`}<//><//><//>`;
}

export function Order({ order }) {
  const found = useLoad(() => api.get(at('/orders/' + order), can('customers:read') ? { include: 'customer,pets' } : {}), [order]);
  const o = found.data;
  const back = { to: '/today', label: w.today };
  if (!o) return html`<${Pending} of=${found} title=${w.order} back=${back} />`;
  const { totals: t, pets = [], customer: c } = o;
  const owner = c && { to: '/customers/' + o.customer_id, label: c.name };
  return html`<${Page} title=${w.orderNumber(o.number)} back=${owner || back} sub=${o.service_types.map(plain).join(', ')}
    badge=${html`<${Badge} value=${o.status} /><${Badge} value=${o.payment_status} />`}>
    <div class="split"><div><${Card} title=${w.lines}><${Table} label=${w.lines} rows=${o.lines} columns=${[
      {
        label: w.name,
        cell: (l) => html`${strong(l.name)} ${hint(pets.find((p) => p.id === l.pet_id)?.name)}`,
      },
      { label: w.quantity, cell: (l) => l.quantity, class: 'right' },
      { label: w.price, cell: (l) => money(l.unit_price), class: 'right nowrap' },
      { label: w.total, cell: (l) => money(l.total), class: 'right nowrap' },
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
      [w.customer, c && html`<${Link} to=${owner.to}>${c.name}<//> ${c.phone || ''}`],
      [w.pets, pets.length > 0 && listed(pets.map((p) => html`<${Link} to=${'/pets/' + p.id}>${p.name}<//>`))],
    ]} /><//>
    <${Card} title=${w.payments}>${o.payments.length
      ? html`<${Facts} items=${o.payments.map((p) => [plain(p.method), html`${money(p.amount)} ${hint(instant(p.taken_at))}`])} />`
      : html`<p class="hint">${w.noPayments}</p>`}<//></div></div>
  <//>`;
}

export function Compliance() {
  const { query } = usePlace();
  const asked = services().filter((s) => s.value !== 'retail');
  const serviceType = query.get('service') || asked[0]?.value || 'boarding';
  const from = query.get('from') || today();
  const to = [from, query.get('to') || ''].sort()[1];
  const status = query.get('status') || 'non_compliant';
  const list = useList(at('/compliance'), { serviceType, from, to, status: status === 'any' ? '' : status });
  if (!can('customers:read')) return html`<${Page} title=${w.compliance}><${Card}><${Empty} title=${w.needsCustomers} /><//><//>`;
  const names = (entries) => entries.map((e) => e.vaccination_type.name).join(', ');
  const date = (name, label, value, min = '') => html`<${Part} label=${label}><input type="date" value=${value} min=${min}
    onChange=${(e) => refine({ [name]: e.target.value })} /><//>`;
  return html`<${Page} title=${w.compliance} sub=${w.complianceSub}><${Card}>
    <div class="filters"><${Pick} name="service" label=${w.service} value=${serviceType} options=${asked} blank=${false} />
      ${date('from', w.from, from)}${date('to', w.to, to, from)}
      <${Pick} name="status" label=${w.status} value=${status} blank=${false}
        options=${options('non_compliant expiring compliant not_required any')} /></div>
    <${ListTable} list=${list} label=${w.compliance} empty=${w.allCompliant} to=${(r) => '/pets/' + r.pet.id} columns=${[
      { label: w.pet, cell: (r) => html`${strong(r.pet.name)} ${hint(plain(r.pet.species))}` },
      { label: w.status, cell: (r) => html`<${Badge} value=${r.status} />` },
      { label: w.missing, cell: (r) => names(r.missing) },
      { label: w.expired, cell: (r) => names([...r.expired, ...r.expiring]) },
      { label: w.validUntil, cell: (r) => day(r.valid_until), class: 'nowrap' },
      { label: w.owner, cell: (r) => html`<${Link} to=${'/customers/' + r.customer.id}>${r.customer.name}<//>` },
      { label: w.phone, cell: (r) => r.customer.phone && phoneLink(r.customer.phone), class: 'nowrap' },
    ]} /><//><//>`;
}
