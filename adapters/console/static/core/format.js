// Dates, times and money as the open location writes them.
import { state } from './store.js';
import { words as w } from '../words.js';

const locale = () => state.account?.locale || navigator.language;
const zone = () => state.account?.timezone || 'UTC';

/** @type {Map<string, Intl.DateTimeFormat>} */
const formats = new Map();
/** @param {Intl.DateTimeFormatOptions} o */
function inZone(o) {
  const name = locale() + zone() + JSON.stringify(o);
  let format = formats.get(name);
  if (!format) formats.set(name, (format = new Intl.DateTimeFormat(locale(), { timeZone: zone(), ...o })));
  return format;
}

/** A calendar day, which has no time zone. @param {string | null | undefined} text */
export function day(text) {
  return text ? inZone({ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }).format(new Date(text + 'T00:00:00Z')) : '';
}
/** @param {string} text */
export const shortDay = (text) =>
  inZone({ weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(text + 'T00:00:00Z'));
/** @param {string | null | undefined} text an instant */
export const instant = (text) =>
  text ? inZone({ day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' }).format(new Date(text)) : '';
/** @param {string | null | undefined} text */
export const dayOf = (text) => (text ? inZone({ day: 'numeric', month: 'short' }).format(new Date(text)) : '');
/** @param {string | null | undefined} text */
export const clock = (text) => (text ? inZone({ hour: '2-digit', minute: '2-digit' }).format(new Date(text)) : '');
/** @param {string} text */
export const precise = (text) => inZone({ hour: '2-digit', minute: '2-digit', second: '2-digit' }).format(new Date(text));

/** The calendar day of an instant in the location's time zone, as YYYY-MM-DD. @param {Date | string} when */
export function dayIn(when) {
  const parts = Object.fromEntries(
    new Intl.DateTimeFormat('en-CA', { timeZone: zone(), year: 'numeric', month: '2-digit', day: '2-digit' })
      .formatToParts(new Date(when))
      .map((p) => [p.type, p.value]),
  );
  return `${parts.year}-${parts.month}-${parts.day}`;
}
export const today = () => dayIn(new Date());
/** @param {string} text @param {number} days */
export function plusDays(text, days) {
  const date = new Date(text + 'T00:00:00Z');
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** @param {{amount: number, currency: string} | null | undefined} m */
export function money(m) {
  if (!m) return '';
  const format = new Intl.NumberFormat(locale(), { style: 'currency', currency: m.currency });
  return format.format(m.amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
/** @param {number} n */
export const number = (n) => new Intl.NumberFormat(locale()).format(n);

/** How long ago, in words. @param {string | null | undefined} text */
export function ago(text) {
  if (!text) return w.never;
  const seconds = (Date.now() - Date.parse(text)) / 1000;
  const relative = new Intl.RelativeTimeFormat(locale(), { numeric: 'auto', style: 'short' });
  if (Math.abs(seconds) < 60) return relative.format(-Math.round(seconds), 'second');
  if (Math.abs(seconds) < 3600) return relative.format(-Math.round(seconds / 60), 'minute');
  if (Math.abs(seconds) < 86400) return relative.format(-Math.round(seconds / 3600), 'hour');
  return relative.format(-Math.round(seconds / 86400), 'day');
}

/** @param {import('./api.js').Row} c */
export const nameOf = (c) => c.name || [c.first_name, c.last_name].filter(Boolean).join(' ') || c.company_name || w.unnamed;
/** @param {import('./api.js').Row} c */
export const phoneOf = (c) => c.phone || (c.phones?.find((p) => p.primary) || c.phones?.[0])?.number || '';
/** "guinea_pig" for people. @param {string | null | undefined} value */
export const plain = (value) => {
  const known = /** @type {Record<string, string>} */ (w.values)[value || ''];
  return known || (value ? value[0].toUpperCase() + value.slice(1).replaceAll('_', ' ') : '');
};
