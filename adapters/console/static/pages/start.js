// The start page, and the orders of a day.
import { html, useEffect, useRef, useState } from '../vendor/htm-preact.js';
import { api, at, can, dayIn, number, plusDays, shortDay, state, today, useLoad, useStore } from '../core/data.js';
import { Card, Empty, Link, Loaded, Page, Waiting } from '../core/ui.js';
import { words as w } from '../words.js';

const status = ['draft', 'open', 'completed'];

/** The orders of a day, with names when the key may see them. */
export function ordersOn(day, more, signal) {
  const include = can('customers:read') ? 'customer,pets' : undefined;
  return api.all(at('/orders'), { overlapsFrom: day, overlapsTo: day, sort: 'starts_at', status, include, ...more }, signal);
}

export function boardOf(orders, day) {
  const stays = orders
    .filter((o) => o.starts_at)
    .map((o) => ({ ...o, from: dayIn(o.starts_at), to: o.ends_at ? dayIn(o.ends_at) : '9999' }))
    .filter((o) => o.from <= day && o.to >= day);
  return {
    arriving: stays.filter((o) => o.from === day),
    staying: stays.filter((o) => o.from < day && o.to > day),
    leaving: stays.filter((o) => o.to === day).sort((a, b) => a.ends_at.localeCompare(b.ends_at)),
  };
}

/** An order without pets is for one that is not known yet. */
export const petsIn = (orders) => orders.reduce((n, o) => n + Math.max(1, o.pet_ids.length), 0);

export function Start() {
  const { account } = state;
  const cards = [
    account && can('orders:read') && html`<${Arrivals} />`,
    account && can('health:read') && can('customers:read') && html`<${Expiries} />`,
    can('webhooks:manage') && html`<${Deliveries} />`,
  ].filter(Boolean);
  return html`<${Page} title=${w.welcome} sub=${account ? `${account.name} · ${shortDay(today())}` : ''}>
    ${account && can('orders:read') && html`<${Counts} />`}
    ${cards.length > 0 && html`<div class="charts">${cards}</div>`}
    ${!cards.length && html`<${Card}><${Empty} title=${w.nothingHere}>${w.nothingHereHint}<//><//>`}<//>`;
}

function Counts() {
  const day = today();
  const { data, error } = useLoad((signal) => ordersOn(day, { include: undefined }, signal), [day]);
  const board = data && boardOf(data, day);
  const tile = (label, orders) => html`<${Link} to="/today" class="tile"><span class="tile-value">${
    error ? '–' : orders ? number(petsIn(orders)) : html`<span class="bone"></span>`}</span><span class="tile-label">${label}</span><//>`;
  return html`<div class="tiles">${tile(w.arriving, board?.arriving)}${tile(w.inHouse, board?.staying)}
    ${tile(w.leaving, board?.leaving)}</div>`;
}

/** Days, `step` apart. */
const daysFrom = (first, count, step = 1) => Array.from({ length: count }, (_, i) => plusDays(first, i * step));

/** A chart that counts, for each day, what was loaded. */
const Chart = ({ title, load, days, names = days.map((d) => shortDay(d).replace(/,/g, '')), series }) => {
  const found = useLoad(load, [days[0]]);
  const draw = (data) => {
    const counted = series(data)?.map(({ count, ...s }) => ({ ...s, values: days.map(count) }));
    if (!counted) return html`<${Empty} title=${w.hooks.none}>${w.hooks.hint}<//>`;
    return html`<${Bars} label=${title} names=${names} series=${counted} />`;
  };
  return html`<${Card} title=${title}><${Loaded} of=${found}>${draw}<//><//>`;
};

function Arrivals() {
  const days = daysFrom(today(), 14);
  const load = (signal) => api.all(at('/orders'), { startsFrom: days[0], startsTo: days[13], status }, signal);
  const on = (orders) => (d) => petsIn(orders.filter((o) => dayIn(o.starts_at) === d));
  return html`<${Chart} title=${w.arrivals} load=${load} days=${days}
    series=${(orders) => [{ label: w.pets, colour: '--chart-1', count: on(orders) }]} />`;
}

function Expiries() {
  const weeks = daysFrom(today(), 10, 7);
  const query = { current: true, petStatus: 'active', expiresFrom: weeks[0], expiresTo: plusDays(weeks[9], 6) };
  const inWeek = (all) => (d) => all.filter((v) => v.expires_on >= d && v.expires_on < plusDays(d, 7)).length;
  return html`<${Chart} title=${w.expiries} load=${(signal) => api.all(at('/vaccinations'), query, signal, 4000)} days=${weeks}
    names=${weeks.map((d) => shortDay(d).replace(/^[^ ]* /, ''))}
    series=${(all) => [{ label: w.vaccinations, colour: '--chart-2', count: inWeek(all) }]} />`;
}

function Deliveries() {
  const load = async (signal) => {
    const from = new Date(Date.now() - 6 * 86_400_000).toISOString();
    const hooks = await api.all('/webhooks', {}, signal);
    const lists = await Promise.all(hooks.slice(0, 10).map((h) => api.all(`/webhooks/${h.id}/deliveries`, { from }, signal, 1000)));
    return { hooks, all: lists.flat() };
  };
  const kinds = [
    [w.values.delivered, '--chart-good', 'delivered'],
    [w.underWay, '--chart-warn', 'pending retrying'],
    [w.values.failed, '--chart-bad', 'failed'],
  ];
  const of = (all, statuses) => (d) => all.filter((x) => dayIn(x.created_at) === d && statuses.includes(x.status)).length;
  return html`<${Chart} title=${w.outcomes} load=${load} days=${daysFrom(plusDays(today(), -6), 7)} series=${({ hooks, all }) =>
    hooks.length ? kinds.map(([label, colour, statuses]) => ({ label, colour, count: of(all, statuses) })) : null} />`;
}

const height = 190;

/** Stacked bars, and a table for who does not see them. @param {{label: string, names: string[], series: Series[]}} props */
function Bars({ label, names, series }) {
  const box = useRef(null);
  const { theme } = useStore();
  const scheme = matchMedia('(prefers-color-scheme: dark)');
  const [dark, darken] = useState(scheme.matches);
  const [uPlot, load] = useState(null);
  useEffect(() => {
    if (!document.getElementById('uplot-css')) {
      const { href } = new URL('../vendor/uplot.css', import.meta.url);
      document.head.append(Object.assign(document.createElement('link'), { id: 'uplot-css', rel: 'stylesheet', href }));
    }
    import('../vendor/uplot.js').then((m) => load(() => m.default));
    const changed = () => darken(scheme.matches);
    scheme.addEventListener('change', changed);
    return () => scheme.removeEventListener('change', changed);
  }, []);
  useEffect(() => {
    if (!uPlot) return;
    const holder = box.current;
    const plot = new uPlot(options(uPlot, holder, names, series), stacked(series), holder);
    const resized = new ResizeObserver(() => plot.setSize({ width: holder.clientWidth, height }));
    resized.observe(holder);
    return () => {
      resized.disconnect();
      plot.destroy();
    };
  }, [uPlot, JSON.stringify(series), names.join(), theme, dark]);
  return html`<figure class="chart"><div ref=${box} class="plot" aria-hidden="true">${!uPlot && html`<${Waiting} lines=${2} />`}</div>
    ${series.length > 1 && html`<figcaption class="legend" aria-hidden="true">${series.map(
      (s) => html`<span><i class=${'key ' + s.colour.slice(2)}></i>${s.label}</span>`,
    )}</figcaption>`}
    <table class="unseen"><caption>${label}</caption><thead><tr>${[w.when, ...series.map((s) => s.label)].map(
      (t) => html`<th scope="col">${t}</th>`,
    )}</tr></thead><tbody>${names.map(
      (n, i) => html`<tr><th scope="row">${n}</th>${series.map((s) => html`<td>${s.values[i]}</td>`)}</tr>`,
    )}</tbody></table></figure>`;
}

/** Sums from below, the last on top: they are drawn over one another. */
const stacked = (series) => {
  const sums = series.map((s, k) => s.values.map((_, i) => series.slice(0, k + 1).reduce((n, s) => n + s.values[i], 0)));
  return [series[0].values.map((_, i) => i), ...sums.reverse()];
};

function options(uPlot, holder, names, series) {
  const style = getComputedStyle(holder);
  const colour = (name) => style.getPropertyValue(name).trim();
  const axis = { stroke: colour('--muted'), font: '12px ' + style.fontFamily, ticks: { show: false } };
  const bars = { paths: uPlot.paths.bars({ size: [0.64, 44], radius: 0.15 }), width: 0, points: { show: false } };
  const every = Math.ceil(names.length / Math.max(2, Math.floor(holder.clientWidth / 64)));
  const hidden = { show: false };
  return {
    width: holder.clientWidth,
    height,
    padding: [12, 8, 0, 0],
    legend: hidden,
    cursor: hidden,
    select: hidden,
    scales: {
      x: { time: false, range: [-0.6, names.length - 0.4] },
      y: { range: (_, __, max) => [0, Math.max(4, Math.ceil((max || 0) * 1.1))] },
    },
    axes: [
      {
        ...axis,
        grid: hidden,
        gap: 6,
        size: 30,
        splits: () => names.map((_, i) => i).filter((i) => i % every === 0),
        values: (_, at) => at.map((i) => names[i]),
      },
      { ...axis, grid: { stroke: colour('--line'), width: 1 }, size: 36, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000] },
    ],
    series: [{}, ...series.map((s) => ({ ...bars, label: s.label, fill: colour(s.colour), stroke: colour(s.colour) })).reverse()],
  };
}
