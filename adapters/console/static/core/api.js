// Calls of the interface, through its TypeScript client: repeats where they are safe, lists as pages, the event feed as a stream.
import { ConnectionError, createClient, PetcareError } from '../client/index.js';

/** @typedef {Record<string, any>} Row a record as the interface shows it */
/** @typedef {{location: string, code: string, message: string}} Fault */

export { ConnectionError as Unreachable, PetcareError as Problem };

const client = createClient({ headers: { 'Petcare-Console': '1' }, retries: 2, maxWait: 5000 });
/** @type {(reason: 'ended' | 'none') => void} */
let signedOut = () => {};

/** Has `then` called when a call finds that nobody is signed in. @param {(reason: 'ended' | 'none') => void} then */
export function onSignedOut(then) {
  signedOut = then;
}

/** @param {unknown} error */
function noticed(error) {
  if (error instanceof PetcareError && error.status === 401) signedOut('ended');
  return error;
}

/** @param {string} operation method and path @param {Row} [args] @param {any} [options] @returns {Promise<any>} */
async function call(operation, args = {}, options = {}) {
  const given = Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined && value !== null && value !== ''));
  try {
    return await client.request(operation, given, options);
  } catch (error) {
    throw noticed(error);
  }
}

/** A key that makes one POST repeatable; randomUUID is missing in pages without TLS. */
export const onceKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, '0')).join('');

/** @param {string} method @param {string} [body] */
const session = (method, body) =>
  fetch('/console/session', { method, body, headers: { 'Petcare-Console': '1', 'Content-Type': 'application/json' } });

export const api = {
  /** @param {string} path @param {Row} [params] @param {AbortSignal} [signal] */
  get: (path, params, signal) => call('GET ' + path, params, { signal }),
  /** @param {string} path @param {any} [body] @param {{once?: string}} [o] once is the same for every attempt at one thing */
  post: (path, body, o) => call(`POST ${path} once`, { body }, { idempotencyKey: o?.once || onceKey() }),
  /** @param {string} path @param {any} body @param {number} [version] that the record has to have still */
  patch: (path, body, version) => call('PATCH ' + path, { body, ifMatch: version }),
  /** @param {string} path @param {number} [version] @param {Row} [params] */
  remove: (path, version, params) => call('DELETE ' + path, { ...params, ifMatch: version }),

  /** All records of a list, page by page; at most `most`. @param {string} path @param {Row} [params] @param {AbortSignal} [signal] */
  async all(path, params, signal, most = 2000) {
    /** @type {Row[]} */
    const rows = [];
    let cursor;
    do {
      const page = await api.get(path, { limit: 200, ...params, cursor }, signal);
      rows.push(...page.data);
      cursor = page.next_cursor;
    } while (cursor && rows.length < most);
    return rows;
  },

  /**
   * Follows the event feed of a location and comes back by itself after a break, where it was.
   * @param {string} accountId @param {string | undefined} types @param {AbortSignal} signal @param {(event: Row) => void} each
   */
  async follow(accountId, types, signal, each) {
    try {
      for await (const event of client.follow({ accountId, after: 'now', types, stream: true }, { signal })) each(event);
    } catch (error) {
      throw noticed(error);
    }
  },

  /** @param {string} key */
  async signIn(key) {
    const response = await session('POST', JSON.stringify({ key })).catch((cause) => {
      throw new ConnectionError('sign in', { cause });
    });
    if (!response.ok) throw new PetcareError(response, await response.text());
  },
  async signOut() {
    await session('DELETE').catch(() => {});
    signedOut('none');
  },
};
