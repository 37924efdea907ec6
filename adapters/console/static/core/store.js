// What the whole console knows: who is signed in, which location is open, and how it looks.
import { useLayoutEffect, useState } from '../vendor/htm-preact.js';
import { api } from './api.js';

/** @typedef {import('./api.js').Row} Row */
/**
 *
 * @typedef {{phase: 'starting' | 'out' | 'in', reason: string, key: Row | null, accounts: Row[], account: Row | null, theme: string,
 * failed: any}} State failed is why it could not start
 */

/** @type {State} */
export let state = {
  phase: 'starting',
  reason: '',
  key: null,
  accounts: [],
  account: null,
  failed: null,
  theme: localStorage.getItem('petcare theme') || '',
};

/** @type {Set<() => void>} */
const watchers = new Set();

/** @param {Partial<State>} change */
export function update(change) {
  state = { ...state, ...change };
  for (const tell of [...watchers]) tell();
}

/** The state, for a component that is drawn anew when it changes. */
export function useStore() {
  const [, draw] = useState(0);
  // Not useEffect, which runs after the next frame: what changes until then would be missed.
  useLayoutEffect(() => {
    const tell = () => draw((/** @type {number} */ n) => n + 1);
    watchers.add(tell);
    return () => watchers.delete(tell);
  }, []);
  return state;
}

/** Whether the key holds one of the abilities. @param {...string} abilities */
export const can = (...abilities) => abilities.some((a) => state.key?.abilities.includes('*') || state.key?.abilities.includes(a));

/** A path below the open location. @param {string} path */
export const at = (path) => `/accounts/${state.account?.id}${path}`;

/** Finds out who is signed in, and what that key sees. */
export async function enter() {
  const key = await api.get('/apiKeys/current');
  const abilities = key.abilities.includes('*') || key.abilities.includes('accounts:read');
  const accounts = abilities
    ? await api.all('/accounts')
    : key.account_ids.map((/** @type {string} */ id) => ({
        id,
        code: id,
        name: id,
        locale: navigator.language,
        timezone: 'UTC',
        service_types: [],
      }));
  update({ phase: 'in', reason: '', key, accounts });
}

/** @param {string} theme "", "light" or "dark" */
export function setTheme(theme) {
  localStorage.setItem('petcare theme', theme);
  document.documentElement.dataset.theme = theme;
  update({ theme });
}

// While the console is in sight, a key that was revoked is noticed without a click.
const pulse = 2000;
setInterval(() => {
  if (state.phase === 'in' && document.visibilityState === 'visible') api.get('/apiKeys/current').catch(() => {});
}, pulse);

document.documentElement.dataset.theme = state.theme;
