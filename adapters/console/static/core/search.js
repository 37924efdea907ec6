import { html, useRef, useState } from '../vendor/htm-preact.js';
import {
  api, at, can, companyOf, dotted, foundIn, go, href, longEnough, nameOf, phoneOf, phoneText, plain, ranked, useEvent, useLoad, useRested,
} from './data.js';
import { Icon, ignore, mark, toMain, useMenu } from './ui.js';
import { words as w } from '../words.js';

/** The best matches of customers and of pets. @returns {Promise<Hit[]>} */
async function find(search, signal) {
  const [{ withPhoto }, customers, pets] = await Promise.all([import('./photo.js'),
    ...['/customers', '/pets'].map((path) => api.get(at(path), ranked(search), signal))]);
  const hit = (kind, r, path, ...more) => {
    const sub = html`${dotted([r.status !== 'active' && plain(r.status), ...more])} ${foundIn(r)}`;
    const other = !r.found_in?.some((f) => f.in === 'name');
    return { kind, id: r.id, title: kind === w.pet ? withPhoto(r, nameOf(r)) : nameOf(r), to: path + r.id, sub, other };
  };
  const hits = [
    ...customers.data.slice(0, 6).map((c) => hit(w.customer, c, '/customers/', companyOf(c), phoneText(phoneOf(c)))),
    ...pets.data.slice(0, 6).map((p) => hit(w.pet, p, '/pets/', p.breed || plain(p.species), p.customer?.name)),
  ];
  return hits.sort((a, b) => Number(a.other) - Number(b.other)); // who is called so comes first
}

export function Search() {
  const [typed, type] = useState('');
  const text = typed.trim();
  const rested = useRested(text, 150);
  const found = useLoad(async (signal) => ({ of: rested, list: longEnough(rested) ? await find(rested, signal) : [] }), [rested]);
  const list = found.data?.list || [];
  const { open, show, box } = useMenu();
  const [moved, setMoved] = useState({ of: found.data, to: 0 }); // anew with other results
  const chosen = moved.of === found.data ? moved.to : 0;
  const move = (to) => setMoved({ of: found.data, to });
  const input = useRef(null);
  useEvent('keydown', (e) => {
    if (e.key !== '/' || e.ctrlKey || e.metaKey || e.target.closest('input, textarea, select, dialog, [contenteditable]')) return;
    e.preventDefault();
    input.current.select();
    input.current.focus();
  });

  const shown = open && longEnough(text);
  const ready = shown && found.data?.of === text;
  const leave = (to, query) => {
    show(false);
    toMain();
    go(to, query);
  };
  const all = { q: text };
  const keys = (e) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[e.key];
    if (step && list.length) {
      e.preventDefault();
      show(true);
      move((chosen + step + list.length) % list.length);
    } else if (e.key === 'Enter' && longEnough(text)) {
      e.preventDefault();
      const hit = ready && list[chosen];
      hit ? leave(hit.to) : leave('/search', all);
    }
  };
  const foot = () => {
    if (found.error) return w.noAnswer;
    if (!ready) return w.searching;
    const fresh = href('/customers/new', { name: text });
    if (!list.length) return html`${w.nothingFound} ${can('customers:write config:read') && html`<a href=${fresh} tabindex="-1"
      onClick=${() => show(false)}>${w.newCustomerNamed(text)}</a>`}`;
    return html`<a href=${href('/search', all)} tabindex="-1" onClick=${() => show(false)}>${w.showAllResults}</a>`;
  };
  return html`<div class="search" role="search" ref=${box}>
    <${Icon} path="M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM20 20l-4-4" />
    <input ref=${input} id="search" type="search" role="combobox" aria-expanded=${String(shown)} aria-controls="hits"
      aria-autocomplete="list" aria-label=${w.searchHint} placeholder=${w.searchHint} maxlength="100" autocomplete="off"
      aria-activedescendant=${ready && list[chosen] ? 'hit-' + chosen : undefined} value=${typed} onInput=${(e) => {
        type(e.target.value);
        show(true);
      }} onFocus=${() => show(true)} onKeyDown=${keys} />
    <kbd aria-hidden="true">/</kbd>
    <div class=${`hits ${shown ? '' : 'unseen'}`} onMouseDown=${ignore}>
      <ul id="hits" role="listbox" aria-label=${w.searchResults}>${ready && list.map(
        (h, i) => html`<li id=${'hit-' + i} key=${h.id} role="option" aria-selected=${String(i === chosen)} onClick=${() => leave(h.to)}
          onMouseMove=${() => i !== chosen && move(i)}><span class="strong" dir="auto">${h.title}</span><span class="hint"
            dir="auto">${h.sub}</span>${mark('dim', h.kind)}</li>`,
      )}</ul>
      ${shown && html`<p class="hits-foot" role="status">${foot()}</p>`}
    </div>
  </div>`;
}
