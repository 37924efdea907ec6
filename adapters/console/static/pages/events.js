// The event feed as it happens.
import { html, useEffect, useState } from '../vendor/htm-preact.js';
import { api } from '../core/api.js';
import { useRested } from '../core/hooks.js';
import { state } from '../core/store.js';
import { Button, Card, Empty, Page, Trouble } from '../core/ui.js';
import { nameOf, precise } from '../core/format.js';
import { words as w } from '../words.js';

const most = 200;

/** @param {any} o the record of an event */
const titleOf = (o) => o.name || o.title || o.number || o.label || (o.first_name !== undefined ? nameOf(o) : '');

export function Events() {
  const [types, type] = useState('');
  const rested = useRested(types.trim(), 400);
  const [events, put] = useState(/** @type {any[]} */ ([]));
  const [running, run] = useState(true);
  const [error, fail] = useState(null);
  useEffect(() => {
    if (!running) return;
    fail(null);
    const abort = new AbortController();
    const each = (e) => put((/** @type {any[]} */ list) => [e, ...list].slice(0, most));
    api.follow(state.account?.id, rested || undefined, abort.signal, each).catch((e) => abort.signal.aborted || fail(e));
    return () => abort.abort();
  }, [rested, running]);
  return html`<${Page} title=${w.events} sub=${w.eventsSub} badge=${html`<span
    class=${`badge ${running && !error ? 'good' : 'dim'}`} role="status">${running && !error ? w.live : w.paused}</span>`}
    actions=${html`<${Button} onClick=${() => put([])}>${w.clear}<//><${Button} kind="primary"
      onClick=${() => run(!running)}>${running ? w.pause : w.resume}<//>`}>
    <${Card}><div class="filters"><label class="part grow"><span>${w.onlyTypes}</span><input value=${types} placeholder="pet.*"
      onInput=${(e) => type(e.target.value)} /></label></div>
      <${Trouble} error=${error} />
      ${!events.length && !error && html`<${Empty} title=${w.waitingForEvents}>${w.waitingHint}<//>`}
      <ol class="tail" aria-label=${w.events} tabindex="0">${events.map(
        (
          e,
        ) => html`<li key=${e.id}><details><summary><time>${precise(e.created_at)}</time><code>${e.type}</code><span
          dir="auto">${titleOf(e.data.object)}</span>
            <span class="hint" dir="auto">${e.actor.name || e.actor.type}</span></summary>
        <pre tabindex="0">${JSON.stringify(e, null, 2)}</pre></details></li>`,
      )}</ol><//><//>`;
}
