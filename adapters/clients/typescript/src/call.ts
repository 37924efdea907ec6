import { ConnectionError, PetcareError } from './errors.js';

export type { List } from './list.js';

/** How a client is made. */
export interface Settings {
  /**
   * Scheme and host, such as `https://petcare.example`, and a proxy's prefix, without `/v1`. Default '': the host of the page. No
   * redirect is followed: over most of them a POST would become a GET, and the credential might go to another host.
   */
  baseUrl?: string | undefined;
  /** The API key of a staff tool or integration. */
  apiKey?: string | undefined;
  /** The access token of a customer, or what gets it before every request. */
  token?: string | (() => string | Promise<string>) | undefined;
  /** Sent with every request. */
  headers?: Record<string, string> | undefined;
  /** How often a request is repeated at most. Default 5. */
  retries?: number | undefined;
  /** Milliseconds for one attempt, 0 for no limit. Default 30,000. */
  timeout?: number | undefined;
  /** Milliseconds that a repeat waits at most; a longer Retry-After is thrown at once. Default 60,000. */
  maxWait?: number | undefined;
  /** Is given the headers of every answer, also of those that are errors or repeated. What it throws is thrown at once. */
  onResponse?: ((headers: Headers) => void) | undefined;
  fetch?: typeof fetch | undefined;
}

/** What one call may set for itself. */
export interface Options {
  signal?: AbortSignal | undefined;
  headers?: Record<string, string> | undefined;
  /** In place of a random one: for a POST that has to stay one across restarts of your program. */
  idempotencyKey?: string | undefined;
  retries?: number | undefined;
  timeout?: number | undefined;
  /** In place of that of the client. */
  onResponse?: ((headers: Headers) => void) | undefined;
}

/** Where the operations stand below the base URL. */
const basePath = '/v1';

/** The parameters of any operation. */
export type Arguments = Record<string, unknown>;

/** Sends one request, repeats it where that is safe, and gives what `read` made of the answer. */
export type Send = <T>(operation: string, args: Arguments, options: Options, read: (r: Response) => Promise<T>) => Promise<T>;

export function sender(settings: Settings): Send {
  return async (operation, args, options, read) => {
    const request = build(settings, operation, args, options);
    const { retries = settings.retries ?? 5 } = options;
    const { maxWait = 60_000 } = settings;
    for (let attempt = 0, uncertain = false; ; attempt++) {
      try {
        return await once(settings, request, options, read);
      } catch (error) {
        const answer = error instanceof PetcareError ? error : undefined;
        if (uncertain && request.method === 'DELETE' && answer?.code === 'not_found') return undefined as never; // an earlier attempt has done it
        const backoff = Math.min(8000, maxWait || 250, 250 * 2 ** attempt) * (0.5 + Math.random() / 2); // with 0, any is too long
        const wait = Math.max(backoff, 1000 * (answer?.retryAfter ?? 0));
        // The server has said that it did nothing: any request may be sent again.
        const again = answer?.status === 429 || answer?.code === 'idempotency_in_progress';
        // It may be over soon, though the request may have been carried out. What token() throws is neither.
        const passes = answer ? [502, 503, 504].includes(answer.status) : error instanceof ConnectionError;
        const repeatable = again || (request.safe && passes);
        if (options.signal?.aborted || attempt >= retries || !repeatable || wait > maxWait) throw error;
        uncertain ||= !again;
        await sleep(wait, options.signal);
      }
    }
  };
}

interface Request {
  method: string;
  url: string;
  headers: Headers;
  body: string | Blob | null;
  /** Whether it does no harm when the server has carried it out already. */
  safe: boolean;
}

function build(settings: Settings, operation: string, args: Arguments, options: Options): Request {
  const [method = '', template = '', ...flags] = operation.split(' ');
  const { body, ifMatch, ...rest } = args;
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const id = String(rest[name] ?? '');
    // The path would be that of something else.
    if (/^\.{0,2}$/.test(id)) throw new TypeError(`${method} ${template}: '${id}' is no ${name}`);
    delete rest[name];
    return encodeURIComponent(id);
  });
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(rest)) {
    const all = [value].flat();
    for (const one of flags.includes(name + ',') ? [all.join() || null] : all) if (one != null) query.append(name, String(one));
  }
  if (body instanceof ReadableStream) throw new TypeError(`${method} ${template}: a stream cannot be sent again: make a Blob of it`);
  const once = method === 'POST' && !template.startsWith('/auth/'); // takes an Idempotency-Key
  const own = {
    'X-API-Key': settings.apiKey,
    'Content-Type': body === undefined ? body : body instanceof Blob ? body.type : 'application/json',
    'Content-Disposition': body instanceof Blob && 'name' in body ? named(String(body.name)) : undefined,
    'If-Match': ifMatch === undefined ? ifMatch : `"${String(ifMatch)}"`,
    'Idempotency-Key': once ? options.idempotencyKey : undefined,
  };
  const headers = new Headers();
  for (const some of [{ Accept: 'application/json' }, settings.headers, own, options.headers]) {
    for (const [name, value] of Object.entries(some ?? {})) if (value !== undefined) headers.set(name, value); // in whatever case
  }
  if (once && !headers.has('Idempotency-Key')) headers.set('Idempotency-Key', randomKey());
  const base = (settings.baseUrl ?? '').replace(/\/+$/, '');
  return {
    method,
    url: base + basePath + path + (`${query}` === '' ? '' : `?${query}`),
    headers,
    body: body === undefined ? null : body instanceof Blob ? body : JSON.stringify(body),
    safe: method === 'GET' || once || method === 'DELETE',
  };
}

/** The header that names a file, with what RFC 8187 wants escaped. */
const named = (file: string) =>
  `attachment; filename*=UTF-8''${encodeURIComponent(file).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)}`;

async function once<T>(settings: Settings, request: Request, options: Options, read: (r: Response) => Promise<T>): Promise<T> {
  const { token } = settings;
  if (token !== undefined) {
    const text = typeof token === 'function' ? await unlessAborted(token, options.signal) : token;
    request.headers.set('Authorization', `Bearer ${text}`);
  }
  const attempt = new AbortController();
  const stop = () => attempt.abort(options.signal?.reason);
  if (options.signal?.aborted) stop();
  const ignore = onAbort(options.signal, stop);
  const late = setTimeout(() => attempt.abort(new Error('time limit')), limitOf(options.timeout ?? settings.timeout));
  let response: Response | undefined;
  try {
    response = await (settings.fetch ?? fetch)(request.url, { ...request, signal: attempt.signal, redirect: 'manual' });
    if (!response.ok) throw new PetcareError(response, await response.text().catch(() => ''));
    return await read(response);
  } catch (error) {
    if (options.signal?.aborted) throw options.signal.reason;
    const call = `${request.method} ${request.url}`;
    if (error instanceof PetcareError) throw error;
    // Something else answered, unless JSON was cut: fetch in Node does not notice it when the server was to close the connection.
    const isCut = response?.headers.get('Content-Type')?.includes('/json');
    if (error instanceof SyntaxError && !isCut) throw new SyntaxError(`${call}: ${error.message}`);
    throw new ConnectionError(`${call}: no whole answer`, { cause: error });
  } finally {
    clearTimeout(late);
    ignore();
    if (response) (options.onResponse ?? settings.onResponse)?.(response.headers);
  }
}

/** The milliseconds of a time limit. Beyond the longest, setTimeout does not wait at all. */
export const limitOf = (timeout = 30_000): number => Math.min(timeout > 0 ? timeout : Infinity, 2 ** 31 - 1);

async function unlessAborted<T>(get: () => T | Promise<T>, signal?: AbortSignal): Promise<T> {
  if (signal?.aborted) throw signal.reason;
  let ignore = () => {};
  const aborted = new Promise<never>((_, reject) => (ignore = onAbort(signal, () => reject(signal?.reason))));
  try {
    return await Promise.race([get(), aborted]);
  } finally {
    ignore();
  }
}

export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const ignore = onAbort(signal, () => (clearTimeout(timer), reject(signal?.reason)));
    const timer = setTimeout(() => (ignore(), resolve()), ms);
  });
}

/** What to call when a signal is aborted: one listener for all calls with a signal, because Node warns of a leak at eleven. */
const waiting = new WeakMap<AbortSignal, Set<() => void>>();

/** Calls `stop` when the signal is aborted, unless the function that it gives has been called before. */
export function onAbort(signal: AbortSignal | undefined, stop: () => void): () => void {
  if (!signal) return () => {};
  const all = waiting.get(signal) ?? new Set();
  if (!waiting.has(signal)) signal.addEventListener('abort', () => all.forEach((f) => f()), { once: true });
  waiting.set(signal, all.add(stop));
  return () => void all.delete(stop);
}

/** The page that an answer is; JSON of something else, such as a proxy's, would be an end or a beginning. */
export function pageOf<P extends { data: unknown; next_cursor: unknown }>(operation: string, page: P | null): P {
  if (!Array.isArray(page?.data) || page.next_cursor === undefined) throw new SyntaxError(`${operation}: the answer is no page`);
  return page;
}

/** randomUUID is missing in pages without TLS, and the crypto object in Node 18; a key has to be unique, not secret. */
export function randomKey(): string {
  const crypto = globalThis.crypto as Crypto | undefined;
  const bytes = crypto?.getRandomValues(new Uint8Array(16)) ?? Uint8Array.from({ length: 16 }, () => Math.random() * 256);
  return Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('');
}

/** The JSON or the file of an answer; undefined when it has no body, as 204 and perhaps the 202 of a module. */
export async function json<T>(response: Response): Promise<T> {
  const type = response.headers.get('Content-Type') ?? '';
  if (/^(image\/|text\/csv|application\/(pdf|octet-stream|jsonl))/.test(type)) return (await response.blob()) as T;
  const text = await response.text();
  return (text || response.status === 200 ? JSON.parse(text) : undefined) as T;
}
