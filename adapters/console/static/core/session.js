import { api } from './calls.js';
import { state, update } from './state.js';

/** The member of staff, else the key. */
async function whoIsIn() {
  const { signed_in: kind } = await api.ways();
  return api.get(kind === 'staff' ? '/auth/staff/me' : '/apiKeys/current');
}

export async function enter() {
  const key = await whoIsIn();
  const bare = (id) => ({ id, code: id, name: id, locale: navigator.language, service_types: [] });
  const named = key.abilities.includes('*') || key.abilities.includes('accounts:read');
  update({ phase: 'in', key, accounts: named ? await api.all('/accounts') : key.account_ids.map(bare) });
}

// Notices a key that was revoked, a role that was changed, the key of another tab, and a service that is away.
let asked = Date.now();
async function check() {
  if (state.phase !== 'in' || document.hidden) return;
  asked = Date.now();
  const key = await api.get(state.key?.role_id ? '/auth/staff/me' : '/apiKeys/current').catch((e) => e);
  const { id, status = 500 } = key;
  const away = !id && status >= 500;
  if (away !== state.away) update({ away });
  if (!state.key) return;
  const rights = (k) => `${k.abilities} ${k.account_ids}`;
  if (status === 403 || (id && (id !== state.key.id || rights(key) !== rights(state.key)))) location.reload();
}
// Once in 30 seconds, and while the service is away six times as often.
const ask = () => (state.away || Date.now() - asked > 29_000) && check();
setInterval(ask, 5000);
addEventListener('focus', ask); // somebody comes back to the page after a while
