import { html, useRef, useState } from '../vendor/htm-preact.js';
import { api, at, can, go, hint, instant, number, plain, route, strong, useFresh, useWork } from '../core/data.js';
import { badge, Button, Card, column, Loaded, Page, Select, Table, Trouble } from '../core/ui.js';
import { Exports } from './export.js';
import './importing.js';
import { words as w } from '../words.js';
import { words2 as d } from '../words2.js';

const halfAnHour = 1_800_000;

/** What the service takes the file for; browsers name the types of tables in many ways. */
function typed(file) {
  const gzip = /\.gz$/i.test(file.name);
  const format = /\.(jsonl|ndjson|json)(\.gz)?$/i.test(file.name) ? 'jsonl' : 'csv';
  const type = gzip ? 'application/gzip' : format === 'csv' ? 'text/csv' : 'application/jsonl';
  return { body: new Blob([file], { type }), params: { name: file.name.slice(0, 200), ...(gzip && { format }) } };
}

function NewImport() {
  const { busy, error, run } = useWork();
  const [file, keep] = useState(/** @type {any} */ (null));
  const [as, say] = useState('');
  const [over, hover] = useState(false);
  const [input, select] = [useRef(null), useRef(null)];
  const unknown = error?.fields?.some((f) => f.location === 'query.as' && f.code === 'required');
  const send = (file, as) => run(async () => {
    keep(file);
    const { body, params } = typed(file);
    const made = await api.upload(at('/imports'), body, { ...params, as }, halfAnHour).catch((e) => {
      setTimeout(() => select.current?.querySelector('select').focus());
      throw e;
    });
    go('/imports/' + made.id);
  });
  const drop = (e) => {
    e.preventDefault();
    hover(false);
    const [dropped] = e.dataTransfer.files;
    if (dropped && !busy) send(dropped, as);
  };
  const kinds = Object.entries(d.rowsAre).map(([value, label]) => ({ value, label }));
  return html`<${Card} title=${d.importFile}>
    <div class=${`drop ${over ? 'chosen' : ''}`} onDragOver=${(e) => (e.preventDefault(), hover(true))} onDragLeave=${() => hover(false)}
      onDrop=${drop}><p class="strong">${busy ? d.uploading(file?.name) : d.dropHere}</p><p class="hint">${d.dropHint}</p>
      <${Button} kind="primary" busy=${busy} onClick=${() => input.current.click()}>${d.chooseFile}<//>
      <input ref=${input} type="file" hidden accept=".csv,.txt,.tsv,.jsonl,.ndjson,.json,.gz,text/csv" onChange=${({ target }) => {
        if (target.files[0]) send(target.files[0], as);
        target.value = '';
      }} /></div>
    <div class="filters" ref=${select}><label class="part"><span>${d.eachRow}</span><${Select} blank=${d.byItself} value=${as}
      options=${kinds}
      set=${say} aria=${{ 'aria-invalid': unknown && !as ? 'true' : undefined }} /></label>
      ${file && error && html`<${Button} kind="primary" busy=${busy} onClick=${() => send(file, as)}>${d.readIt}<//>`}</div>
    ${unknown ? html`<p class="trouble" role="alert">${d.sayWhat(file?.name)}</p>` : html`<${Trouble} error=${error} />`}<//>`;
}

/** What an import counts, in one line. */
export const total = (i) => Object.entries(i.counts).map(([type, n]) => {
  const parts = [[n.created, d.fresh], [n.changed, d.changed], [n.faulty, d.faulty]].filter(([n]) => n);
  return `${d.exportOne[type] || plain(type)}: ${parts.map(([n, word]) => `${number(n)} ${word.toLowerCase()}`).join(', ')
    || d.unchanged.toLowerCase()}`;
}).join('; ');

function Imports() {
  const recent = useFresh(async (signal) => (can('import:write') ? (await api.get(at('/imports'), { limit: 50 }, signal)).data : []), []);
  return html`<${Page} title=${w.imports} sub=${d.importsSub}>
    ${can('import:write') && html`<${NewImport} /><${Card} title=${d.recent}><${Loaded} of=${recent}
      empty=${d.noImports}>${(rows) => html`<${Table}
      rows=${rows} label=${d.recent} to=${(i) => '/imports/' + i.id} columns=${[
        column(d.file, (i) => html`${strong(i.name)} ${hint(i.profile)}`),
        column(d.records, total),
        column(w.status, (i) => (i.progress ? badge('running', d.steps[i.progress.step]) : badge(i.status))),
        column(w.when, (i) => instant(i.created_at), 'nowrap'),
      ]} />`}<//><//>`}
    ${can('account:export') && html`<${Exports} />`}<//>`;
}

route('/imports', Imports);
