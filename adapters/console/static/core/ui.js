import { html, useEffect, useRef, useState } from '../vendor/htm-preact.js';
import { can, faultText, href, isBlank, place, plain, Problem, sentence, strong, Unreachable, useEvent, useWork } from './data.js';
import { words as w } from '../words.js';

export const Link = ({ to, query, children, ...rest }) => html`<a href=${href(to, query)} ...${rest}>${children}</a>`;

/** @param {PageProps} props */
export function Page({ title, sub, badge, back, face, actions, children }) {
  document.title = `${title} · petcare`;
  return html`<div class="page">
    ${back && html`<${Link} class="back" to=${back.to}>← ${back.label}<//>`}
    <header class="page-head">${face}
      <div class="page-title"><h1 dir="auto">${title}</h1>${badge}${sub && html`<p class="sub" dir="auto">${sub}</p>`}</div>
      ${actions && html`<div class="actions">${actions}</div>`}
    </header>
    ${children}
  </div>`;
}

export const Card = ({ title, actions, narrow, children }) => html`<section class=${narrow ? 'card narrow' : 'card'}>
  ${title && html`<header class="card-head"><h2>${title}</h2>${actions && html`<div class="actions">${actions}</div>`}</header>`}
  ${children}</section>`;

export const ignore = (e) => e.preventDefault();

/** A disabled one would lose the focus. */
export const Button = ({ kind = '', busy, children, ...rest }) => html`<button type="button" ...${rest}
  class=${`button ${kind} ${rest.class || ''}`} onClick=${busy ? ignore : rest.onClick}
  aria-busy=${busy ? 'true' : undefined}>${children}</button>`;

export const Select = ({ id, value, set, options, blank = '–', aria }) => html`<select id=${id} ...${aria} value=${value ?? ''}
  onChange=${(e) => set(e.target.value)}>${blank && html`<option value="">${blank}</option>`}${options.map(
    (o) => html`<option value=${o.value} selected=${o.value === value}>${o.label}</option>`,
  )}</select>`;

const tones = [
  ['good', 'active valid compliant delivered completed paid done'],
  ['warn', 'expiring retrying pending unpaid partially_paid'],
  ['info', 'running open'],
  ['bad', 'expired non_compliant failed blocked'],
];

export const mark = (tone, text) => html`<span class=${'badge ' + tone}>${text}</span>`;

export const badge = (value, label = plain(value)) =>
  mark(tones.find(([, values]) => values.split(' ').includes(value))?.[0] || 'dim', label);

export function Trouble({ error, retry, text, faults = error?.fields || [] }) {
  if (!error) return null;
  const away = error instanceof Unreachable;
  const known = error instanceof Problem;
  const problem = error.code === 'ability_missing' ? w.mayNot : known ? sentence(error.problem?.detail || error.message) : w.unexpected;
  const next = known && !text && (w.nextByCode[error.code] || w.nextByStatus[error.status] || (error.status > 499 && w.nextByStatus[500]));
  return html`<div class="trouble" role="alert">
    <div><strong>${away ? w.noAnswer : error.status === 404 ? w.notFound : w.thatDidNotWork}</strong>
      <p dir="auto">${text || (away ? w.unreachable : problem)} ${next}</p>
      ${faults.map((f) => html`<p>${plain(f.location.replace(/^\w+\./, '').replace(/\W+/g, ' '))}: ${faultText(f)}</p>`)}
      ${error.requestId && html`<p class="hint">${w.request} <code>${error.requestId}</code></p>`}</div>
    ${retry && html`<${Button} onClick=${retry}>${w.tryAgain}<//>`}
  </div>`;
}

export const Waiting = () => html`<div class="waiting" aria-busy="true"><span class="unseen" role="status">${w.loading}</span>
  ${[1, 2, 3, 4].map(() => html`<span class="bone"></span>`)}</div>`;

const icon = new URL('../icon.svg', import.meta.url).href;
export const Paw = () => html`<img src=${icon} alt="" />`;

export const Empty = ({ title, children }) => html`<div class="empty"><${Paw} />
  <p>${title}</p>${children && html`<p class="hint">${children}</p>`}</div>`;

export function Loaded({ of: { data, error, busy, reload }, empty, children }) {
  const trouble = html`<${Trouble} error=${error} retry=${reload} />`;
  if (!data) return error ? trouble : busy || !empty ? html`<${Waiting} />` : html`<${Empty} title=${empty} />`;
  return html`${trouble}${empty && !data.length ? html`<${Empty} title=${empty} />` : children(data)}`;
}

export const Pending = ({ of, empty, ...page }) =>
  html`<${Page} ...${page}><${Card}><${Loaded} of=${of} empty=${empty} /><//><//>`;

/** @param {TableProps} props */
export function Table({ columns, rows, label, to }) {
  const shown = /** @type {Column[]} */ (columns.filter(Boolean));
  const leading = Math.max(0, shown.findIndex((c) => c.lead));
  const cell = (row, c, i) => (to && i === leading ? html`<${Link} class="row-link" to=${to(row)}>${c.cell(row)}<//>` : c.cell(row));
  return html`<div class="table-wrap" role="region" aria-label=${label} tabindex="0"><table>
    <thead><tr>${shown.map((c) => html`<th scope="col" class=${c.class}>${c.label}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => html`<tr key=${row.id} class=${to ? 'leads' : ''}>${shown.map(
      (c, i) => html`<td class=${c.class} dir="auto" data-label=${typeof c.label === 'string' ? c.label : undefined}><div>${
        cell(row, c, i)}</div></td>`,
    )}</tr>`)}</tbody></table></div>`;
}

export function ListTable({ list, empty, draw, ...table }) {
  const { rows, error, busy, done, more, reload } = list;
  if (!rows.length && busy) return html`<${Waiting} />`;
  if (!rows.length && !error) return html`<${Empty} title=${empty} />`;
  return html`${rows.length > 0 && (draw ? draw(rows) : html`<${Table} ...${table} rows=${rows} />`)}
    <${Trouble} error=${error} retry=${reload} />
    ${!done && !error && html`<div class="more"><${Button} busy=${busy} onClick=${more}>${busy ? w.loading : w.showMore}<//></div>`}
    ${!draw && list.all && rows.length > 0 && html`<${SaveCSV} list=${list} ...${table} />`}`;
}

function SaveCSV({ list, label, columns }) {
  const { busy, error, run } = useWork();
  const save = async () => {
    const [{ saveCSV }, rows] = await Promise.all([import('./csv.js'), list.all()]);
    saveCSV(label, columns, rows);
  };
  return html`<${Trouble} error=${error} /><p class="save-csv"><${Button} kind="quiet" busy=${busy} aria-label=${`${w.saveCSV}: ${label}`}
    onClick=${() => run(save)}>${w.saveCSV}<//></p>`;
}

/** `none` is said when nothing narrows the list. */
export const ListPage = ({ title, sub, actions, above, filters, none, children, ...table }) => html`<${Page} title=${title} sub=${sub}
  actions=${actions}>${above}<${Card}>${filters && html`<div class="filters">${filters}</div>`}
    <${ListTable} label=${title} empty=${place().query.size ? w.nothingFound : none} ...${table} /><//>${children}<//>`;

export function Dialog({ title, close, wide, children }) {
  const ref = useRef(null);
  useEffect(() => {
    const dialog = ref.current;
    dialog.showModal();
    dialog.querySelector('form :is(input, select, textarea)')?.focus();
    return () => dialog.close();
  }, []);
  const leave = (e) => {
    e.preventDefault();
    const form = ref.current.querySelector('form');
    if (!form || form.dispatchEvent(new Event('Leave', { cancelable: true }))) close();
  };
  return html`<dialog ref=${ref} class=${wide ? 'wide' : ''} aria-label=${title} onCancel=${leave}>
    <header><h2 dir="auto">${title}</h2><button type="button" class="close" aria-label=${w.close}
      onClick=${leave}>×</button></header>
    <div class="dialog-body">${children}</div></dialog>`;
}

export function Confirm({ title, text, action, act, close, failed, kind = 'danger' }) {
  const { busy, error, run } = useWork();
  const sure = () =>
    act().then(close, (e) => {
      failed?.();
      throw e;
    });
  return html`<${Dialog} title=${title} close=${close}><p dir="auto">${text}</p><${Trouble} error=${error} />
    <footer class="form-foot"><${Button} kind=${kind} busy=${busy} onClick=${() => run(sure)}>${action}<//><${Button}
      onClick=${close}>${w.cancel}<//></footer><//>`;
}

export function Secret({ title, secret, close, text = w.secretText }) {
  const [copied, mark] = useState(false);
  const copy = () => navigator.clipboard.writeText(secret).then(() => mark(true), () => {});
  return html`<${Dialog} title=${title} close=${close}><p>${text}</p>
    <p class="secret"><code id="secret">${secret}</code>${navigator.clipboard && html`<${Button}
      onClick=${copy}>${copied ? w.copied : w.copy}<//>`}</p>
    <footer class="form-foot"><${Button} kind="primary" onClick=${close}>${w.iHaveIt}<//></footer><//>`;
}

export function Facts({ items }) {
  const shown = items.filter(([, value]) => !isBlank(value) && value !== false);
  return html`<dl class="facts">${shown.map(([label, value]) => html`<div><dt>${label}</dt><dd dir="auto">${value}</dd></div>`)}</dl>`;
}

export const Tabs = ({ tabs, label }) => html`<nav class="tabs" aria-label=${label}>${tabs.map(
  (t) => html`<${Link} to=${t.to} aria-current=${t.current ? 'page' : undefined}>${t.label}<//>`,
)}</nav>`;

/** @type {Record<string, Panel[]>} */
export const panels = { customer: [], pet: [] };

export const Panels = ({ on, ...props }) =>
  panels[on]
    .filter((p) => !p.needs || can(...p.needs))
    .map((p) => html`<${Card} title=${p.title}><${p.draw} ...${props} /><//>`);

/** The column that leads to the page of a row, when it is not the first. */
export const lead = (column) => ({ ...column, lead: true });

/** @returns {Column} */
export const column = (label, cell, kind = '') => ({ label, cell, class: kind });
export const named = (cell = (r) => strong(r.name)) => column(w.name, cell);
export const statusColumn = column(w.status, (r) => badge(r.status));

const square = 'M6 6h12v12H6z';
export const Icon = ({ path = square }) => html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${path} /></svg>`;

export const toMain = () => document.getElementById('main')?.focus();

/** Closes when something else is clicked or gets the focus, too. */
export function useMenu() {
  const [open, show] = useState(false);
  const box = useRef(null);
  const leave = ({ target }) => box.current.contains(target) || show(false);
  useEvent('click', leave);
  useEvent('focusin', leave);
  useEvent('keydown', (e) => {
    if (e.key !== 'Escape') return;
    box.current.querySelector('[aria-expanded=true]')?.focus();
    show(false);
  });
  return { open, show, box };
}
