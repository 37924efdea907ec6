import { html } from '../vendor/htm-preact.js';
import {
  boardOf, can, lacking, number, ordersOn, petsIn, route, shortDay, standings, state, today, useFresh, useLoad,
} from '../core/data.js';
import { Card, Empty, Link, Page, Trouble, Waiting } from '../core/ui.js';
import { words as w } from '../words.js';

function Start() {
  const { account } = state;
  const charts = useLoad(() => import('./charts.js'), []); // with their library
  const cards = [
    account && can('orders:read') && 'Arrivals',
    account && can('health:read customers:read') && 'Expiries',
    can('webhooks:manage') && 'Deliveries',
  ].filter(Boolean);
  const draw = (name) => (charts.data ? html`<${charts.data[name]} />` : html`<${Card}><${Waiting} /><//>`);
  return html`<${Page} title=${w.welcome} sub=${account ? `${account.name} · ${shortDay(today())}` : ''}>
    ${account && can('orders:read') && html`<${Counts} />`}
    ${cards.length ? html`<${Trouble} error=${charts.error} text=${w.pageNotLoaded} />
      <div class="charts">${!charts.error && cards.map(draw)}</div>` : html`<${Card}><${Empty} title=${w.nothingHere}>${
      account ? w.nothingHereHint : w.needs('see the locations')}<//><//>`}<//>`;
}

function Counts() {
  const day = today();
  const { data: board, error } = useFresh(async (signal) => {
    const board = boardOf(await ordersOn(day, { include: undefined }, signal), day);
    return { ...board, wrong: lacking(await standings(board.arriving, signal)).length };
  }, [day]);
  const tile = (label, count, kind = '') => html`<${Link} to="/today" class=${'tile ' + kind}><span class="tile-value">${
    error ? '–' : count === undefined ? html`<span class="bone"></span>` : number(count)}</span>
    <span class="tile-label">${label}</span><//>`;
  const pets = (orders) => orders && petsIn(orders);
  return html`<div class="tiles">${tile(w.arriving, pets(board?.arriving))}${tile(w.inTheHouse, pets(board?.staying))}
    ${tile(w.leaving, pets(board?.leaving))}${can('health:read customers:read') &&
      tile(w.arriveWithout, board?.wrong, board?.wrong ? 'wrong' : '')}</div>`;
}

route('/', Start);
