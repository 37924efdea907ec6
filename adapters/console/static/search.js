// One field finds customers, pets and microchips. "/" leads to it; arrows and Enter open what was found.
import { html, useEffect, useRef, useState } from './vendor/htm-preact.js';
import { api } from './core/api.js';
import { useRested } from './core/hooks.js';
import { nameOf, phoneOf, plain } from './core/format.js';
import { go, href } from './core/router.js';
import { at } from './core/store.js';
import { words as w } from './words.js';

/** @typedef {{kind: string, id: string, title: string, sub: string, to: string}} Hit */

/** @param {string} text @param {AbortSignal} [signal] @returns {Promise<Hit[]>} */
export async function find(text, signal, limit = 6) {
  const [customers, pets] = await Promise.all(['/customers', '/pets'].map((path) => api.get(at(path), { search: text, limit }, signal)));
  return [
    ...customers.data.map((c) => ({
      kind: w.customer,
      id: c.id,
      title: nameOf(c),
      sub: [c.company_name !== nameOf(c) && c.company_name, phoneOf(c), c.email].filter(Boolean).join(' · '),
      to: '/customers/' + c.id,
    })),
    ...pets.data.map((p) => ({
      kind: w.pet,
      id: p.id,
      title: p.name,
      sub: [p.breed || plain(p.species), p.customer?.name, p.microchip].filter(Boolean).join(' · '),
      to: '/pets/' + p.id,
    })),
  ];
}

export function Search() {
  const [text, type] = useState('');
  const rested = useRested(text.trim(), 150);
  const [hits, found] = useState(/** @type {{of: string, list: Hit[], failed?: boolean}} */ ({ of: '', list: [] }));
  const [open, show] = useState(false);
  const [at, move] = useState(0);
  const input = useRef(/** @type {HTMLInputElement | null} */ (null));
  useEffect(() => {
    const slash = (/** @type {KeyboardEvent} */ e) => {
      const target = /** @type {HTMLElement} */ (e.target);
      if (e.key !== '/' || e.ctrlKey || e.metaKey || target.closest('input, textarea, select, dialog, [contenteditable]')) return;
      e.preventDefault();
      input.current?.select();
      input.current?.focus();
    };
    addEventListener('keydown', slash);
    return () => removeEventListener('keydown', slash);
  }, []);
  useEffect(() => {
    if (rested.length < 2) return;
    const abort = new AbortController();
    find(rested, abort.signal).then(
      (list) => {
        found({ of: rested, list });
        move(0);
      },
      () => abort.signal.aborted || found({ of: rested, list: [], failed: true }),
    );
    return () => abort.abort();
  }, [rested]);

  const shown = open && text.trim().length >= 2;
  const ready = hits.of === text.trim();
  const leave = (/** @type {string} */ to, query) => {
    show(false);
    input.current?.blur();
    go(to, query);
  };
  const keys = (/** @type {KeyboardEvent} */ e) => {
    const steps = /** @type {Record<string, number>} */ ({ ArrowDown: 1, ArrowUp: -1 });
    if (e.key in steps && hits.list.length) {
      e.preventDefault();
      show(true);
      move((at + steps[e.key] + hits.list.length) % hits.list.length);
    } else if (e.key === 'Escape') {
      show(false);
    } else if (e.key === 'Enter' && text.trim().length >= 2) {
      e.preventDefault();
      const hit = ready && hits.list[at];
      hit ? leave(hit.to, {}) : leave('/search', { q: text.trim() });
    }
  };
  return html`<div class="search" role="search">
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM20 20l-4-4" /></svg>
    <input ref=${input} id="search" type="search" role="combobox" aria-expanded=${String(!!shown)} aria-controls="hits"
      aria-autocomplete="list" aria-label=${w.searchLabel} placeholder=${w.searchHint} maxlength="100" autocomplete="off"
      aria-activedescendant=${shown && ready && hits.list[at] ? 'hit-' + at : undefined} value=${text} onInput=${(e) => {
        type(e.target.value);
        show(true);
      }} onFocus=${() => show(true)} onBlur=${() => setTimeout(() => show(false), 150)} onKeyDown=${keys} />
    <kbd aria-hidden="true">/</kbd>
    <div class=${`hits ${shown ? '' : 'unseen'}`}>
      <ul id="hits" role="listbox" aria-label=${w.searchResults}>${
        shown &&
        ready &&
        hits.list.map(
          (h, i) => html`<li id=${'hit-' + i} key=${h.id} role="option" aria-selected=${String(i === at)} onMouseDown=${(
            /** @type {Event} */ e,
          ) => {
            e.preventDefault();
            leave(h.to, {});
          }} onMouseMove=${() => i !== at && move(i)}>
        <span class="hit-title" dir="auto">${h.title}</span><span class="hint" dir="auto">${h.sub}</span><span
          class="badge dim">${h.kind}</span></li>`,
        )
      }</ul>
      ${
        shown &&
        html`<p class="hits-foot" role="status">${
          !ready
            ? w.searching
            : hits.failed
              ? w.unreachableTitle
              : hits.list.length
                ? html`<a href=${href('/search', { q: text.trim() })} tabindex="-1" onMouseDown=${(/** @type {Event} */ e) => {
                    e.preventDefault();
                    leave('/search', { q: text.trim() });
                  }}>${w.showAll}</a>`
                : w.nothingFound
        }</p>`
      }
    </div>
  </div>`;
}
