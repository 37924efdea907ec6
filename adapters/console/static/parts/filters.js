// What narrows a list, kept in the address.
import { html, useState } from '../vendor/htm-preact.js';
import { Select } from '../core/inputs.js';
import { refine, usePlace } from '../core/router.js';
import { words as w } from '../words.js';

/** A field that narrows the list below it. @param {{name: string, label: string}} props */
export function Narrow({ name, label }) {
  const { query } = usePlace();
  const [text, type] = useState(query.get(name) || '');
  const input = (e) => {
    type(e.target.value);
    clearTimeout(timer);
    timer = setTimeout(() => refine({ [name]: e.target.value.trim() }), 250);
  };
  return html`<label class="part grow"><span>${label}</span><input type="search" dir="auto" maxlength="100" value=${text}
    onInput=${input} /></label>`;
}
/** @type {any} */
let timer;

/** @param {{name: string, label: string, options: {value: string, label: string}[]}} props */
export function Pick({ name, label, options: list }) {
  const { query } = usePlace();
  return html`<label class="part"><span>${label}</span><${Select} blank=${w.all} value=${query.get(name) || ''} options=${list}
    set=${(/** @type {string} */ v) => refine({ [name]: v })} /></label>`;
}
