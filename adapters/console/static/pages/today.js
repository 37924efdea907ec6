// Who is in the house, who arrives and who leaves on one day.
import { html } from '../vendor/htm-preact.js';
import { api } from '../core/api.js';
import { useLoad } from '../core/hooks.js';
import { Link, refine, usePlace } from '../core/router.js';
import { at, can, state } from '../core/store.js';
import { Badge, Button, Card, Empty, Page, Trouble, Waiting } from '../core/ui.js';
import { clock, dayIn, dayOf, plain, plusDays, shortDay, today } from '../core/format.js';
import { Pick } from './people.js';
import { words as w } from '../words.js';

/** The orders that overlap a span of days, with names when the key may see them. @param {string} from @param {string} to @param {any} [more] @param {AbortSignal} [signal] */
export const ordersBetween = (from, to, more, signal) => api.all(at('/orders'), {
  overlapsFrom: from, overlapsTo: to, sort: 'starts_at', status: ['draft', 'open', 'completed'], include: can('customers:read') ? 'customer,pets' : undefined, ...more,
}, signal);

/** Who arrives on a day, who stays over it, and who leaves. @param {any[]} orders @param {string} day */
export function boardOf(orders, day) {
  const stays = orders.filter((o) => o.starts_at && dayIn(o.starts_at) <= day && (!o.ends_at || dayIn(o.ends_at) >= day));
  return {
    arriving: stays.filter((o) => dayIn(o.starts_at) === day),
    staying: stays.filter((o) => dayIn(o.starts_at) < day && (!o.ends_at || dayIn(o.ends_at) > day)),
    leaving: stays.filter((o) => o.ends_at && dayIn(o.ends_at) === day).sort((a, b) => a.ends_at.localeCompare(b.ends_at)),
  };
}

/** An order without pets is for one that is not known yet. @param {any[]} orders */
export const petsIn = (orders) => orders.reduce((n, o) => n + Math.max(1, o.pet_ids.length), 0);

export function Today() {
  const { query } = usePlace();
  const day = query.get('day') || today();
  const service = query.get('service') || undefined;
  const found = useLoad((signal) => ordersBetween(day, day, { serviceType: service }, signal), [day, service]);
  const { arriving, staying, leaving } = boardOf(found.data || [], day);
  const move = (/** @type {number} */ days) => refine({ day: plusDays(day, days) === today() ? '' : plusDays(day, days) });
  return html`<${Page} title=${day === today() ? w.today : shortDay(day)} sub=${day === today() ? shortDay(day) : ''}>
    <div class="filters"><div class="part"><span>${w.day}</span><div class="pair"><${Button} aria-label=${w.dayBefore} onClick=${() => move(-1)}>‹<//>
        <input type="date" aria-label=${w.day} value=${day} onChange=${(e) => e.target.value && refine({ day: e.target.value })} />
        <${Button} aria-label=${w.dayAfter} onClick=${() => move(1)}>›<//></div></div>
      <${Pick} name="service" label=${w.service} options=${(state.account?.service_types || []).map((/** @type {string} */ s) => ({ value: s, label: plain(s) }))} /></div>
    <${Trouble} error=${found.error} retry=${found.reload} />
    <div class="board">
      <${Column} title=${w.arriving} orders=${arriving} busy=${!found.data && found.busy} empty=${w.nobodyArrives} time=${(o) => clock(o.starts_at)} until=${(o) => o.ends_at && dayIn(o.ends_at) !== day && w.until(dayOf(o.ends_at))} />
      <${Column} title=${w.inHouse} orders=${staying} busy=${!found.data && found.busy} empty=${w.nobodyStays} until=${(o) => (o.ends_at ? w.until(dayOf(o.ends_at)) : '')} />
      <${Column} title=${w.leaving} orders=${leaving} busy=${!found.data && found.busy} empty=${w.nobodyLeaves} time=${(o) => clock(o.ends_at)} until=${(o) => dayIn(o.starts_at) !== day && w.since(dayOf(o.starts_at))} />
    </div><//>`;
}

/** @param {Record<string, any>} props */
function Column({ title, orders, busy, empty, time, until }) {
  return html`<${Card} title=${html`${title} <span class="count">${busy ? '' : petsIn(orders)}</span>`}>
    ${busy ? html`<${Waiting} />` : !orders.length ? html`<${Empty} title=${empty} />` : html`<ul class="stays">${orders.map((o) => html`<li key=${o.id}>
      ${time && html`<time>${time(o)}</time>`}
      <div class="stay"><p class="strong" dir="auto">${o.pets?.length ? o.pets.map((p, /** @type {number} */ i) => html`${i ? ', ' : ''}<${Link} to=${'/pets/' + p.id}>${p.name}<//>`) : html`<${Link} to=${'/orders/' + o.id}>${o.number}<//>`}</p>
        ${o.customer && html`<p class="hint"><${Link} to=${'/customers/' + o.customer_id}><span dir="auto">${o.customer.name}</span><//> <span class="nowrap">${o.customer.phone || ''}</span></p>`}
        ${[...(o.pets || []), ...(o.customer ? [o.customer] : [])].filter((x) => x.alert).map((x) => html`<p class="alert small" dir="auto">${x.alert}</p>`)}
        <p class="hint"><${Link} to=${'/orders/' + o.id}>${o.service_types.map(plain).join(', ') || w.order}<//> ${until(o)} ${o.status === 'draft' && html`<${Badge} value="draft" label=${plain('draft')} />`}</p></div></li>`)}</ul>`}<//>`;
}
