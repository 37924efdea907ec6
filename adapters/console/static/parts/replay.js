// Sends past events of a webhook again: counted first, then queued, and followed until it is done.
import { html, useEffect, useState } from '../vendor/htm-preact.js';
import { api, onceKey } from '../core/api.js';
import { Button, Dialog, Trouble } from '../core/ui.js';
import { Select } from '../core/inputs.js';
import { number, plain } from '../core/format.js';
import { words as w } from '../words.js';

/** What an input for date and time shows. @param {Date} when */
const local = (when) => new Date(when.getTime() - when.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

/** @param {{path: string, close: () => void}} props */
export function Replay({ path, close }) {
  const [from, setFrom] = useState(local(new Date(Date.now() - 86_400_000)));
  const [to, setTo] = useState(local(new Date(Date.now() + 60_000)));
  const [only, choose] = useState('failed');
  const [counted, count] = useState(null);
  const [run, started] = useState(null);
  const [error, fail] = useState(null);
  const [busy, work] = useState(false);
  const [once] = useState(onceKey());
  useEffect(() => {
    if (run?.status !== 'running') return;
    const timer = setTimeout(() => api.get(`${path}/replays/${run.id}`).then(started, fail), 1000);
    return () => clearTimeout(timer);
  }, [run]);
  const ask = async (/** @type {boolean} */ dry) => {
    work(true);
    fail(null);
    try {
      const answer = await api.post(
        path + '/replay',
        { from: new Date(from).toISOString(), to: new Date(to).toISOString(), only, dry_run: dry },
        dry ? undefined : { once },
      );
      dry ? count(answer) : started(answer);
    } catch (e) {
      fail(e);
    } finally {
      work(false);
    }
  };
  const change = (/** @type {(v: any) => void} */ set) => (e) => {
    set(e.target.value);
    count(null);
  };
  return html`<${Dialog} title=${w.replay} close=${close}>
    ${
      run
        ? html`<p role="status">${w.replayState(plain(run.status).toLowerCase(), number(run.queued), number(run.matched))}</p>`
        : html`<p>${w.replayText}</p>
      <div class="filters"><label class="part"><span>${w.from}</span><input type="datetime-local" value=${from}
        onInput=${change(setFrom)} /></label>
        <label class="part"><span>${w.to}</span><input type="datetime-local" value=${to} onInput=${change(setTo)} /></label>
        <label class="part"><span>${w.which}</span><${Select} blank=${false} value=${only} options=${[
          { value: 'failed', label: w.onlyFailed },
          { value: 'all', label: w.allEvents },
        ]} set=${(/** @type {string} */ v) => {
          choose(v);
          count(null);
        }} /></label></div>
      ${counted && html`<p class="notice" role="status">${w.replayCounted(number(counted.matched))}</p>`}`
    }
    <${Trouble} error=${error} />
    <footer class="form-foot">${
      !run &&
      html`<${Button} kind=${counted ? '' : 'primary'} busy=${busy} onClick=${() => ask(true)}>${w.dryRun}<//>
        <${Button} kind=${counted ? 'primary' : ''} disabled=${!counted || !counted.matched} busy=${busy}
          onClick=${() => ask(false)}>${w.replayNow}<//>`
    }
      ${run?.status === 'running' && html`<${Button} kind="danger"
        onClick=${() => api.remove(`${path}/replays/${run.id}`).then(() => started({ ...run, status: 'stopped' }), fail)}>${w.stop}<//>`}
      <${Button} onClick=${close}>${w.close}<//></footer><//>`;
}
