import { json, onAbort, pageOf, sleep } from './call.js';
const listEvents = 'GET /accounts/{accountId}/events';
const eventStream = 'text/event-stream';
const silence = 40_000;
export class Feed {
    cursor;
    #send;
    #args;
    #options;
    #hold;
    constructor(send, args, options, hold = 10) {
        this.cursor = args.after ?? 'oldest';
        this.#send = send;
        this.#args = args;
        this.#options = { retries: Infinity, ...options };
        this.#hold = hold;
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
            const wait = this.#args.live === false || this.cursor === 'now' ? 0 : this.#hold;
            const args = { ...this.#arguments(), limit: 200, wait };
            const page = pageOf(listEvents, await this.#send(listEvents, args, this.#options, (json)));
            const last = page.data.at(-1);
            for (const event of page.data) {
                if (this.#options.signal?.aborted)
                    return;
                if (event === last)
                    this.cursor = page.next_cursor;
                yield event;
            }
            this.cursor = page.next_cursor;
            if (page.has_more)
                continue;
            if (this.#args.live === false)
                return;
            if (!wait)
                await sleep(250, this.#options.signal);
        }
    }
    async *#stream() {
        for (;;) {
            let reader;
            const stop = () => void reader?.cancel().catch(() => { });
            const ignore = onAbort(this.#options.signal, stop);
            try {
                const headers = { ...this.#options.headers, Accept: eventStream };
                const open = async (r) => {
                    const type = r.headers.get('Content-Type');
                    if (!type?.startsWith(eventStream))
                        throw new SyntaxError(`no ${eventStream} but ${type}`);
                    return r.body.getReader();
                };
                const options = { ...this.#options, headers };
                reader = await this.#send(listEvents, this.#arguments(), options, open);
                yield* this.#messages(reader, stop);
            }
            finally {
                ignore();
                stop();
            }
            if (this.#options.signal?.aborted)
                return;
            await sleep(250 + Math.random() * 250, this.#options.signal);
        }
    }
    async *#messages(reader, stop) {
        const decoder = new TextDecoder();
        for (let rest = ''; !this.#options.signal?.aborted;) {
            const late = setTimeout(stop, silence);
            const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }));
            clearTimeout(late);
            if (done)
                return;
            rest += decoder.decode(value, { stream: true });
            const messages = rest.split('\n\n');
            rest = messages.pop() ?? '';
            for (const message of messages) {
                if (this.#options.signal?.aborted)
                    return;
                const fields = new Map(message.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(': ') + 2)]));
                this.cursor = fields.get('id') ?? this.cursor;
                const data = fields.get('data');
                if (data !== undefined)
                    yield JSON.parse(data);
            }
        }
    }
}
