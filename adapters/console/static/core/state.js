import { useLayoutEffect, useState } from '../vendor/htm-preact.js';

/** @type {State} */
export let state = {
  phase: 'starting',
  ended: false,
  key: null,
  accounts: [],
  account: null,
  failed: null,
  away: false,
  saved: null,
  undone: '',
  theme: localStorage.getItem('petcare theme') || '',
};

export function update(change) {
  state = { ...state, ...change };
  dispatchEvent(new Event('petcare'));
}

// useEffect comes a frame too late.
export const useEvent = (name, hear) =>
  useLayoutEffect(() => {
    addEventListener(name, hear);
    return () => removeEventListener(name, hear);
  }, []);

export function useRedraw(event) {
  const [, draw] = useState({});
  useEvent(event, () => draw({}));
}

export function useStore() {
  useRedraw('petcare');
  return state;
}

/** One of the abilities, or all that one text names. */
export const can = (...abilities) =>
  abilities.some((all) => all.split(' ').every((a) => {
    if (a.endsWith(':write') && state.account?.status === 'inactive') return false;
    return ['*', a].some((x) => state.key?.abilities.includes(x));
  }));

export const at = (path) => `/accounts/${state.account?.id}${path}`;

// What this page is drawn with is kept in the browser.
export function setTheme(theme) {
  localStorage.setItem('petcare theme', theme);
  document.documentElement.dataset.theme = theme;
  update({ theme });
}
document.documentElement.dataset.theme = state.theme;
matchMedia('(prefers-color-scheme: dark)').onchange = () => update({});
