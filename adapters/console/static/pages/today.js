import { html } from '../vendor/htm-preact.js';
import {
  boardOf, clock, dayAt, dayOf, options, ordersOn, petsIn, plain, plusDays, refine, route, shortDay, state, today, useFresh, usePlace,
} from '../core/data.js';
import { Pick, Typed } from '../core/filters.js';
import { badge, Button, Card, Link, Loaded, Page, Trouble } from '../core/ui.js';
import { reach, toPet } from './links.js';
import { words as w } from '../words.js';

export const services = () => options((state.account?.service_types || []).join(' '));

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

route('/today', Today);
