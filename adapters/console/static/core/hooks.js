// Loading for components.
import { useCallback, useEffect, useRef, useState } from '../vendor/htm-preact.js';
import { api } from './api.js';

/** @typedef {import('./api.js').Row} Row */

/**
 * What `load` answers, loaded anew when `deps` change.
 * @param {(signal: AbortSignal) => Promise<any>} load @param {any[]} deps
 * @returns {{data: any, error: any, busy: boolean, reload: () => void, set: (data: any) => void}}
 */
export function useLoad(load, deps) {
  const [turn, again] = useState(0);
  const [result, set] = useState(/** @type {any} */ ({ data: undefined, error: null, busy: true }));
  const last = useRef(/** @type {any[]} */ ([]));
  useEffect(() => {
    const abort = new AbortController();
    const moved = last.current.some((value, i) => value !== deps[i]);
    last.current = deps;
    set((old) => ({ data: moved ? undefined : old.data, error: null, busy: true }));
    load(abort.signal).then(
      (data) => abort.signal.aborted || set({ data, error: null, busy: false }),
      (error) => abort.signal.aborted || set((old) => ({ data: old.data, error, busy: false })),
    );
    return () => abort.abort();
  }, [...deps, turn]);
  const reload = useCallback(() => again((/** @type {number} */ n) => n + 1), []);
  return { ...result, reload, set: (data) => set({ data, error: null, busy: false }) };
}

/**
 * A list, page by page.
 * @param {string} path @param {Row} params
 * @returns {{rows: Row[], error: any, busy: boolean, done: boolean, more: () => void, reload: () => void}}
 */
export function useList(path, params) {
  const name = path + JSON.stringify(params);
  const first = useLoad((signal) => api.get(path, params, signal), [name]);
  const [rest, setRest] = useState(/** @type {Row} */ ({ of: null, rows: [], cursor: null, busy: false, error: null }));
  const current = rest.of === first.data && first.data ? rest : { rows: [], cursor: first.data?.next_cursor, busy: false, error: null };
  const more = async () => {
    setRest({ ...current, of: first.data, busy: true, error: null });
    try {
      const page = await api.get(path, { ...params, cursor: current.cursor });
      setRest({ of: first.data, rows: [...current.rows, ...page.data], cursor: page.next_cursor, busy: false, error: null });
    } catch (error) {
      setRest({ ...current, of: first.data, busy: false, error });
    }
  };
  return {
    rows: [...(first.data?.data || []), ...current.rows],
    error: first.error || current.error,
    busy: first.busy || current.busy,
    done: !first.busy && !current.cursor,
    more,
    reload: first.reload,
  };
}

/** A value that has rested for a while. @param {any} value @param {number} ms */
export function useRested(value, ms) {
  const [rested, rest] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => rest(value), ms);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}
