import { html, useEffect, useRef, useState } from '../vendor/htm-preact.js';
import { Feed } from '../client/feed.js';
import { nameOf, precise, route, send, state, watched } from '../core/data.js';
import { Button, Card, Empty, Page, Trouble } from '../core/ui.js';
import { Part, Typed } from '../core/filters.js';
import { words as w } from '../words.js';

async function follow(feed, put) {
  for await (const event of feed) put((list) => [event, ...list].slice(0, 200));
}

function Events() {
  const [types, type] = useState('');
  const wanted = types.split(/[\s,]+/).filter(Boolean).join();
  const [events, put] = useState([]);
  const [running, run] = useState(1); // another number begins anew, 0 pauses
  const [error, fail] = useState(null);
  const after = useRef(/** @type {any} */ ('now'));
  useEffect(() => {
    if (!running) return;
    fail(null);
    const abort = new AbortController();
    const what = { accountId: state.account?.id, after: after.current, types: wanted || undefined, stream: true };
    const feed = new Feed(send, what, { signal: abort.signal });
    watched(follow(feed, put)).catch((e) => abort.signal.aborted || fail(e));
    return () => {
      abort.abort();
      after.current = feed.cursor;
    };
  }, [wanted, running]);
  useEffect(() => () => (after.current = 'now'), [wanted]); // a cursor is for its types
  const following = running && !error;
  const live = following && !state.away;
  const titleOf = (o) => o.name || o.title || o.number || o.label || (o.first_name !== undefined ? nameOf(o) : '');
  return html`<${Page} title=${w.liveEvents} sub=${w.eventsSub}
    badge=${html`<span class=${`badge ${live ? 'good' : 'dim'}`} role="status">${live ? w.live : w.paused}</span>`}
    actions=${html`<${Button} onClick=${() => put([])}>${w.clear}<//><${Button} kind="primary"
      onClick=${() => run(following ? 0 : running + 1)}>${following ? w.pause : w.goOn}<//>`}>
    <${Card}><div class="filters"><${Part} grow="grow" label=${w.onlyTheseTypes}><${Typed} value=${types}
      set=${type} placeholder="pet.*" /><//></div>
      <${Trouble} error=${error} />
      ${!events.length && !error && html`<${Empty} title=${w.waitingForEvents} />`}
      <ol class="tail" aria-label=${w.liveEvents} tabindex="0">${events.map(
        (e) => html`<li key=${e.id}><details><summary><time>${precise(e.created_at)}</time><code>${e.type}</code><span
          dir="auto">${titleOf(e.data.object)}</span><span class="hint" dir="auto">${e.actor.name || e.actor.type}</span></summary>
          <pre tabindex="0">${JSON.stringify(e, null, 2)}</pre></details></li>`,
      )}</ol><//><//>`;
}

route('/events', Events);
