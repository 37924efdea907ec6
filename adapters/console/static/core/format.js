import { words as w } from '../words.js';
import { place } from './router.js';
import { state } from './state.js';

function locale() {
  try {
    return Intl.getCanonicalLocales(state.account?.locale)[0];
  } catch {} // such as i-klingon
}
const zone = () => state.account?.timezone; // without one, the browser's own

const formats = new Map();
function formatOf(options, language = locale()) {
  const name = language + zone() + JSON.stringify(options);
  if (!formats.has(name)) formats.set(name, new Intl.DateTimeFormat(language, { timeZone: zone(), ...options }));
  return formats.get(name);
}

const written = (options) => (text) => (text ? formatOf(options).format(new Date(text)) : '');
const date = { day: 'numeric', month: 'short' };
const time = { hour: '2-digit', minute: '2-digit' };

// Calendar days have no time zone.
export const day = written({ ...date, year: 'numeric', timeZone: 'UTC' });
export const shortDay = written({ ...date, weekday: 'short', timeZone: 'UTC' });
export const instant = written({ ...date, year: 'numeric', ...time });
export const dayOf = written(date);
export const clock = written(time);
export const precise = written({ ...time, second: '2-digit' });

/** At the location, as Swedes write it: YYYY-MM-DD. */
export const dayIn = (when) => formatOf({}, 'sv').format(new Date(when));
/** The last second of a day: zones have quarters of an hour. */
export function endOf(day) {
  let end = Date.parse(day) + 129_599_000;
  while (dayIn(end) > day) end -= 900_000;
  return new Date(end).toISOString();
}
export const today = () => dayIn(new Date());
export function dayAt(name, other = today()) {
  const text = place().query.get(name) || '';
  return text > '1900' && new Date(text).toJSON()?.slice(0, 10) === text ? text : other;
}
export const plusDays = (text, days) => new Date(Date.parse(text) + days * 86_400_000).toISOString().slice(0, 10);

export function money(m) {
  if (!m) return '';
  const format = new Intl.NumberFormat(locale(), { style: 'currency', currency: m.currency });
  return format.format(m.amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
export const number = (n) => new Intl.NumberFormat(locale()).format(n);

/** @type {[any, number][]} */
const units = [['day', 86400], ['hour', 3600], ['minute', 60], ['second', 1]];

export function ago(text) {
  if (!text) return w.never;
  const seconds = (Date.parse(text) - Date.now()) / 1000;
  const [unit, length] = units.find(([, least]) => Math.abs(seconds) >= least) || units[3];
  return new Intl.RelativeTimeFormat(locale(), { numeric: 'auto', style: 'short' }).format(Math.round(seconds / length), unit);
}
