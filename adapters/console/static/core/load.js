import { useEffect, useRef, useState } from '../vendor/htm-preact.js';
import { api } from './calls.js';
import { at, useEvent } from './state.js';
import { words as w } from '../words.js';

/** @returns {Loading} */
export function useLoad(load, deps) {
  const [turn, again] = useState(0);
  const [result, set] = useState(/** @type {any} */ ({ error: null, busy: true }));
  const last = useRef(deps);
  const waiting = useRef([]).current;
  useEffect(() => {
    const abort = new AbortController();
    const moved = last.current.some((value, i) => value !== deps[i]);
    last.current = deps;
    set((old) => ({ data: moved ? undefined : old.data, error: null, busy: true }));
    const put = (change) => {
      if (abort.signal.aborted) return;
      set((old) => ({ ...old, ...change, busy: false }));
      waiting.splice(0).map((done) => done());
    };
    load(abort.signal).then((data) => put({ data }), (error) => put({ error }));
    return () => abort.abort();
  }, [...deps, turn]);
  const amend = (change) => set((now) => (now.data === result.data ? { ...now, ...change } : now));
  return { ...result, reload: () => new Promise((done) => again((n) => n + waiting.push(done))), amend };
}

/** Anew at each focus, and each minute that it is in sight. */
export function useFresh(load, deps) {
  const found = useLoad(load, deps);
  useEvent('focus', found.reload);
  return found;
}
setInterval(() => document.hidden || dispatchEvent(new Event('focus')), 60_000);

/** `add` adds to the rows of a page what is elsewhere. @returns {List} */
export function useList(path, params = {}, add = async (page, signal) => page) {
  const read = async (params, signal) => add(await api.get(path, params, signal), signal);
  const list = useLoad(async (signal) => path && read(params, signal), [path + JSON.stringify(params)]);
  const { data: rows, next_cursor: cursor } = list.data || { data: [] };
  const more = () => {
    list.amend({ busy: true, error: null });
    read({ ...params, cursor }, undefined).then(
      (page) => list.amend({ busy: false, data: { ...page, data: [...rows, ...page.data] } }),
      (error) => list.amend({ busy: false, error }),
    );
  };
  /** The rows of all pages, for a file. */
  const all = async () => {
    const found = [];
    let cursor;
    do {
      const page = await read({ ...params, limit: 50, cursor }, undefined);
      found.push(...page.data);
      cursor = page.next_cursor;
    } while (cursor && found.length < 20_000);
    return found;
  };
  return { ...list, rows, done: !list.busy && !cursor, more, all };
}

/** @returns {Work} */
export function useWork() {
  const [{ busy, error }, set] = useState({ busy: false, error: null });
  const run = (doing) => {
    set({ busy: true, error: null });
    return doing().then(
      () => set({ busy: false, error: null }),
      (error) => set({ busy: false, error }),
    );
  };
  return { busy, error, run };
}

export function useRested(value, ms) {
  const [rested, rest] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => rest(value), ms);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}

const kept = new Map();

function keep(path, load) {
  const found = kept.get(path);
  if (found && Date.now() - found.at < 60_000) return found.value;
  const value = load(path);
  value.catch(() => kept.delete(path));
  kept.set(path, { at: Date.now(), value });
  return value;
}

export const short = (path) => keep(at(path), api.all);
export const forgetLists = () => kept.clear();

/** Newest first. */
export async function historyOf(recordId, signal) {
  const events = [];
  for (let after = 'oldest', more = true; more; ) {
    const page = await api.get(at('/events'), { recordId, after, limit: 200 }, signal);
    events.unshift(...page.data.reverse());
    after = page.next_cursor;
    more = page.has_more;
  }
  return events.slice(0, 2000);
}

export const breedOf = (id) => keep(at('/breeds/' + id), api.get).catch(() => ({ id, name: w.unknown }));
