import { html } from '../vendor/htm-preact.js';
import {
  boardOf, clock, dayAt, dayOf, lacking, options, ordersOn, petsIn, phoneLink, plain, plusDays, refine, route, shortDay, standings, state,
  today, useFresh, usePlace, wanting,
} from '../core/data.js';
import { Pick, Typed } from '../core/filters.js';
import { withPhoto } from '../core/photo.js';
import { badge, Button, Card, Link, Loaded, Page, Trouble } from '../core/ui.js';
import { reach, toPet } from './links.js';
import { words as w } from '../words.js';

export const services = () => options((state.account?.service_types || []).join(' '));

function Today() {
  const { query } = usePlace();
  const now = dayAt('day');
  const service = query.get('service') || undefined;
  const found = useFresh(async (signal) => {
    const board = boardOf(await ordersOn(now, { serviceType: service }, signal), now);
    const unknown = (error) => Object.assign(new Map(), { error });
    return { ...board, standing: await standings(board.arriving, signal).catch(unknown) }; // the board counts without it
  }, [now, service]);
  const { arriving = [], staying = [], leaving = [], standing = new Map() } = found.data || {};
  const wrong = lacking(standing);
  const open = (day) => refine({ day: day === today() ? '' : day });
  const until = (o) => (o.ends_at && o.to !== now ? w.until(dayOf(o.ends_at)) : '');
  const group = (title, empty, orders, time, span, standing = new Map()) => html`<${Card} title=${html`${title} <span
    class="count">${found.data && petsIn(orders)}</span>`}><${Loaded} of=${{ ...found, data: found.data && orders, error: null }}
    empty=${empty}>${() => html`<ul class="stays entries">${orders.map((o) =>
      Stay(o, time && clock(o[time]), span(o), standing))}</ul>`}<//><//>`;
  return html`<${Page} title=${now === today() ? w.today : shortDay(now)} sub=${now === today() ? shortDay(now) : ''}>
    <div class="filters"><div class="part"><span>${w.day}</span><div class="pair"><${Button} aria-label=${w.theDayBefore}
      onClick=${() => open(plusDays(now, -1))}>‹<//>
        <${Typed} type="date" aria-label=${w.day} value=${now} set=${open} />
        <${Button} aria-label=${w.theDayAfter} onClick=${() => open(plusDays(now, 1))}>›<//></div></div>
      <${Pick} name="service" label=${w.service} options=${services()} /></div>
    <${Trouble} error=${found.error} retry=${found.reload} />
    <${Trouble} error=${/** @type {any} */ (standing).error} text=${w.notChecked} />
    ${wrong.length > 0 && html`<p class="trouble" role="status"><span><strong>${w.lack(wrong.length, petsIn(arriving))}</strong> <span
      dir="auto">${wrong.map((r) => r.pet.name).join(', ')}</span></span> <${Link} to="/compliance"
      query=${{ who: 'arrivals', from: now, until: now, service }}>${w.callList}<//></p>`}
    ${(found.data || !found.error) && html`<div class="board">${group(w.arriving, w.nobodyArrives, arriving, 'starts_at', until, standing)}
      ${group(w.inTheHouse, w.nobodyIsStaying, staying, '', until)}
      ${group(w.leaving, w.nobodyLeaves, leaving, 'ends_at', (o) => o.from !== now && w.since(dayOf(o.starts_at)))}</div>`}<//>`;
}

function Stay(o, time, span, standing) {
  const { customer: c, pets = [] } = o;
  const order = '/orders/' + o.id;
  return html`<li key=${o.id}>${time && html`<time>${time}</time>`}<div class="stay">
    <p class="strong faces">${pets.length
      ? pets.map((p) => withPhoto(p, toPet(p)))
      : html`<${Link} to=${order}>${o.number}<//>`}</p>
    ${c && html`<p class="hint">${reach(c)}</p>`}
    ${[...pets, c].filter((x) => x?.alert).map((x) => html`<p class="alert small" dir="auto">${x.alert}</p>`)}
    ${pets.map((p) => [p, standing.get(o.id + p.id)]).filter(([, row]) => row?.status === 'non_compliant').map(([p, row]) => html`<p
      class="trouble small"><span>${pets[1] && html`<strong dir="auto">${p.name}</strong>: `}${wanting(row).join(', ')}${
        c?.phone && html` · ${w.call} ${phoneLink(c.phone)}`}</span></p>`)}
    <p class="hint"><${Link} to=${order}>${o.service_types.map(plain).join(', ') || w.order}<//> ${span}
      ${o.status === 'draft' && html` ${badge('draft')}`}</p></div></li>`;
}

route('/today', Today);
