// Who is in the house, who arrives and who leaves on one day.
import { html } from '../vendor/htm-preact.js';
import { boardOf, ordersBetween, petsIn } from '../core/board.js';
import { useLoad } from '../core/hooks.js';
import { Link, refine, usePlace } from '../core/router.js';
import { state } from '../core/store.js';
import { Badge, Button, Card, Empty, Page, Trouble, Waiting } from '../core/ui.js';
import { clock, dayIn, dayOf, plain, plusDays, shortDay, today } from '../core/format.js';
import { Pick } from '../parts/filters.js';
import { words as w } from '../words.js';

export function Today() {
  const { query } = usePlace();
  const day = query.get('day') || today();
  const service = query.get('service') || undefined;
  const found = useLoad((signal) => ordersBetween(day, day, { serviceType: service }, signal), [day, service]);
  const { arriving, staying, leaving } = boardOf(found.data || [], day);
  const move = (/** @type {number} */ days) => refine({ day: plusDays(day, days) === today() ? '' : plusDays(day, days) });
  return html`<${Page} title=${day === today() ? w.today : shortDay(day)} sub=${day === today() ? shortDay(day) : ''}>
    <div class="filters"><div class="part"><span>${w.day}</span><div class="pair"><${Button} aria-label=${w.dayBefore}
      onClick=${() => move(-1)}>‹<//>
        <input type="date" aria-label=${w.day} value=${day} onChange=${(e) => e.target.value && refine({ day: e.target.value })} />
        <${Button} aria-label=${w.dayAfter} onClick=${() => move(1)}>›<//></div></div>
      <${Pick} name="service" label=${w.service}
        options=${(state.account?.service_types || []).map((/** @type {string} */ s) => ({ value: s, label: plain(s) }))} /></div>
    <${Trouble} error=${found.error} retry=${found.reload} />
    <div class="board">
      <${Column} title=${w.arriving} orders=${arriving} busy=${!found.data && found.busy} empty=${w.nobodyArrives}
        time=${(o) => clock(o.starts_at)} until=${(o) => o.ends_at && dayIn(o.ends_at) !== day && w.until(dayOf(o.ends_at))} />
      <${Column} title=${w.inHouse} orders=${staying} busy=${!found.data && found.busy} empty=${w.nobodyStays}
        until=${(o) => (o.ends_at ? w.until(dayOf(o.ends_at)) : '')} />
      <${Column} title=${w.leaving} orders=${leaving} busy=${!found.data && found.busy} empty=${w.nobodyLeaves}
        time=${(o) => clock(o.ends_at)} until=${(o) => dayIn(o.starts_at) !== day && w.since(dayOf(o.starts_at))} />
    </div><//>`;
}

/** @param {Record<string, any>} props */
function Column({ title, orders, busy, empty, time, until }) {
  return html`<${Card} title=${html`${title} <span class="count">${busy ? '' : petsIn(orders)}</span>`}>
    ${
      busy
        ? html`<${Waiting} />`
        : !orders.length
          ? html`<${Empty} title=${empty} />`
          : html`<ul class="stays">${orders.map(
              (o) => html`<li key=${o.id}>
      ${time && html`<time>${time(o)}</time>`}
      <div class="stay"><p class="strong"
        dir="auto">${o.pets?.length ? o.pets.map((p, /** @type {number} */ i) => html`${i ? ', ' : ''}<${Link}
          to=${'/pets/' + p.id}>${p.name}<//>`) : html`<${Link} to=${'/orders/' + o.id}>${o.number}<//>`}</p>
        ${o.customer && html`<p class="hint"><${Link} to=${'/customers/' + o.customer_id}><span dir="auto">${o.customer.name}</span>
          <//> <span class="nowrap">${o.customer.phone || ''}</span></p>`}
        ${[...(o.pets || []), ...(o.customer ? [o.customer] : [])].filter((x) => x.alert).map((x) => html`<p class="alert small"
          dir="auto">${x.alert}</p>`)}
        <p class="hint"><${Link} to=${'/orders/' + o.id}>${o.service_types.map(plain).join(', ') || w.order}<//> ${until(o)} ${o.status === 'draft' && html`<${Badge}
          value="draft" label=${plain('draft')} />`}</p></div></li>`,
            )}</ul>`
    }<//>`;
}
