import { ConnectionError, PetcareError } from './errors.js';
const basePath = '/v1';
export function sender(settings) {
    return async (operation, args, options, read) => {
        const request = build(settings, operation, args, options);
        const { retries = settings.retries ?? 5 } = options;
        const { maxWait = 60_000 } = settings;
        for (let attempt = 0, uncertain = false;; attempt++) {
            try {
                return await once(settings, request, options, read);
            }
            catch (error) {
                const answer = error instanceof PetcareError ? error : undefined;
                if (uncertain && request.method === 'DELETE' && answer?.code === 'not_found')
                    return undefined;
                const backoff = Math.min(8000, maxWait || 250, 250 * 2 ** attempt) * (0.5 + Math.random() / 2);
                const wait = Math.max(backoff, 1000 * (answer?.retryAfter ?? 0));
                const again = answer?.status === 429 || answer?.code === 'idempotency_in_progress';
                const passes = answer ? [502, 503, 504].includes(answer.status) : error instanceof ConnectionError;
                const repeatable = again || (request.safe && passes);
                if (options.signal?.aborted || attempt >= retries || !repeatable || wait > maxWait)
                    throw error;
                uncertain ||= !again;
                await sleep(wait, options.signal);
            }
        }
    };
}
function build(settings, operation, args, options) {
    const [method = '', template = '', ...flags] = operation.split(' ');
    const { body, ifMatch, ...rest } = args;
    const path = template.replace(/\{(\w+)\}/g, (_, name) => {
        const id = String(rest[name] ?? '');
        if (/^\.{0,2}$/.test(id))
            throw new TypeError(`${method} ${template}: '${id}' is no ${name}`);
        delete rest[name];
        return encodeURIComponent(id);
    });
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(rest)) {
        const all = [value].flat();
        for (const one of flags.includes(name + ',') ? [all.join() || null] : all)
            if (one != null)
                query.append(name, String(one));
    }
    if (body instanceof ReadableStream)
        throw new TypeError(`${method} ${template}: a stream cannot be sent again: make a Blob of it`);
    const once = method === 'POST' && !template.startsWith('/auth/');
    const own = {
        'X-API-Key': settings.apiKey,
        'Content-Type': body === undefined ? body : body instanceof Blob ? body.type : 'application/json',
        'Content-Disposition': body instanceof Blob && 'name' in body ? named(String(body.name)) : undefined,
        'If-Match': ifMatch === undefined ? ifMatch : `"${String(ifMatch)}"`,
        'Idempotency-Key': once ? options.idempotencyKey : undefined,
    };
    const headers = new Headers();
    for (const some of [{ Accept: 'application/json' }, settings.headers, own, options.headers]) {
        for (const [name, value] of Object.entries(some ?? {}))
            if (value !== undefined)
                headers.set(name, value);
    }
    if (once && !headers.has('Idempotency-Key'))
        headers.set('Idempotency-Key', randomKey());
    const base = (settings.baseUrl ?? '').replace(/\/+$/, '');
    return {
        method,
        url: base + basePath + path + (`${query}` === '' ? '' : `?${query}`),
        headers,
        body: body === undefined ? null : body instanceof Blob ? body : JSON.stringify(body),
        safe: method === 'GET' || once || method === 'DELETE',
    };
}
const named = (file) => `attachment; filename*=UTF-8''${encodeURIComponent(file).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)}`;
async function once(settings, request, options, read) {
    const { token } = settings;
    if (token !== undefined) {
        const text = typeof token === 'function' ? await unlessAborted(token, options.signal) : token;
        request.headers.set('Authorization', `Bearer ${text}`);
    }
    const attempt = new AbortController();
    const stop = () => attempt.abort(options.signal?.reason);
    if (options.signal?.aborted)
        stop();
    const ignore = onAbort(options.signal, stop);
    const late = setTimeout(() => attempt.abort(new Error('time limit')), limitOf(options.timeout ?? settings.timeout));
    let response;
    try {
        response = await (settings.fetch ?? fetch)(request.url, { ...request, signal: attempt.signal, redirect: 'manual' });
        if (!response.ok)
            throw new PetcareError(response, await response.text().catch(() => ''));
        return await read(response);
    }
    catch (error) {
        if (options.signal?.aborted)
            throw options.signal.reason;
        const call = `${request.method} ${request.url}`;
        if (error instanceof PetcareError)
            throw error;
        const isCut = response?.headers.get('Content-Type')?.includes('/json');
        if (error instanceof SyntaxError && !isCut)
            throw new SyntaxError(`${call}: ${error.message}`);
        throw new ConnectionError(`${call}: no whole answer`, { cause: error });
    }
    finally {
        clearTimeout(late);
        ignore();
        if (response)
            (options.onResponse ?? settings.onResponse)?.(response.headers);
    }
}
export const limitOf = (timeout = 30_000) => Math.min(timeout > 0 ? timeout : Infinity, 2 ** 31 - 1);
async function unlessAborted(get, signal) {
    if (signal?.aborted)
        throw signal.reason;
    let ignore = () => { };
    const aborted = new Promise((_, reject) => (ignore = onAbort(signal, () => reject(signal?.reason))));
    try {
        return await Promise.race([get(), aborted]);
    }
    finally {
        ignore();
    }
}
export function sleep(ms, signal) {
    return new Promise((resolve, reject) => {
        const ignore = onAbort(signal, () => (clearTimeout(timer), reject(signal?.reason)));
        const timer = setTimeout(() => (ignore(), resolve()), ms);
    });
}
const waiting = new WeakMap();
export function onAbort(signal, stop) {
    if (!signal)
        return () => { };
    const all = waiting.get(signal) ?? new Set();
    if (!waiting.has(signal))
        signal.addEventListener('abort', () => all.forEach((f) => f()), { once: true });
    waiting.set(signal, all.add(stop));
    return () => void all.delete(stop);
}
export function pageOf(operation, page) {
    if (!Array.isArray(page?.data) || page.next_cursor === undefined)
        throw new SyntaxError(`${operation}: the answer is no page`);
    return page;
}
export function randomKey() {
    const crypto = globalThis.crypto;
    const bytes = crypto?.getRandomValues(new Uint8Array(16)) ?? Uint8Array.from({ length: 16 }, () => Math.random() * 256);
    return Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('');
}
export async function json(response) {
    const type = response.headers.get('Content-Type') ?? '';
    if (/^(image\/|text\/csv|application\/(pdf|octet-stream|jsonl))/.test(type))
        return (await response.blob());
    const text = await response.text();
    return (text || response.status === 200 ? JSON.parse(text) : undefined);
}
