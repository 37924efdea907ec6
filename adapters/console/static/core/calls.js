import { json, randomKey, sender } from '../client/call.js';
import { ConnectionError as Unreachable, PetcareError as Problem } from '../client/errors.js';
import { state, update } from './state.js';

export { Problem, randomKey, Unreachable };

// A record that was merged leads to the other one.
const follow = (url, request) => fetch(url, { ...request, redirect: 'follow' });
export const send = sender({ headers: { 'Petcare-Console': '1' }, retries: 2, maxWait: 5000, fetch: follow });

/** What cannot be undone, or changes nothing. */
const final = /\/(revert|check|dismiss|erase)$|\/imports/;

export const watched = (answer) =>
  answer.catch((error) => {
    if (error instanceof Problem && error.status === 401) leave(true);
    if (error instanceof Unreachable && state.phase === 'in' && !state.away) update({ away: true });
    throw error;
  });

const call = (operation, args = {}, options = {}) => {
  const given = Object.entries(args).filter(([, value]) => value !== undefined && value !== null && value !== '');
  // What is sent again under a key is the same request, so that its change is found.
  const { idempotencyKey: request = randomKey() } = options;
  const headers = { 'X-Request-Id': request };
  const answer = watched(send(operation, Object.fromEntries(given), { ...options, idempotencyKey: request, headers }, json));
  const asks = args.body?.dry_run || args.dryRun;
  if (asks || operation.startsWith('GET') || !operation.includes(' /accounts/') || final.test(operation)) return answer;
  return answer.then((made) => {
    update({ saved: { request } });
    return made;
  });
};

const session = ' /../console/session'; // beside /v1

export const api = {
  get: (path, params, signal) => call('GET ' + path, params, { signal }),
  post: (path, body, once, heard, version) => call('POST ' + path, { body, ifMatch: version }, { idempotencyKey: once, onResponse: heard }),
  /** A question with a body. */
  ask: (path, body, signal, version) => call('POST ' + path, { body, ifMatch: version }, { signal }),
  put: (path, body, version) => call('PUT ' + path, { body, ifMatch: version }),
  upload: (path, file, params, timeout) => call('POST ' + path, { ...params, body: file }, { timeout }),
  /** The bytes of a file. */
  bytes: (path, params, signal, Accept = '*/*', timeout) =>
    watched(send('GET ' + path, params, { signal, timeout, headers: { Accept } }, (answer) => answer.blob())),
  patch: (path, body, version) => call('PATCH ' + path, { body, ifMatch: version }),
  remove: (path, version, params) => call('DELETE ' + path, { ...params, ifMatch: version }),

  async *each(path, params, signal) {
    for (let cursor; cursor !== null; ) {
      const page = await api.get(path, { limit: 200, ...params, cursor }, signal);
      yield* page.data;
      cursor = page.next_cursor;
    }
  },
  async all(path, params, signal, most = 2000) {
    /** @type {any} */
    const rows = [];
    for await (const row of api.each(path, params, signal)) {
      rows.more = rows.length === most;
      if (rows.more) break;
      rows.push(row);
    }
    return rows;
  },

  ways: (signal) => call('GET' + session, {}, { signal }),
  signIn: (body) => call('POST' + session, { body }),
  async signOut() {
    await call('DELETE' + session); // else the browser keeps the cookie
    sessionStorage.clear(); // drafts
    leave(false);
  },
};

export function leave(ended) {
  if (state.phase !== 'out') update({ phase: 'out', ended: ended && state.phase === 'in', key: null, accounts: [], account: null });
}
