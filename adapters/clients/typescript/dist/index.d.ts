import { type Arguments, type Options, type Settings } from './call.js';
import { Feed, type FeedArguments } from './feed.js';
import type { Operations } from './types.js';
export type { Options, Settings } from './call.js';
export { ConnectionError, PetcareError } from './errors.js';
export { Feed, type FeedArguments } from './feed.js';
export { List } from './list.js';
export { operations, version } from './operations.js';
export type * from './schema.js';
export type { Event, EventPage, Events, Operations } from './types.js';
export { verifyWebhook, WebhookError, type Reason, type SignedRequest } from './webhooks.js';
/** A client: every operation as a method, and the event feed. */
export interface Client extends Operations {
    /** The event feed of an account, from a cursor on. */
    follow(args: FeedArguments, options?: Options): Feed;
    /** Sends a request that this client has no method for: `client.request('GET /accounts', { limit: 1 })`. */
    request<T>(operation: string, args?: Arguments, options?: Options): Promise<T>;
}
/**
 * Makes a client. A browser that is signed in by a cookie needs no credential here:
 * `createClient({ headers: { 'Petcare-Console': '1' } })`.
 */
export declare function createClient(settings?: Settings): Client;
