import { html } from '../vendor/htm-preact.js';
import { api, at, dayIn, live, petsIn, plain, plusDays, shortDay, today, useLoad } from '../core/data.js';
import { Bars } from '../core/chart.js';
import { Card, Empty, Loaded } from '../core/ui.js';
import { words as w } from '../words.js';

const daysFrom = (first, count, step = 1) => Array.from({ length: count }, (_, i) => plusDays(first, i * step));

const Chart = ({ title, load, days, names = days.map((d) => shortDay(d).replace(/,/g, '')), series }) => {
  const found = useLoad(load, [days[0]]);
  const draw = (data) => {
    const counted = series(data)?.map(({ count, ...s }) => ({ ...s, values: days.map(count) }));
    if (!counted) return html`<${Empty} title=${w.hooks.none}>${w.hooks.hint}<//>`;
    return html`<${Bars} label=${title} names=${names} series=${counted} />${data.more && html`<p
      class="hint">${w.notAllCounted}</p>`}`;
  };
  return html`<${Card} title=${title}><${Loaded} of=${found}>${draw}<//><//>`;
};

export function Arrivals() {
  const days = daysFrom(today(), 14);
  const query = { startsFrom: days[0], startsTo: days[13], sort: 'starts_at', status: live };
  const load = (signal) => api.all(at('/orders'), query, signal, 8000);
  const on = (orders) => (d) => petsIn(orders.filter((o) => dayIn(o.starts_at) === d));
  return html`<${Chart} title=${w.arrivals} load=${load} days=${days}
    series=${(orders) => [{ label: w.pets, colour: '--accent', count: on(orders) }]} />`;
}

export function Expiries() {
  const weeks = daysFrom(today(), 10, 7);
  const query = { current: true, petStatus: 'active', expiresFrom: weeks[0], expiresTo: plusDays(weeks[9], 6) };
  const inWeek = (all) => (d) => all.filter((v) => v.expires_on >= d && v.expires_on < plusDays(d, 7)).length;
  return html`<${Chart} title=${w.expiries} load=${(signal) => api.all(at('/vaccinations'), query, signal, 8000)} days=${weeks}
    names=${weeks.map((d) => shortDay(d).replace(/^[^ ]* /, ''))}
    series=${(all) => [{ label: w.vaccinations, colour: '--chart-warn', count: inWeek(all) }]} />`;
}

export function Deliveries() {
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
