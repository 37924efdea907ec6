import { json, sleep } from './call.js';
import { ConnectionError } from './errors.js';
const listEvents = 'GET /accounts/{accountId}/events';
const silence = 40_000;
export class Feed {
    cursor;
    #send;
    #args;
    #options;
    constructor(send, args, options) {
        this.cursor = args.after;
        this.#send = send;
        this.#args = args;
        this.#options = { retries: Infinity, ...options };
    }
    async *[Symbol.asyncIterator]() {
        try {
            if (this.#args.stream && this.#args.live !== false)
                yield* this.#stream();
            else
                yield* this.#poll();
        }
        catch (error) {
            if (!this.#options.signal?.aborted)
                throw error;
        }
    }
    #arguments() {
        const { live, stream, ...filters } = this.#args;
        return { ...filters, after: this.cursor };
    }
    async *#poll() {
        for (;;) {
            const args = { ...this.#arguments(), limit: 200, wait: this.#args.live === false || this.cursor === 'now' ? 0 : 10 };
            const page = await this.#send(listEvents, args, this.#options, (json));
            const last = page.data.pop();
            yield* page.data;
            this.cursor = page.next_cursor;
            if (last)
                yield last;
            if (this.#args.live === false && !page.has_more)
                return;
        }
    }
    async *#stream() {
        for (;;) {
            const over = new AbortController();
            const stop = () => over.abort();
            this.#options.signal?.addEventListener('abort', stop);
            try {
                const headers = { ...this.#options.headers, Accept: 'text/event-stream' };
                const open = async (r) => r.body.getReader();
                const options = { ...this.#options, headers };
                const reader = await this.#send(listEvents, this.#arguments(), options, open);
                over.signal.addEventListener('abort', () => void reader.cancel().catch(() => { }));
                yield* this.#messages(reader, over);
            }
            catch (error) {
                if (!(error instanceof ConnectionError))
                    throw error;
            }
            finally {
                this.#options.signal?.removeEventListener('abort', stop);
                over.abort();
            }
            if (this.#options.signal?.aborted)
                return;
            await sleep(250 + Math.random() * 250, this.#options.signal);
        }
    }
    async *#messages(reader, over) {
        const decoder = new TextDecoder();
        for (let rest = '';;) {
            const late = setTimeout(() => over.abort(), silence);
            const { done, value } = await reader
                .read()
                .catch((cause) => Promise.reject(new ConnectionError('the stream broke', { cause })))
                .finally(() => clearTimeout(late));
            if (done)
                return;
            rest += decoder.decode(value, { stream: true });
            const messages = rest.split('\n\n');
            rest = messages.pop() ?? '';
            for (const message of messages) {
                const fields = new Map(message.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(': ') + 2)]));
                this.cursor = fields.get('id') ?? this.cursor;
                const data = fields.get('data');
                if (data !== undefined)
                    yield JSON.parse(data);
            }
        }
    }
}
