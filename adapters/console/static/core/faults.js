import { plain } from './values.js';
import { words as w } from '../words.js';

/** Keys of the API are written as the fields are called. */
const named = (text, fields) =>
  text.replace(/\b[a-z]+(_[a-z]+)+\b/g, (key) => `“${fields.find((f) => f.key === key)?.label || plain(key)}”`);

/** With a capital and a full stop. */
export function sentence(text, fields = []) {
  const clean = named(text, fields).trim();
  return clean && clean[0].toUpperCase() + clean.slice(1) + (/[.!?…]$/.test(clean) ? '' : '.');
}

/** What is wrong with a value, and what to do. */
export function faultText({ location, code, message }, fields = []) {
  const own = w.faults[`${location.replace(/^body\./, '')} ${code}`];
  if (own) return own;
  if (code === 'required' && message === 'is required') return w.fillIn;
  const whole = /^(is|has|does|goes|needs|cannot|names|holds)\b/.test(message) ? `${w.thisOne} ${message}` : message;
  return `${sentence(whole, fields)} ${w.nextByCode[code] || ''}`.trim();
}
