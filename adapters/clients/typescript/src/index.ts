import { json, limitOf, pageOf, sender, type Arguments, type Options, type Send, type Settings } from './call.js';
import { Feed, type FeedArguments } from './feed.js';
import { List, type Page } from './list.js';
import { operations } from './operations.js';
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
export function createClient(settings: Settings = {}): Client {
  const open = sender(settings);
  const send: Send = async (operation, args, options, read) => {
    if (!settings.fetch && !isHost(settings.baseUrl)) {
      throw new TypeError(`baseUrl '${settings.baseUrl ?? ''}' does not begin with http:// or https:// and a host`);
    }
    return open(operation, args, options, read);
  };
  const request = <T>(operation: string, args: Arguments = {}, options: Options = {}) => send(operation, args, options, json<T>);
  const client: Record<string, unknown> = {
    request,
    follow: (args: FeedArguments, options: Options = {}) => new Feed(send, args, options, hold(options.timeout ?? settings.timeout)),
  };
  for (const [name, operation] of Object.entries(operations)) {
    client[name] = operation.includes(' list')
      ? (args: Arguments = {}, options: Options = {}) =>
          new List(async (cursor) => pageOf(operation, await request<Page>(operation, cursor === undefined ? args : { ...args, cursor }, options)))
      : (args?: Arguments, options?: Options) => request(operation, args, options);
  }
  return client as unknown as Client;
}

/** For how many seconds the server holds an empty page: at most half of the time limit, so that it comes in time; 0 for not at all. */
const hold = (timeout?: number) => Math.min(10, Math.floor(limitOf(timeout) / 2000));

/** Whether fetch finds a host there: outside of a page there is none by default, and a feed would look for it for ever. */
function isHost(baseUrl = ''): boolean {
  try {
    return /^https?:$/.test(new URL(baseUrl, (globalThis as { location?: Location }).location?.href).protocol);
  } catch {
    return false;
  }
}
