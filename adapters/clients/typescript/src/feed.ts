import { json, onAbort, pageOf, sleep, type Arguments, type Options, type Send } from './call.js';
import type { Event, EventPage } from './types.js';

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

const listEvents = 'GET /accounts/{accountId}/events';

const eventStream = 'text/event-stream';

/** The server renews the id of a stream every 15 s; one that is silent for longer has broken. */
const silence = 40_000;

/**
 * The event feed of an account. It goes on over restarts and broken connections, until the signal or a refusal ends it
 * (410 `cursor_expired`: copy anew). Store `cursor` after an event is dealt with, and give it as `after` to go on.
 */
export class Feed implements AsyncIterable<Event> {
  /** Where to go on. Inside a page it stays at its beginning: after a crash, events of the page come again. */
  cursor: string;
  readonly #send: Send;
  readonly #args: FeedArguments;
  readonly #options: Options;
  readonly #hold: number;

  /** `hold` is for how many seconds the server holds an empty page. */
  constructor(send: Send, args: FeedArguments, options: Options, hold = 10) {
    this.cursor = args.after ?? 'oldest';
    this.#send = send;
    this.#args = args;
    this.#options = { retries: Infinity, ...options };
    this.#hold = hold;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Event, void, undefined> {
    try {
      if (this.#args.stream && this.#args.live !== false) yield* this.#stream();
      else yield* this.#poll();
    } catch (error) {
      if (!this.#options.signal?.aborted) throw error;
    }
  }

  #arguments(): Arguments {
    const { live, stream, ...filters } = this.#args;
    return { ...filters, after: this.cursor };
  }

  async *#poll(): AsyncGenerator<Event, void, undefined> {
    for (;;) {
      // A lost answer to now would be repeated with a later now: what came meanwhile would be missing.
      const wait = this.#args.live === false || this.cursor === 'now' ? 0 : this.#hold;
      const args = { ...this.#arguments(), limit: 200, wait };
      const page = pageOf(listEvents, await this.#send(listEvents, args, this.#options, json<EventPage>));
      const last = page.data.at(-1);
      for (const event of page.data) {
        if (this.#options.signal?.aborted) return;
        if (event === last) this.cursor = page.next_cursor;
        yield event;
      }
      this.cursor = page.next_cursor;
      if (page.has_more) continue;
      if (this.#args.live === false) return;
      if (!wait) await sleep(250, this.#options.signal);
    }
  }

  async *#stream(): AsyncGenerator<Event, void, undefined> {
    for (;;) {
      let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
      const stop = () => void reader?.cancel().catch(() => {});
      const ignore = onAbort(this.#options.signal, stop);
      try {
        const headers = { ...this.#options.headers, Accept: eventStream };
        const open = async (r: Response) => {
          const type = r.headers.get('Content-Type');
          if (!type?.startsWith(eventStream)) throw new SyntaxError(`no ${eventStream} but ${type}`);
          return r.body!.getReader();
        };
        const options = { ...this.#options, headers };
        reader = await this.#send(listEvents, this.#arguments(), options, open);
        yield* this.#messages(reader, stop);
      } finally {
        ignore();
        stop();
      }
      if (this.#options.signal?.aborted) return;
      await sleep(250 + Math.random() * 250, this.#options.signal);
    }
  }

  async *#messages(reader: ReadableStreamDefaultReader<Uint8Array>, stop: () => void): AsyncGenerator<Event, void, undefined> {
    const decoder = new TextDecoder();
    for (let rest = ''; !this.#options.signal?.aborted; ) {
      const late = setTimeout(stop, silence);
      const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }));
      clearTimeout(late);
      if (done) return;
      rest += decoder.decode(value, { stream: true });
      const messages = rest.split('\n\n');
      rest = messages.pop() ?? '';
      for (const message of messages) {
        if (this.#options.signal?.aborted) return;
        const fields = new Map(message.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(': ') + 2)]));
        this.cursor = fields.get('id') ?? this.cursor;
        const data = fields.get('data');
        if (data !== undefined) yield JSON.parse(data) as Event;
      }
    }
  }
}
