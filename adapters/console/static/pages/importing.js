import { html, useEffect, useState } from '../vendor/htm-preact.js';
import { api, at, dotted, go, hint, instant, number, plain, route, strong, useLoad, useWork } from '../core/data.js';
import { badge, Button, Card, column, Link, Page, Pending, Table, Trouble } from '../core/ui.js';
import { Undo } from '../core/undo.js';
import { Faults } from './faults.js';
import { lacks, Mapping } from './mapping.js';
import { words as w } from '../words.js';
import { words2 as d } from '../words2.js';

/** Asks again as long as it runs, also after an answer was lost. */
function useImport(id) {
  const path = at('/imports/' + id);
  const found = useLoad((signal) => api.get(path, {}, signal), [id]);
  useEffect(() => {
    if (!found.data?.progress) return;
    const timer = setTimeout(found.reload, 700);
    return () => clearTimeout(timer);
  }, [found.data, found.error]);
  return { path, found };
}

function Import({ import: id }) {
  const { path, found } = useImport(id);
  const [draft, edit] = useState(/** @type {any} */ (null)); // of the map
  const [asked, ask] = useState(false);
  const { busy, error, run } = useWork();
  const i = found.data;
  const back = { to: '/imports', label: w.imports };
  if (!i) return html`<${Pending} of=${found} title=${d.file} back=${back} />`;
  const map = draft || i.map;
  const open = !i.progress && ['read', 'checked', 'failed'].includes(i.status);
  const check = () => {
    ask(true);
    if (map && lacks(map).length) return setTimeout(() => document.querySelector('.lacks')?.scrollIntoView({ block: 'center' }));
    run(async () => {
      if (draft) await api.patch(path, { map: draft });
      edit(null);
      await api.post(path + '/check');
      await found.reload();
    });
  };
  const apply = () => run(() => api.post(path + '/apply').finally(found.reload));
  const stop = () => run(() => api.remove(path).then(found.reload));
  const forget = () => run(() => api.remove(path).then(() => go('/imports')));
  const ready = i.status === 'checked' && !i.faults && !draft;
  const foot = html`<${Trouble} error=${error} /><div class="chosen-row"><div class="actions">
    ${ready && html`<${Button} kind="primary" busy=${busy} onClick=${apply}>${d.apply}<//>`}
    ${open && html`<${Button} kind=${ready ? '' : 'primary'} busy=${busy}
      onClick=${check}>${i.status === 'read' ? d.check : d.checkAgain}<//>`}
    ${!i.progress && html`<${Button} busy=${busy} onClick=${forget}>${d.forget}<//>`}</div>
    ${open && hint(d.notYet)}</div>`;
  return html`<${Page} title=${i.name} back=${back} badge=${badge(i.status)} sub=${dotted([instant(i.created_at), d.size(i.size)])}>
    <${Trouble} error=${found.error} />
    ${i.profile && html`<p class="notice">${d.knownAs(i.profile)}</p>`}
    ${i.progress && html`<${Progress} progress=${i.progress} stop=${stop} busy=${busy} error=${error} />`}
    ${i.failure && html`<p class="trouble" role="alert">${d.failed} ${i.failure.message}</p>`}
    ${i.status === 'cancelled' && html`<p class="notice" role="status">${d.stopped}</p>`}
    ${['checked', 'done'].includes(i.status) && !draft && html`<${Counts} i=${i} />`}
    ${i.status === 'checked' && i.faults > 0 && html`<${Faults} i=${i} path=${path} map=${map} edit=${edit}
      again=${draft && html`<${Button} kind="primary" busy=${busy} onClick=${check}>${d.checkAgain}<//>`} />`}
    ${open && (map ? html`<${Mapping} columns=${i.columns} map=${map} edit=${edit}
      asked=${asked} />` : i.status === 'read' && html`<${Card}><p>${
      d.jsonLines}</p><//>`)}
    ${!i.progress && html`<${Card}>${foot}<//>`}<//>`;
}

function Progress({ progress: p, stop, busy, error }) {
  const text = `${d.steps[p.step]}: ${d.phases[p.phase] || p.phase}`;
  return html`<${Card} title=${text}><progress aria-label=${text} max=${p.of || 1} value=${p.of ? p.lines : undefined}></progress>
    <p class="hint">${d.progress(p)}${p.faults > 0 && ` · ${d.faults(p.faults)}`}</p><${Trouble} error=${error} />
    <footer class="form-foot"><${Button} busy=${busy} onClick=${stop}>${d.stop}<//></footer><//>`;
}

/** What the check has found, or what was done. */
function Counts({ i }) {
  const [undoing, undo] = useState(false);
  const done = i.status === 'done';
  const rows = Object.entries(i.counts).map(([id, n]) => ({ id, ...n }));
  const cell = (key) => (r) => number(r[key]);
  const { groups = [], more = 0 } = i.look_alikes || {};
  return html`<${Card} title=${done ? d.did : d.would} actions=${done && i.change_id && html`<${Link} class="button" to="/activity">${
      w.activity}<//><${Button} onClick=${() => undo(true)}>${d.undoImport}<//>`}>
    ${done && html`<p class="notice" role="status">${i.change_id ? d.done : d.noChange}</p>`}
    ${rows.length ? html`<${Table} label=${done ? d.did : d.would} rows=${rows} columns=${[
      column(d.records, (r) => strong(d.exportOne[r.id] || plain(r.id))),
      column(d.fresh, cell('created'), 'right'), column(d.changed, cell('changed'), 'right'),
      column(d.unchanged, cell('unchanged'), 'right'), !done && column(d.faulty, cell('faulty'), 'right'),
    ]} />` : html`<p>${d.nothingThere}</p>`}
    ${groups.length > 0 && html`<h3>${d.alike}</h3><p class="hint">${d.alikeHint}</p><ul class="plain">${groups.map((g) => html`<li
      dir="auto">${d.alikeOf(g)}</li>`)}</ul>${more > 0 && html`<p class="hint">${w.andMore(more)}</p>`}`}
    ${undoing && html`<${Undo} change=${i.change_id} close=${() => undo(false)} />`}<//>`;
}

route('/imports/:import', Import);
