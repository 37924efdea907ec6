// One order, as it was sold.
import { html } from '../vendor/htm-preact.js';
import { api } from '../core/api.js';
import { useLoad } from '../core/hooks.js';
import { Link } from '../core/router.js';
import { at, can } from '../core/store.js';
import { Badge, Card, Facts, Page, Table, Trouble, Waiting } from '../core/ui.js';
import { instant, money, plain } from '../core/format.js';
import { Notes } from '../parts/notes.js';
import { words as w } from '../words.js';

/** @param {{order: string}} props */
export function Order({ order }) {
  const found = useLoad(() => api.get(at('/orders/' + order), can('customers:read') ? { include: 'customer,pets' } : {}), [order]);
  const o = found.data;
  const back = { to: '/today', label: w.today };
  if (!o)
    return html`<${Page} title=${w.order} back=${back}>${found.error ? html`<${Trouble} error=${found.error}
      retry=${found.reload} />` : html`<${Waiting} lines=${8} />`}<//>`;
  const petName = (/** @type {string} */ id) => o.pets?.find((p) => p.id === id)?.name || '';
  const t = o.totals;
  return html`<${Page} title=${w.orderNumber(o.number)}
    back=${o.customer ? { to: '/customers/' + o.customer_id, label: o.customer.name } : back}
    badge=${html`<${Badge} value=${o.status} label=${plain(o.status)} /><${Badge} value=${o.payment_status}
      label=${plain(o.payment_status)} />`} sub=${o.service_types.map(plain).join(', ')}>
    <div class="split"><div><${Card} title=${w.lines}><${Table} label=${w.lines} rows=${o.lines} columns=${[
      { label: w.name, cell: (l) => html`<span class="strong">${l.name}</span> <span class="hint">${petName(l.pet_id)}</span>` },
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
      [w.customer, o.customer && html`<${Link} to=${'/customers/' + o.customer_id}>${o.customer.name}<//> ${o.customer.phone || ''}`],
      [
        w.pets,
        o.pets?.length > 0 &&
          html`<ul class="plain">${o.pets.map((p) => html`<li><${Link} to=${'/pets/' + p.id}>${p.name}<//></li>`)}</ul>`,
      ],
    ]} /><//>
    <${Card} title=${w.payments}>${o.payments.length ? html`<${Facts}
      items=${o.payments.map((p) => [plain(p.method), html`${money(p.amount)} <span
        class="hint">${instant(p.taken_at)}</span>`])} />` : html`<p class="hint">${w.noPayments}</p>`}<//></div></div>
  <//>`;
}
