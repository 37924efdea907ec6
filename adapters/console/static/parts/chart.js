// Bars by day or week, drawn by uPlot, with the same numbers as a table for who does not see them.
import { html, useEffect, useRef, useState } from '../vendor/htm-preact.js';
import { Waiting } from '../core/ui.js';
import { useStore } from '../core/store.js';
import { words as w } from '../words.js';

/** @param {string} name @param {HTMLElement} of */
const colour = (name, of) => getComputedStyle(of).getPropertyValue(name).trim();

/**
 * @param {{label: string, names: string[], series: {label: string, colour: string, values: number[]}[]}} props names stand below the
 *   bars; series are stacked
 */
export function Bars({ label, names, series }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const { theme } = useStore();
  const [dark, darken] = useState(matchMedia('(prefers-color-scheme: dark)').matches);
  const [loaded, load] = useState(null);
  useEffect(() => {
    if (!document.getElementById('uplot-css')) {
      const css = Object.assign(document.createElement('link'), {
        id: 'uplot-css',
        rel: 'stylesheet',
        href: new URL('../vendor/uplot.css', import.meta.url).href,
      });
      document.head.append(css);
    }
    import('../vendor/uplot.js').then((m) => load(() => m.default));
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    const changed = () => darken(scheme.matches);
    scheme.addEventListener('change', changed);
    return () => scheme.removeEventListener('change', changed);
  }, []);
  useEffect(() => {
    const holder = box.current;
    if (!holder || !loaded) return;
    const draw = () => new loaded(options(loaded, holder, names, series), stacked(series), holder);
    let plot = draw();
    const resized = new ResizeObserver(() => plot.setSize({ width: holder.clientWidth, height }));
    resized.observe(holder);
    return () => {
      resized.disconnect();
      plot.destroy();
    };
  }, [loaded, JSON.stringify(series), names.join(), theme, dark]);
  return html`<figure class="chart"><div ref=${box} class="plot" aria-hidden="true">${!loaded && html`<${Waiting} lines=${2} />`}</div>
    ${series.length > 1 && html`<figcaption class="legend" aria-hidden="true">${series.map((s) => html`<span><i
      class=${'key ' + s.colour.slice(2)}></i>${s.label}</span>`)}</figcaption>`}
    <table class="unseen"><caption>${label}</caption><thead><tr><th scope="col">${w.when}</th>${series.map((s) => html`<th
      scope="col">${s.label}</th>`)}</tr></thead>
      <tbody>${names.map((n, i) => html`<tr><th scope="row">${n}</th>${series.map((s) => html`<td>${s.values[i]}</td>`)}</tr>`)}</tbody>
        </table></figure>`;
}

const height = 190;

/** The sums from below, the last series on top: they are drawn over one another. @param {{values: number[]}[]} series */
function stacked(series) {
  const count = series[0].values.length;
  const sums = series.map((_, k) => Array.from({ length: count }, (_, i) => series.slice(0, k + 1).reduce((n, s) => n + s.values[i], 0)));
  return [Array.from({ length: count }, (_, i) => i), ...sums.reverse()];
}

/** @param {any} uPlot @param {HTMLElement} holder @param {string[]} names @param {{label: string, colour: string}[]} series */
function options(uPlot, holder, names, series) {
  const text = colour('--muted', holder);
  const line = colour('--line', holder);
  const font = '12px ' + getComputedStyle(holder).fontFamily;
  const bars = uPlot.paths.bars({ size: [0.64, 44], radius: 0.15 });
  const every = Math.ceil(names.length / Math.max(2, Math.floor(holder.clientWidth / 64)));
  return {
    width: holder.clientWidth,
    height,
    padding: [12, 8, 0, 0],
    legend: { show: false },
    cursor: { show: false },
    select: { show: false },
    scales: {
      x: { time: false, range: [-0.6, names.length - 0.4] },
      y: { range: (_, /** @type {number} */ __, /** @type {number} */ max) => [0, Math.max(4, Math.ceil((max || 0) * 1.1))] },
    },
    axes: [
      {
        stroke: text,
        font,
        grid: { show: false },
        ticks: { show: false },
        gap: 6,
        size: 30,
        splits: () => names.map((_, i) => i).filter((i) => i % every === 0),
        values: (_, /** @type {number[]} */ at) => at.map((i) => names[i]),
      },
      {
        stroke: text,
        font,
        grid: { stroke: line, width: 1 },
        ticks: { show: false },
        size: 36,
        incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000],
      },
    ],
    series: [
      {},
      ...[...series]
        .reverse()
        .map((s) => ({
          label: s.label,
          fill: colour(s.colour, holder),
          stroke: colour(s.colour, holder),
          width: 0,
          paths: bars,
          points: { show: false },
        })),
    ],
  };
}
