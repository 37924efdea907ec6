import { html, useEffect, useRef } from '../vendor/htm-preact.js';
import { useStore } from './data.js';
import uPlot from '../vendor/uplot.js';
import { words as w } from '../words.js';

const height = 190;

/** @param {BarsProps} props */
export function Bars({ label, names, series }) {
  const box = useRef(null);
  const store = useStore(); // another theme is another state
  useEffect(() => {
    const holder = box.current;
    const plot = new uPlot(plotOptions(holder, names, series), stacked(series), holder);
    const resized = new ResizeObserver(() => plot.setSize({ width: holder.clientWidth, height }));
    resized.observe(holder);
    return () => {
      resized.disconnect();
      plot.destroy();
    };
  }, [JSON.stringify(series), names.join(), store]);
  return html`<figure class="chart"><div ref=${box} class="plot" aria-hidden="true"></div>
    ${series.length > 1 && html`<figcaption class="legend" aria-hidden="true">${series.map(
      (s) => html`<span><i style=${{ background: `var(${s.colour})` }}></i>${s.label}</span>`,
    )}</figcaption>`}
    <table class="unseen"><caption>${label}</caption><thead><tr>${[w.when, ...series.map((s) => s.label)].map(
      (t) => html`<th scope="col">${t}</th>`,
    )}</tr></thead><tbody>${names.map(
      (n, i) => html`<tr><th scope="row">${n}</th>${series.map((s) => html`<td>${s.values[i]}</td>`)}</tr>`,
    )}</tbody></table></figure>`;
}

/** Sums, the largest first: they are drawn over one another. */
const stacked = (series) => {
  const sums = series.map((s, k) => s.values.map((_, i) => series.slice(0, k + 1).reduce((n, s) => n + s.values[i], 0)));
  return [series[0].values.map((_, i) => i), ...sums.reverse()];
};

function plotOptions(holder, names, series) {
  const style = getComputedStyle(holder);
  // A canvas knows no variables.
  const colour = (name) => {
    holder.style.color = `var(${name})`;
    return style.color;
  };
  const axis = { stroke: colour('--muted'), font: '12px ' + style.fontFamily, ticks: { show: false } };
  const bars = { paths: uPlot.paths.bars({ size: [0.64, 44], radius: 0.15 }), width: 0, points: { show: false } };
  const every = Math.ceil(names.length / Math.max(2, Math.floor(holder.clientWidth / 84)));
  const hidden = { show: false };
  return {
    width: holder.clientWidth,
    height,
    padding: [12, 16, 0, 0],
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
      { ...axis, grid: { stroke: colour('--line'), width: 1 }, size: 36, incrs: [1, 2, 5, 10, 20, 50, 100, 500, 2000] },
    ],
    series: [{}, ...series.map((s) => ({ ...bars, label: s.label, fill: colour(s.colour), stroke: colour(s.colour) })).reverse()],
  };
}
