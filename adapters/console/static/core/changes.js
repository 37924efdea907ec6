import { html, useState } from '../vendor/htm-preact.js';
import { api, at, useLoad } from './data.js';
import { find, Form } from './form.js';
import { Button, column, Confirm, Dialog } from './ui.js';
import { words as w } from '../words.js';

export function Editor({ title, close, saved, ...form }) {
  const done = async (record) => {
    await saved(record);
    close();
  };
  return html`<${Dialog} title=${title} close=${close}><${Form} ...${form} saved=${done} cancel=${close} /><//>`;
}

/** @param {ChangesProps} props */
export function useChanges({ path, form, say, may, changed, ...more }) {
  const { name = (r) => r.name, own = (r) => `${path}/${r.id}`, editable = true, removable = (r) => true } = more;
  const [edited, edit] = useState(null);
  const [doomed, doom] = useState(null);
  const button = (word, r, act) =>
    html`<${Button} kind="quiet" aria-label=${`${word}: ${name(r)}`} onClick=${() => act(r)}>${word}<//>`;
  const buttons = (r) => may && html`<span class="nowrap">${editable && button(w.edit, r, edit)}${
    removable(r) && button(say.verb || w.remove, r, doom)}</span>`;
  const old = edited?.id && edited;
  return {
    add: (kind) => may && html`<${Button} kind=${kind} onClick=${() => edit({})}>${say.create}<//>`,
    buttons,
    column: may && column(html`<span class="unseen">${w.actions}</span>`, buttons, 'right'),
    dialogs: html`${edited && html`<${Editor} title=${old ? say.edit || name(old) : say.create} name=${path + (edited.id || '')}
        record=${old} path=${old ? own(old) : path} saved=${changed} close=${() => edit(null)} ...${form(old)} />`}
      ${doomed && html`<${Removal} record=${doomed} name=${name} path=${own(doomed)} load=${form(doomed).load || own(doomed)} say=${say}
        removed=${changed} close=${() => doom(null)} />`}`,
  };
}

/** What is in use takes a second yes. */
function Removal({ record, name, path, load, say, removed, close }) {
  const [held, hold] = useState(0);
  const [now, renew] = useState(record);
  const [also, choose] = useState(false);
  const query = { ...(held && { force: true }), ...(also && { [say.also.name]: true }) };
  const act = () =>
    api.remove(path, now.version, query).then(removed, async (e) => {
      if (e.code === 'in_use' && say.held) hold(e.problem.count);
      if (e.status === 412) renew((await find(load, now.id)) || now);
      throw e;
    });
  const used = useLoad(async (signal) => {
    if (say.held) await api.remove(path, undefined, { dryRun: true }).catch((e) => hold(e.problem?.count || 0));
    const lists = Object.entries(say.uses?.(record) || {});
    const rows = await Promise.all(lists.map(([, [path, query]]) => api.all(at(path), query, signal, 1000)));
    return lists.map(([what], i) => [what, rows[i].length, rows[i].more]).filter(([, n]) => n);
  }, []);
  const named = name(now);
  const asked = held ? say.held(named, held) : say.ask ? say.ask(named, now) : named;
  const more = say.also && html`<br /><label><input type="checkbox" checked=${also} onChange=${(e) => choose(e.target.checked)} /> ${
    say.also.label}</label>`;
  const counts = say.uses || (say.held && !held);
  const uses = used.data ? w.changeWith(used.data) : used.busy && w.counting;
  return html`<${Confirm} title=${say.remove} text=${html`${asked}${counts && html` <strong>${uses}</strong>`}${more}`}
    action=${held ? w.removeWithValues : say.verb || w.remove} act=${act} close=${close} failed=${removed} />`;
}
