import { type Options, type Send } from './call.js';
import type { Event } from './types.js';
/** Which events, and from where. */
export interface FeedArguments {
    accountId: string;
    /** A cursor, `now` or `oldest`. Default `oldest`. */
    after?: string | undefined;
    /** Names or `resource.*`, separated by commas. */
    types?: string | undefined;
    recordId?: string | undefined;
    actorId?: string | undefined;
    /** Whether to wait for what comes (default), or to end when caught up. */
    live?: boolean | undefined;
    /** Server-sent events in place of requests that wait. */
    stream?: boolean | undefined;
}
/**
 * The event feed of an account. It goes on over restarts and broken connections, until the signal or a refusal ends it
 * (410 `cursor_expired`: copy anew). Store `cursor` after an event is dealt with, and give it as `after` to go on.
 */
export declare class Feed implements AsyncIterable<Event> {
    #private;
    /** Where to go on. Inside a page it stays at its beginning: after a crash, events of the page come again. */
    cursor: string;
    /** `hold` is for how many seconds the server holds an empty page. */
    constructor(send: Send, args: FeedArguments, options: Options, hold?: number);
    [Symbol.asyncIterator](): AsyncGenerator<Event, void, undefined>;
}
