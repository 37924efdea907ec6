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
/** The parameters of any operation. */
export type Arguments = Record<string, unknown>;
/** Sends one request, repeats it where that is safe, and gives what `read` made of the answer. */
export type Send = <T>(operation: string, args: Arguments, options: Options, read: (r: Response) => Promise<T>) => Promise<T>;
export declare function sender(settings: Settings): Send;
/** The milliseconds of a time limit. Beyond the longest, setTimeout does not wait at all. */
export declare const limitOf: (timeout?: number) => number;
export declare function sleep(ms: number, signal?: AbortSignal): Promise<void>;
/** Calls `stop` when the signal is aborted, unless the function that it gives has been called before. */
export declare function onAbort(signal: AbortSignal | undefined, stop: () => void): () => void;
/** The page that an answer is; JSON of something else, such as a proxy's, would be an end or a beginning. */
export declare function pageOf<P extends {
    data: unknown;
    next_cursor: unknown;
}>(operation: string, page: P | null): P;
/** randomUUID is missing in pages without TLS, and the crypto object in Node 18; a key has to be unique, not secret. */
export declare function randomKey(): string;
/** The JSON or the file of an answer; undefined when it has no body, as 204 and perhaps the 202 of a module. */
export declare function json<T>(response: Response): Promise<T>;
