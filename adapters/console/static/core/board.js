// The orders of a day, for the board and for the start.
import { api } from './api.js';
import { dayIn } from './format.js';
import { at, can } from './store.js';

/**
 * The orders that overlap a span of days, with names when the key may see them.
 * @param {string} from @param {string} to @param {any} [more] @param {AbortSignal} [signal]
 */
export const ordersBetween = (from, to, more, signal) =>
  api.all(
    at('/orders'),
    {
      overlapsFrom: from,
      overlapsTo: to,
      sort: 'starts_at',
      status: ['draft', 'open', 'completed'],
      include: can('customers:read') ? 'customer,pets' : undefined,
      ...more,
    },
    signal,
  );

/** Who arrives on a day, who stays over it, and who leaves. @param {any[]} orders @param {string} day */
export function boardOf(orders, day) {
  const stays = orders.filter((o) => o.starts_at && dayIn(o.starts_at) <= day && (!o.ends_at || dayIn(o.ends_at) >= day));
  return {
    arriving: stays.filter((o) => dayIn(o.starts_at) === day),
    staying: stays.filter((o) => dayIn(o.starts_at) < day && (!o.ends_at || dayIn(o.ends_at) > day)),
    leaving: stays.filter((o) => o.ends_at && dayIn(o.ends_at) === day).sort((a, b) => a.ends_at.localeCompare(b.ends_at)),
  };
}

/** An order without pets is for one that is not known yet. @param {any[]} orders */
export const petsIn = (orders) => orders.reduce((n, o) => n + Math.max(1, o.pet_ids.length), 0);
