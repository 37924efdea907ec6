import { html, useEffect, useState } from '../vendor/htm-preact.js';
import { api, at, can, Chips, forgetLists, plain, state, update, useEvent, useLoad, useStore, useWork } from './data.js';
import { words as w } from '../words.js';
import { Button, Dialog, Link, Loaded, Trouble } from './ui.js';

/** Where a record is shown, as far as the console has a page for it. */
export const pageOf = ({ resource, id }) =>
  ({ customer: `/customers/${id}`, pet: `/pets/${id}`, order: `/orders/${id}` })[resource];

export const RecordLink = ({ record }) => {
  const name = html`<span dir="auto">${record.name || plain(record.resource)}</span>`;
  const to = pageOf(record);
  return to ? html`<${Link} to=${to}>${name}<//>` : name;
};

/** A key that was set several times is in the way once. */
const distinct = (blocked) => [...new Map(blocked.map((b) => [[b.id, b.key, b.by?.id].join(), b])).values()];

/** Says what undoing a change does, or what is in the way, and does it. */
export function Undo({ change, close }) {
  const path = at(`/changes/${change}/revert`);
  const plan = useLoad(() => api.post(path, { dry_run: true }), [change]);
  const { busy, error, run } = useWork();
  const done = () => {
    close();
    forgetLists();
    update({ saved: null, undone: change });
  };
  useEvent('hashchange', close); // a link in it was followed
  return html`<${Dialog} title=${w.undoTitle} close=${close}><${Loaded} of=${plan}>${({ would, blocked_by: blocked }) => html`
    ${blocked.length > 0 && html`<p class="trouble" role="alert">${w.undoBlocked}</p>
      <ul class="plain">${distinct(blocked).slice(0, 50).map((b) => html`<li><${RecordLink} record=${b} />: ${w.inTheWay(b)}${
        b.by && html` <${RecordLink} record=${b.by} />`}${b.change_id && html` · <${Link} to="/activity"
          query=${{ record: b.id }}>${w.laterChange}<//>`}</li>`)}</ul>`}
    ${!blocked.length && html`<p>${w.undoWill}</p>
      <ul class="plain">${would.slice(0, 50).map((s) => html`<li>${plain('undo_' + s.action)} ${plain(s.resource).toLowerCase()} <${
        RecordLink} record=${s} /> ${Chips(s.keys.map(plain))}</li>`)}</ul>
      ${would.length > 50 && html`<p class="hint">${w.andMore(would.length - 50)}</p>`}`}
    <${Trouble} error=${error} />
    <footer class="form-foot">${!blocked.length && html`<${Button} kind="primary" busy=${busy}
      onClick=${() => run(() => api.post(path, {}).then(done))}>${w.undo}<//>`}<${Button}
      onClick=${close}>${w.cancel}<//></footer>`}<//><//>`;
}

/** Offers to undo what was saved a moment ago, for ten seconds. */
export function UndoLast() {
  const { saved } = useStore();
  const [change, open] = useState('');
  const { busy, error, run } = useWork();
  useEffect(() => {
    if (!saved) return;
    const end = setTimeout(() => update({ saved: null }), 10_000);
    return () => clearTimeout(end);
  }, [saved]);
  const find = async () => {
    const { data } = await api.get(at('/changes'), { actorId: state.key?.id, limit: 20 });
    const made = data.find((c) => c.request_id === saved?.request);
    if (made) open(made.id);
    else update({ saved: saved && { ...saved, nothing: true } });
  };
  if (change) return html`<${Undo} change=${change} close=${() => open('')} />`;
  if (!saved || !can('events:read')) return null;
  return html`<div class="undo" role="status"><span>${saved.nothing ? w.nothingToUndo : w.changeSaved}</span>
    <${Trouble} error=${error} />
    ${!saved.nothing && html`<${Button} busy=${busy} onClick=${() => run(find)}>${w.undo}<//>`}</div>`;
}
