import { html } from '../vendor/htm-preact.js';
import {
  api, at, boardOf, can, dayIn, lacking, live, number, ordersOn, petsIn, plain, plusDays, route, shortDay, standings, state,
  today, useFresh, useLoad,
} from '../core/data.js';
import { Card, Empty, Link, Loaded, Page, Waiting } from '../core/ui.js';
import { words as w } from '../words.js';

function Start() {
  const { account } = state;
  const cards = [
    account && can('orders:read') && html`<${Arrivals} />`,
    account && can('health:read customers:read') && html`<${Expiries} />`,
    can('webhooks:manage') && html`<${Deliveries} />`,
  ].filter(Boolean);
  return html`<${Page} title=${w.welcome} sub=${account ? `${account.name} · ${shortDay(today())}` : ''}>
    ${account && can('orders:read') && html`<${Counts} />`}
    ${cards.length ? html`<div class="charts">${cards}</div>` : html`<${Card}><${Empty} title=${w.nothingHere}>${
      account ? w.nothingHereHint : w.needs('accounts:read')}<//><//>`}<//>`;
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

const daysFrom = (first, count, step = 1) => Array.from({ length: count }, (_, i) => plusDays(first, i * step));

const Chart = ({ title, load, days, names = days.map((d) => shortDay(d).replace(/,/g, '')), series }) => {
  const found = useLoad(load, [days[0]]);
  const { data: Bars } = useLoad(async () => (await import('../core/chart.js')).Bars, []); // with its library
  const draw = (data) => {
    const counted = series(data)?.map(({ count, ...s }) => ({ ...s, values: days.map(count) }));
    if (!counted) return html`<${Empty} title=${w.hooks.none}>${w.hooks.hint}<//>`;
    if (!Bars) return html`<${Waiting} />`;
    return html`<${Bars} label=${title} names=${names} series=${counted} />${data.more && html`<p
      class="hint">${w.notAllCounted}</p>`}`;
  };
  return html`<${Card} title=${title}><${Loaded} of=${found}>${draw}<//><//>`;
};

function Arrivals() {
  const days = daysFrom(today(), 14);
  const query = { startsFrom: days[0], startsTo: days[13], sort: 'starts_at', status: live };
  const load = (signal) => api.all(at('/orders'), query, signal, 8000);
  const on = (orders) => (d) => petsIn(orders.filter((o) => dayIn(o.starts_at) === d));
  return html`<${Chart} title=${w.arrivals} load=${load} days=${days}
    series=${(orders) => [{ label: w.pets, colour: '--accent', count: on(orders) }]} />`;
}

function Expiries() {
  const weeks = daysFrom(today(), 10, 7);
  const query = { current: true, petStatus: 'active', expiresFrom: weeks[0], expiresTo: plusDays(weeks[9], 6) };
  const inWeek = (all) => (d) => all.filter((v) => v.expires_on >= d && v.expires_on < plusDays(d, 7)).length;
  return html`<${Chart} title=${w.expiries} load=${(signal) => api.all(at('/vaccinations'), query, signal, 8000)} days=${weeks}
    names=${weeks.map((d) => shortDay(d).replace(/^[^ ]* /, ''))}
    series=${(all) => [{ label: w.vaccinations, colour: '--chart-warn', count: inWeek(all) }]} />`;
}

function Deliveries() {
  const load = async (signal) => {
    const from = new Date(Date.now() - 7 * 86_400_000).toISOString();
    const hooks = await api.all('/webhooks', {}, signal);
    const lists = await Promise.all(hooks.map((h) => api.all(`/webhooks/${h.id}/deliveries`, { from }, signal, hooks[10] ? 200 : 1000)));
    return { hooks, all: lists.flat(), more: lists.some((l) => l.more) };
  };
  const kinds = [
    [plain('delivered'), '--chart-good', 'delivered'],
    [w.underWay, '--chart-warn', 'pending retrying'],
    [plain('failed'), '--chart-bad', 'failed'],
  ];
  const of = (all, statuses) => (d) => all.filter((x) => dayIn(x.created_at) === d && statuses.includes(x.status)).length;
  return html`<${Chart} title=${w.outcomes} load=${load} days=${daysFrom(plusDays(today(), -6), 7)} series=${({ hooks, all }) =>
    hooks.length ? kinds.map(([label, colour, statuses]) => ({ label, colour, count: of(all, statuses) })) : null} />`;
}

route('/', Start);
