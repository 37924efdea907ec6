import { html, useEffect, useState } from '../vendor/htm-preact.js';
import { longEnough, refine, usePlace, useRested } from './data.js';
import { Select } from './ui.js';
import { words as w } from '../words.js';

/** What is typed counts once it rests: dates come from the year 2. */
export function Typed({ value, set, ...rest }) {
  const [typed, type] = useState(value);
  const rested = useRested(typed.trim(), 300);
  useEffect(() => {
    if (value !== rested) type(value);
  }, [value]);
  useEffect(() => {
    if (rested !== value && (rest.type !== 'date' || rested > '1900')) set(rested);
  }, [rested]);
  return html`<input ...${rest} value=${typed} onInput=${(e) => type(e.target.value)} />`;
}

export const Part = ({ label, grow = '', children }) => html`<label class=${'part ' + grow}><span>${label}</span>${children}</label>`;

export const Narrow = ({ label }) => html`<${Part} grow="grow" label=${label}><${Typed} type="search" dir="auto" maxlength="100"
  value=${usePlace().query.get('q') || ''} set=${(q) => refine({ q })} /><//>`;

export function Pick({ name, label, options, value, blank = w.all }) {
  const { query } = usePlace();
  return html`<${Part} label=${label}><${Select} blank=${blank} value=${value ?? query.get(name)} options=${options}
    set=${(v) => refine({ [name]: v })} /><//>`;
}

export const searchIn = (query) => (longEnough(query.get('q') || '') ? query.get('q') : '');
