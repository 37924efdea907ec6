import { html } from '../vendor/htm-preact.js';
import { api, can, faultText, number, plain, short, strong, useLoad, useWork } from '../core/data.js';
import { saveFile } from '../core/csv.js';
import { Button, Card, Link, Loaded, Select, Trouble } from '../core/ui.js';
import { words2 as d } from '../words2.js';

const most = 2000;
const aMinute = 60_000;

/** Faults that differ in line and value alone are of one kind. */
function byKind(faults) {
  const groups = Map.groupBy(faults, (f) => [f.type, f.field, f.column, f.code].join('\0'));
  return [...groups.values()].sort((a, b) => b.length - a.length);
}

const valuesOf = (faults) => [...Map.groupBy(faults.filter((f) => f.value), (f) => f.value)].sort((a, b) => b[1].length - a[1].length);

/** The record of the map whose key a column fills. */
const recordOf = (map, { type, field }) => (map?.records || []).findIndex((r) => (!type || r.type === type) && r.columns[field]?.length);

export function Faults({ i, path, map, edit, again }) {
  const found = useLoad((signal) => api.all(path + '/faults', {}, signal, most), [i.updated_at]);
  const fields = useLoad(async () =>
    (can('config:read') ? (await Promise.all(['/customerFields', '/petFields'].map(short))).flat() : []), []);
  const { busy, error, run } = useWork();
  const save = async () =>
    saveFile(i.name.replace(/(\.csv)?(\.gz)?$/i, ' faults.csv'), await api.bytes(path + '/faults', {}, undefined, 'text/csv', aMinute));
  return html`<${Card} title=${d.faults(i.faults)} actions=${i.format === 'csv' && html`<${Button} busy=${busy}
      onClick=${() => run(save)}>${d.downloadFaults}<//><${Link} class="button" to="/imports">${d.sendMended}<//>`}>
    <p class="hint">${d.faultsHint}</p><${Trouble} error=${error} />
    <${Loaded} of=${found}>${(faults) => html`<ul class="entries">${byKind(faults).slice(0, 50).map((group) => html`<${Kind} key=${
      [group[0].type, group[0].field, group[0].code].join()} faults=${group} map=${map} edit=${edit} fields=${fields.data || []} />`)}</ul>
      ${faults.more && html`<p class="hint">${d.firstFaults(most)}</p>`}`}<//>${again && html`<p>${again}</p>`}<//>`;
}

function Kind({ faults, map, edit, fields }) {
  const [first] = faults;
  const where = [first.type && plain(first.type), first.field !== 'line' && plain(first.field)].filter(Boolean).join(': ');
  const n = recordOf(map, first);
  const values = valuesOf(faults);
  const row = (f) => html`<li><span>${d.line} ${number(f.line)}</span> <span dir="auto">${f.value ? html`<code>${f.value}</code>` : ''} ${
    f.message !== first.message ? faultText({ location: f.field, ...f }) : ''}</span></li>`;
  return html`<li><header>${strong(where)} <span
    class="hint">${d.showRows(faults.length)}${first.column && html` · ${d.column} <bdi>${first.column}</bdi>`}</span></header>
    <p dir="auto">${faultText({ location: first.field, code: first.code, message: first.message })}</p>
    ${n >= 0 && values.length > 0 && values.length <= 20 && html`<${Meanings} n=${n} field=${first.field} values=${values}
      map=${map} edit=${edit}
      choices=${fields.find((f) => f.key === first.field && f.options?.length)?.options} />`}
    <details><summary>${d.showRows(faults.length)}</summary><ul>${faults.slice(0, 100).map(row)}</ul></details></li>`;
}

/** What the cells of a column mean, so that the file need not be changed. */
function Meanings({ n, field, values, map, edit, choices }) {
  const now = map.records[n].values?.[field] || {};
  const mean = (cell, meaning) => {
    const { [cell]: _, ...rest } = now;
    const values = { ...map.records[n].values, [field]: meaning ? { ...rest, [cell]: meaning } : rest };
    if (!Object.keys(values[field]).length) delete values[field];
    edit({ ...map, records: map.records.map((r, i) => (i === n ? { ...r, values } : r)) });
  };
  return html`<div class="filters">${values.map(([cell]) => html`<label class="part" key=${cell}><span
    dir="auto">${d.says(cell.slice(0, 60))}</span>${
    choices ? html`<${Select} value=${now[cell] || ''} options=${choices} set=${(v) => mean(cell, v)} />`
      : html`<input dir="auto" value=${now[cell] || ''} onInput=${(e) => mean(cell, e.target.value)} />`}</label>`)}</div>`;
}
