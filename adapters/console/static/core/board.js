import { api } from './calls.js';
import { day, dayIn, today } from './format.js';
import { at, can } from './state.js';
import { words as w } from '../words.js';

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

// How the pets of orders stand with the vaccinations of what they are booked for, each on its last day there, by order and pet; of
// several services, the one that wants most.
export async function standings(orders, signal) {
  const found = new Map();
  if (!can('health:read customers:read')) return found;
  const stays = Map.groupBy(orders.flatMap((o) => {
    const from = dayIn(o.starts_at);
    const to = o.ends_at ? dayIn(o.ends_at) : from;
    const kinds = o.service_types.filter((s) => s !== 'retail');
    return kinds.flatMap((service) => o.pet_ids.map((pet_id) => ({ service, of: o.id + pet_id, stay: { pet_id, from, to } })));
  }), (s) => s.service);
  const wants = (row) => row.missing.length + row.expired.length;
  await Promise.all([...stays].map(async ([serviceType, list]) => {
    for (let i = 0; i < list.length; i += 50) {
      const some = list.slice(i, i + 50);
      const { data } = await api.ask(at('/compliance/check'), { serviceType, stays: some.map((s) => s.stay) }, signal);
      some.forEach(({ of }, k) => {
        if (!found.has(of) || wants(data[k]) > wants(found.get(of))) found.set(of, data[k]);
      });
    }
  }));
  return found;
}

/** Of pets, those that may not stay as they are. */
export const lacking = (standing) =>
  [...new Map([...standing.values()].filter((r) => r.status === 'non_compliant').map((r) => [r.pet.id, r])).values()];

/** What is missing or runs out too early. */
export const wanting = (row) => [
  ...row.missing.map((e) => w.isMissing(e.vaccination_type.name)),
  ...row.expired.map((e) => (e.expires_on < today() ? w.isExpired : w.runsOut)(e.vaccination_type.name, day(e.expires_on))),
];
