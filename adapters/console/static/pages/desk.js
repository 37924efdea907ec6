import { html } from '../vendor/htm-preact.js';
import {
  api, at, boardOf, can, clock, day, dayAt, dayOf, hint, instant, listed, money, options, ordersOn, petsIn, phoneLink, plain, plusDays,
  refine, route, short, shortDay, state, strong, today, useFresh, useList, useLoad, usePlace,
} from '../core/data.js';
import {
  badge, Button, Card, column, Facts, Link, ListPage, Loaded, named, Page, Pending, statusColumn, Table, Trouble,
} from '../core/ui.js';
import { Part, Pick, Typed } from '../core/form.js';
import { Notes } from './care.js';
import { toPet, toCustomer, reach } from './links.js';
import { words as w } from '../words.js';

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

route('/today', Today);
route('/orders/:order', Order);
route('/compliance', Compliance);
