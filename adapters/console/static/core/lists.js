// Lists of the location that many pages need: kept while it is open, for a minute.
import { api } from './api.js';
import { useLoad } from './hooks.js';
import { at, can, state } from './store.js';

/** @typedef {import('./api.js').Row} Row */
/** @type {Map<string, {at: number, value: Promise<Row[]>}>} */
const kept = new Map();

/** All records of a short list. @param {string} path below the location @returns {Promise<Row[]>} */
export function short(path) {
  const name = state.account?.id + path;
  const found = kept.get(name);
  if (found && Date.now() - found.at < 60_000) return found.value;
  const value = api.all(at(path));
  value.catch(() => kept.delete(name));
  kept.set(name, { at: Date.now(), value });
  return value;
}

/** Has the lists read anew: one of them was changed. */
export const forgetLists = () => kept.clear();

const none = Promise.resolve(/** @type {Row[]} */ ([]));

/** What a form of customers or pets needs beside the record. @param {'customer' | 'pet'} what */
export async function formOf(what) {
  const fields = can('config:read') ? short(`/${what}Fields`) : none;
  const colours = can('config:read') ? short('/colourCodes') : none;
  const statuses = what === 'pet' && can('config:read') ? short('/secondaryPetStatuses') : none;
  return {
    fields: (await fields)
      .filter((f) => f.visible)
      .map((f) => (f.key === 'password' && f.kind === 'standard' ? { ...f, type: 'password', autocomplete: 'new-password' } : f)),
    lists: { colours: (await colours).filter((c) => c.type === what), statuses: await statuses },
  };
}

/**
 *
 * @param {'customer' | 'pet'} what
 * @returns {{data: {fields: any[], lists: any} | undefined, error: any, busy: boolean, reload: () => void}}
 */
export const useForm = (what) => useLoad(() => formOf(what), [what, state.account?.id]);

/** Fields with one section together, in the order in which sections first come. @param {any[]} fields */
export function bySection(fields) {
  /** @type {Map<string, any[]>} */
  const sections = new Map();
  for (const f of fields) sections.set(f.section || '', [...(sections.get(f.section || '') || []), f]);
  return [...sections];
}
