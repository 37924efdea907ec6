// Where the day begins: how many come, which vaccinations run out, and whether webhooks arrive.
import { html } from '../vendor/htm-preact.js';
import { api } from '../core/api.js';
import { useLoad } from '../core/hooks.js';
import { Link } from '../core/router.js';
import { at, can, state } from '../core/store.js';
import { Card, Empty, Page, Trouble, Waiting } from '../core/ui.js';
import { dayIn, number, plusDays, shortDay, today } from '../core/format.js';
import { Bars } from '../parts/chart.js';
import { boardOf, ordersBetween, petsIn } from '../core/board.js';
import { words as w } from '../words.js';

const days = 14;
const weeks = 10;

export function Start() {
  const { account } = state;
  const cards = [
    account && can('orders:read') && html`<${Arrivals} />`,
    account && can('health:read') && can('customers:read') && html`<${Expiries} />`,
    can('webhooks:manage') && html`<${Deliveries} />`,
  ].filter(Boolean);
  return html`<${Page} title=${w.welcome} sub=${account ? `${account.name} · ${shortDay(today())}` : ''}>
    ${account && can('orders:read') && html`<${Counts} />`}
    ${cards.length ? html`<div class="charts">${cards}</div>` : html`<${Card}><${Empty} title=${w.nothingHere}>${w.nothingHereHint}<//>
      <//>`}<//>`;
}

/** @param {{of: any, lines?: number, children?: any}} props */
const When = ({ of, children }) =>
  of.data ? children(of.data) : of.error ? html`<${Trouble} error=${of.error} retry=${of.reload} />` : html`<${Waiting} />`;

function Counts() {
  const day = today();
  const found = useLoad((signal) => ordersBetween(day, day, { include: undefined }, signal), [day]);
  const board = found.data && boardOf(found.data, day);
  const tile = (/** @type {string} */ label, value) =>
    html`<${Link} to="/today" class="tile"><span
      class="tile-value">${found.error ? '–' : value ? number(petsIn(value)) : html`<span class="bone"></span>`}</span><span
        class="tile-label">${label}</span><//>`;
  return html`<div class="tiles">${tile(w.arriving, board?.arriving)}${tile(w.inHouse, board?.staying)}
    ${tile(w.leaving, board?.leaving)}</div>`;
}

function Arrivals() {
  const first = today();
  const found = useLoad(
    (signal) =>
      api.all(at('/orders'), { startsFrom: first, startsTo: plusDays(first, days - 1), status: ['draft', 'open', 'completed'] }, signal),
    [first],
  );
  const list = Array.from({ length: days }, (_, i) => plusDays(first, i));
  return html`<${Card} title=${w.arrivals}><${When} of=${found}>${(
    /** @type {any[]} */ orders,
  ) => html`<${Bars} label=${w.arrivals} names=${list.map(shortDay).map((d) => d.replace(/,/g, ''))}
    series=${[{ label: w.pets, colour: '--chart-1', values: list.map((d) => petsIn(orders.filter((o) => dayIn(o.starts_at) === d))) }]}
    />`}<//><//>`;
}

/** @param {any[]} all @param {string} first day of the week */
const inWeek = (all, first) => all.filter((v) => v.expires_on >= first && v.expires_on < plusDays(first, 7)).length;

function Expiries() {
  const first = today();
  const found = useLoad(
    (signal) =>
      api.all(
        at('/vaccinations'),
        { current: true, petStatus: 'active', expiresFrom: first, expiresTo: plusDays(first, weeks * 7 - 1) },
        signal,
        4000,
      ),
    [first],
  );
  const list = Array.from({ length: weeks }, (_, i) => plusDays(first, i * 7));
  return html`<${Card} title=${w.expiries}><${When} of=${found}>${(
    /** @type {any[]} */ all,
  ) => html`<${Bars} label=${w.expiries} names=${list.map((d) => w.weekFrom(shortDay(d).replace(/^[^ ]* /, '')))}
    series=${[{ label: w.vaccinations, colour: '--chart-2', values: list.map((d) => inWeek(all, d)) }]} />`}<//><//>`;
}

/** Deliveries of the last week, by day and outcome. @param {AbortSignal} signal */
async function outcomes(signal) {
  const from = new Date(Date.now() - 6 * 86_400_000).toISOString();
  const hooks = await api.all('/webhooks', {}, signal);
  const lists = await Promise.all(hooks.slice(0, 10).map((h) => api.all(`/webhooks/${h.id}/deliveries`, { from }, signal, 1000)));
  return { hooks, list: lists.flat() };
}

function Deliveries() {
  const found = useLoad(outcomes, []);
  const list = Array.from({ length: 7 }, (_, i) => plusDays(today(), i - 6));
  const count = (/** @type {any[]} */ all, /** @type {string[]} */ statuses) =>
    list.map((d) => all.filter((x) => dayIn(x.created_at) === d && statuses.includes(x.status)).length);
  return html`<${Card} title=${w.outcomes}><${When} of=${found}>${({ hooks, list: all }) =>
    hooks.length
      ? html`<${Bars} label=${w.outcomes} names=${list.map(shortDay).map((d) => d.replace(/,/g, ''))} series=${[
          { label: w.values.delivered, colour: '--chart-good', values: count(all, ['delivered']) },
          { label: w.underWay, colour: '--chart-warn', values: count(all, ['pending', 'retrying']) },
          { label: w.values.failed, colour: '--chart-bad', values: count(all, ['failed']) },
        ]} />`
      : html`<${Empty} title=${w.noWebhooks}>${w.noWebhooksHint}<//>`}<//><//>`;
}
