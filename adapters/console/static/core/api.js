// Calls of the interface: problems as errors, retries where they are safe, lists as pages, the event feed as a stream.

/** @typedef {Record<string, any>} Row a record as the interface shows it */
/** @typedef {{location: string, code: string, message: string}} Fault */

/** What the service answered instead of a success. */
export class Problem extends Error {
  /** @param {Row} body @param {number} status */
  constructor(body, status) {
    super(body.detail || String(status));
    this.status = status;
    /** @type {string} */
    this.code = body.code || 'internal';
    /** @type {Fault[]} */
    this.errors = body.errors || [];
    /** @type {string | undefined} */
    this.requestId = body.request_id;
    this.body = body;
  }
}

/** There was no answer: the service or the network is away. */
export class Unreachable extends Error {}

const base = '/v1';
const retries = 3;
/** @type {(reason: 'ended' | 'none') => void} */
let signedOut = () => {};

/** Has `then` called when a call finds that nobody is signed in. @param {(reason: 'ended' | 'none') => void} then */
export function onSignedOut(then) { signedOut = then; }

/** @param {string} path @param {Row} [params] */
function address(path, params) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params || {})) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== '') query.append(name, String(one));
    }
  }
  const text = query.toString();
  return base + path + (text ? '?' + text : '');
}

/** @param {number} ms @param {AbortSignal} [signal] */
const pause = (ms, signal) => new Promise((resolve, reject) => {
  const timer = setTimeout(resolve, ms);
  signal?.addEventListener('abort', () => { clearTimeout(timer); reject(signal.reason); }, { once: true });
});

/**
 * @typedef {{params?: Row, body?: any, version?: number, once?: string, signal?: AbortSignal, stream?: string, retry?: boolean}} Options
 * version is what If-Match names; once makes a POST repeatable.
 */

/** @param {string} method @param {string} path @param {Options} [o] @returns {Promise<Response>} */
async function send(method, path, o = {}) {
  /** @type {Record<string, string>} */
  const headers = { 'Petcare-Console': '1', Accept: o.stream !== undefined ? 'text/event-stream' : 'application/json' };
  if (o.body !== undefined) headers['Content-Type'] = 'application/json';
  if (o.version !== undefined) headers['If-Match'] = `"${o.version}"`;
  if (o.once) headers['Idempotency-Key'] = o.once;
  if (o.stream) headers['Last-Event-ID'] = o.stream;
  const repeatable = o.retry !== false && (method === 'GET' || (method === 'POST' && o.once));
  for (let attempt = 0; ; attempt++) {
    let response;
    try {
      response = await fetch(address(path, o.params), {
        method, headers, body: o.body === undefined ? undefined : JSON.stringify(o.body), signal: o.signal, credentials: 'same-origin',
      });
    } catch (error) {
      if (o.signal?.aborted) throw error;
      if (!repeatable || attempt >= retries) throw new Unreachable();
      await pause(300 * 2 ** attempt, o.signal);
      continue;
    }
    const wait = Number(response.headers.get('Retry-After'));
    if ((response.status === 429 || response.status === 503) && attempt < retries && (repeatable || response.status === 429) && wait <= 5) {
      await pause((wait || 1) * 1000, o.signal);
      continue;
    }
    return response;
  }
}

/** @param {Response} response */
async function read(response) {
  if (response.ok) return response.status === 204 ? null : response.json();
  const body = await response.json().catch(() => ({}));
  if (response.status === 401) signedOut('ended');
  throw new Problem(body, response.status);
}

/** @param {string} method @param {string} path @param {Options} [o] @returns {Promise<any>} */
const call = async (method, path, o) => read(await send(method, path, o));

/** A key that makes one POST repeatable. */
export const onceKey = () => crypto.randomUUID();

export const api = {
  /** @param {string} path @param {Row} [params] @param {AbortSignal} [signal] */
  get: (path, params, signal) => call('GET', path, { params, signal }),
  /** @param {string} path @param {any} [body] @param {{once?: string, version?: number, retry?: boolean}} [o] */
  post: (path, body, o) => call('POST', path, { body, once: o?.once || onceKey(), version: o?.version, retry: o?.retry }),
  /** @param {string} path @param {any} body @param {number} [version] */
  patch: (path, body, version) => call('PATCH', path, { body, version }),
  /** @param {string} path @param {any} body @param {number} [version] */
  put: (path, body, version) => call('PUT', path, { body, version }),
  /** @param {string} path @param {number} [version] @param {Row} [params] */
  remove: (path, version, params) => call('DELETE', path, { version, params }),

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
   * Follows the event feed and comes back by itself after a break, where it was.
   * @param {string} path @param {Row} params @param {AbortSignal} signal
   * @param {(event: Row) => void} each @param {(connected: boolean) => void} state
   */
  async follow(path, params, signal, each, state) {
    let last = '';
    while (!signal.aborted) {
      try {
        const response = await send('GET', path, { params: last ? { ...params, after: undefined } : params, stream: last, signal });
        if (!response.ok) await read(response);
        state(true);
        last = await drain(/** @type {ReadableStream<Uint8Array>} */ (response.body), last, each);
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof Problem) throw error;
      }
      state(false);
      await pause(1000, signal).catch(() => {});
    }
  },

  /** @param {string} key */
  async signIn(key) {
    const response = await fetch('/console/session', {
      method: 'POST', headers: { 'Petcare-Console': '1', 'Content-Type': 'application/json' }, body: JSON.stringify({ key }),
    }).catch(() => { throw new Unreachable(); });
    if (!response.ok) throw new Problem(await response.json().catch(() => ({})), response.status);
  },
  async signOut() {
    await fetch('/console/session', { method: 'DELETE', headers: { 'Petcare-Console': '1' } }).catch(() => {});
    signedOut('none');
  },
};

/** Reads server-sent events until the stream ends; returns the last id. @param {ReadableStream<Uint8Array>} body @param {string} last @param {(event: Row) => void} each */
async function drain(body, last, each) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read().catch(() => ({ value: '', done: true }));
    if (done) return last;
    const blocks = (rest + value).split('\n\n');
    rest = blocks.pop() || '';
    for (const block of blocks) {
      let data = '';
      for (const line of block.split('\n')) {
        if (line.startsWith('data: ')) data += line.slice(6);
        if (line.startsWith('id: ')) last = line.slice(4);
      }
      if (data) each(JSON.parse(data));
    }
  }
}
