import { html } from '../vendor/htm-preact.js';
import { api, at, can, hint, instant, listed, money, plain, route, strong, useLoad } from '../core/data.js';
import { withPhoto } from '../core/photo.js';
import { badge, Card, column, Facts, named, Page, Pending, Table } from '../core/ui.js';
import { Notes } from './care.js';
import { Files } from './files.js';
import { reach, toPet } from './links.js';
import { words as w } from '../words.js';

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
      ${can('notes:read', 'notes:write') && html`<${Notes} path=${at(`/orders/${order}/notes`)} />`}
      <${Files} of=${'/orders/' + order} may=${can('orders:read')} /></div>
    <div><${Card} title=${w.details}><${Facts} items=${[
      [w.starts, instant(o.starts_at)],
      [w.ends, instant(o.ends_at)],
      [w.placed, instant(o.placed_at)],
      [w.customer, c && reach(c)],
      [w.pets, pets.length > 0 && listed(pets.map((p) => withPhoto(p, toPet(p))))],
    ]} /><//>
    <${Card} title=${w.payments}>${o.payments.length
      ? html`<${Facts} items=${o.payments.map((p) => [plain(p.method), html`${money(p.amount)} ${hint(instant(p.taken_at))}`])} />`
      : html`<p class="hint">${w.noPayments}</p>`}<//></div></div>
  <//>`;
}

route('/orders/:order', Order);
