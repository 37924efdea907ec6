import { api } from './calls.js';
import { dayIn } from './format.js';
import { at, can } from './state.js';

export const live = ['draft', 'open', 'completed'];

export function ordersOn(day, more, signal) {
  const include = can('customers:read') ? 'customer,pets' : undefined;
  return api.all(at('/orders'), { overlapsFrom: day, overlapsTo: day, sort: 'starts_at', status: live, include, ...more }, signal);
}

export function boardOf(orders, day) {
  const stays = orders
    .filter((o) => o.starts_at && (o.ends_at || o.status !== 'completed' || dayIn(o.starts_at) === day))
    .map((o) => ({ ...o, from: dayIn(o.starts_at), to: o.ends_at ? dayIn(o.ends_at) : '9999' }))
    .filter((o) => o.from <= day && o.to >= day);
  return {
    arriving: stays.filter((o) => o.from === day),
    staying: stays.filter((o) => o.from < day && o.to > day && `${o.service_types}` !== 'classes'),
    leaving: stays.filter((o) => o.to === day).sort((a, b) => a.ends_at.localeCompare(b.ends_at)),
  };
}

/** Without pets, an order is for one not known yet. */
export const petsIn = (orders) => new Set(orders.flatMap((o) => (o.pet_ids.length ? o.pet_ids : o.id))).size;
