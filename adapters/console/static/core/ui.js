// The parts that pages are made of.
import { html, useEffect, useRef, useState } from '../vendor/htm-preact.js';
import { Problem, Unreachable } from './api.js';
import { Link } from './router.js';
import { words as w } from '../words.js';

/** @param {{title: any, sub?: any, badge?: any, back?: {to: string, label: string}, actions?: any, children?: any}} props */
export function Page({ title, sub, badge, back, actions, children }) {
  const heading = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    if (typeof title === 'string') document.title = `${title} · petcare`;
  }, [title]);
  return html`<div class="page">
    ${back && html`<${Link} class="back" to=${back.to}>← ${back.label}<//>`}
    <header class="page-head">
      <div class="page-title"><h1 ref=${heading} dir="auto">${title}</h1>${badge}${sub && html`<p class="sub" dir="auto">${sub}</p>`}</div>
      ${actions && html`<div class="actions">${actions}</div>`}
    </header>
    ${children}
  </div>`;
}

/** @param {{title?: any, actions?: any, class?: string, children?: any}} props */
export function Card({ title, actions, children, ...rest }) {
  return html`<section ...${rest} class=${'card ' + (rest.class || '')}>
    ${title && html`<header class="card-head"><h2>${title}</h2>${actions && html`<div class="actions">${actions}</div>`}</header>`}
    ${children}
  </section>`;
}

/** @param {{kind?: string, busy?: boolean, class?: string, disabled?: boolean, children?: any}} props kind: primary, danger, quiet */
export function Button({ kind = '', busy, children, ...rest }) {
  return html`<button type="button" ...${rest} class=${`button ${kind} ${rest.class || ''}`} disabled=${busy || rest.disabled}
    aria-busy=${busy ? 'true' : undefined}>${children}</button>`;
}

/** @type {Record<string, string>} */
const tones = {
  active: 'good',
  valid: 'good',
  compliant: 'good',
  delivered: 'good',
  completed: 'good',
  paid: 'good',
  done: 'good',
  expiring: 'warn',
  retrying: 'warn',
  pending: 'warn',
  unpaid: 'warn',
  partially_paid: 'warn',
  running: 'info',
  open: 'info',
  inactive: 'dim',
  expired: 'bad',
  non_compliant: 'bad',
  failed: 'bad',
  blocked: 'bad',
  deceased: 'dim',
  cancelled: 'dim',
  draft: 'dim',
  not_required: 'dim',
};

/** @param {{value: string, label: string, tone?: string}} props */
export function Badge({ value, label, tone }) {
  return html`<span class=${`badge ${tone || tones[value] || 'dim'}`}>${label}</span>`;
}

/** What is wrong, and what can be done about it. @param {{error: any, retry?: () => void, text?: string}} props */
export function Trouble({ error, retry, text: given = '' }) {
  if (!error) return null;
  const unreachable = error instanceof Unreachable;
  const problem = error instanceof Problem ? error.problem?.detail || error.message : w.unexpected;
  const text = given || (unreachable ? w.unreachable : problem);
  return html`<div class="trouble" role="alert">
    <div><strong>${unreachable ? w.unreachableTitle : error.status === 404 ? w.notFoundTitle : w.troubleTitle}</strong><p
      dir="auto">${text}</p>
      ${error.requestId && html`<p class="hint">${w.requestId} <code>${error.requestId}</code></p>`}</div>
    ${retry && html`<${Button} onClick=${retry}>${w.tryAgain}<//>`}
  </div>`;
}

/** @param {{lines?: number}} props */
export function Waiting({ lines = 4 }) {
  return html`<div class="waiting" aria-busy="true"><span class="unseen" role="status">${w.loading}</span>
    ${Array.from({ length: lines }, (_, i) => html`<span class=${'bone bone' + (i % 4)}></span>`)}</div>`;
}

/** @param {{title: string, children?: any}} props */
export function Empty({ title, children }) {
  return html`<div class="empty"><svg viewBox="0 0 32 32" aria-hidden="true"><ellipse cx="16" cy="20.5" rx="6" ry="5"/><circle
    cx="8.3" cy="14.6" r="2.6"/><circle cx="13" cy="9.6" r="2.7"/><circle cx="19" cy="9.6" r="2.7"/><circle cx="23.7" cy="14.6" r="2.6"/>
      </svg>
    <p>${title}</p>${children && html`<p class="hint">${children}</p>`}</div>`;
}

/**
 * A table whose rows may lead somewhere by their first cell.
 * @param {{columns: {label: string, cell: (row: any) => any, class?: string}[], rows: any[], label: string, to?: (row: any) =>
 *   string, extra?: any}} props
 */
export function Table({ columns, rows, label, to }) {
  return html`<div class="table-wrap" role="region" aria-label=${label} tabindex="0"><table>
    <thead><tr>${columns.map((c) => html`<th scope="col" class=${c.class}>${c.class?.includes('unlabelled') ? html`<span
      class="unseen">${c.label}</span>` : c.label}</th>`)}</tr></thead>
    <tbody>${rows.map(
      (row) =>
        html`<tr key=${row.id} class=${to ? 'leads' : ''}>${columns.map(
          (c, i) => html`<td class=${c.class} dir="auto">
      ${to && i === 0 ? html`<${Link} class="row-link" to=${to(row)}>${c.cell(row)}<//>` : c.cell(row)}</td>`,
        )}</tr>`,
    )}</tbody>
  </table></div>`;
}

/** A list from the service: waiting, empty, troubled, or a table with more below. @param {Record<string, any>} props */
export function ListTable({ list, empty, hint, ...table }) {
  if (!list.rows.length && list.busy) return html`<${Waiting} lines=${6} />`;
  if (!list.rows.length && !list.error) return html`<${Empty} title=${empty}>${hint}<//>`;
  return html`${list.rows.length > 0 && html`<${Table} ...${table} rows=${list.rows} />`}
    <${Trouble} error=${list.error} retry=${list.reload} />
    ${!list.done && !list.error && html`<div class="more"><${Button} busy=${list.busy}
      onClick=${list.more}>${list.busy ? w.loading : w.showMore}<//></div>`}`;
}

/** A dialog that holds the focus; Escape closes it. @param {{title: string, close: () => void, wide?: boolean, children?: any}} props */
export function Dialog({ title, close, wide, children }) {
  const ref = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => {
    const dialog = /** @type {HTMLDialogElement} */ (ref.current);
    const before = /** @type {HTMLElement | null} */ (document.activeElement);
    dialog.showModal();
    return () => {
      dialog.close();
      before?.isConnected && before.focus();
    };
  }, []);
  const cancel = (/** @type {Event} */ e) => {
    e.preventDefault();
    close();
  };
  return html`<dialog ref=${ref} class=${wide ? 'wide' : ''} aria-labelledby="dialog-title" onCancel=${cancel}>
    <header><h2 id="dialog-title" dir="auto">${title}</h2><button type="button" class="close" aria-label=${w.close}
      onClick=${close}>×</button></header>
    <div class="dialog-body">${children}</div></dialog>`;
}

/**
 * Asks before something is done that cannot be undone.
 * @param {{title: string, text: any, action: string, act: () => Promise<any>, close: () => void, kind?: string}} props
 */
export function Confirm({ title, text, action, act, close, kind = 'danger' }) {
  const [busy, work] = useState(false);
  const [error, fail] = useState(null);
  const run = async () => {
    work(true);
    try {
      await act();
      close();
    } catch (e) {
      fail(e);
      work(false);
    }
  };
  return html`<${Dialog} title=${title} close=${close}><p dir="auto">${text}</p><${Trouble} error=${error} />
    <footer class="form-foot"><${Button} kind=${kind} busy=${busy} onClick=${run}>${action}<//><${Button}
      onClick=${close}>${w.cancel}<//></footer><//>`;
}

/** @param {{code: {colour: string, name: string, number?: number} | undefined}} props */
export function Swatch({ code }) {
  return code ? html`<span class="swatch"><i style=${{ background: code.colour }}></i><span dir="auto">${code.name}</span></span>` : null;
}

/** @param {{items: [string, any][]}} props pairs without a value are left out */
export function Facts({ items }) {
  const shown = items.filter(([, value]) => value !== '' && value !== null && value !== undefined && value !== false);
  return html`<dl class="facts">${shown.map(([label, value]) => html`<div><dt>${label}</dt><dd dir="auto">${value}</dd></div>`)}</dl>`;
}

/** @param {{tabs: {to: string, label: string, current: boolean}[], label: string}} props */
export function Tabs({ tabs, label }) {
  return html`<nav class="tabs" aria-label=${label}>${tabs.map((t) => html`<${Link} to=${t.to}
    aria-current=${t.current ? 'page' : undefined}>${t.label}<//>`)}</nav>`;
}

/** @param {{text: string}} props */
export function Copy({ text }) {
  const [copied, mark] = useState(false);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => mark(true),
      () => {},
    );
  return navigator.clipboard ? html`<${Button} onClick=${copy}>${copied ? w.copied : w.copy}<//>` : null;
}
