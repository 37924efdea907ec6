import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { ConnectionError, createClient, PetcareError, verifyWebhook, type Feed, type Settings } from '@petcare/client';
import { check } from './run.js';

/** What is not of petcare, or not there, is an error at once: nothing is taken for an answer, and nothing is tried for ever. */
export async function strange(): Promise<void> {
  for (const baseUrl of [undefined, 'petcare.example', 'localhost:8080']) {
    check((await end(createClient({ baseUrl }).follow({ accountId: 'a' }))) instanceof TypeError, `${baseUrl} is no host`);
  }
  for (const page of ['<!doctype html>', '']) {
    const wrong = await answering((_, response) => response.end(page));
    check((await failure(wrong.getAccount({ accountId: 'a' }))) instanceof SyntaxError, `'${page}' is no account`);
    check((await failure(wrong.deleteNote({ accountId: 'a', noteId: 'n' }))) instanceof SyntaxError, `'${page}' deletes nothing`);
    check((await end(wrong.follow({ accountId: 'a', stream: true }))) instanceof SyntaxError, `'${page}' is no stream`);
  }
  for (const page of ['{"status": "maintenance"}', 'null', '{"data": []}']) {
    let times = 0;
    const json = { 'Content-Type': 'application/json' };
    const foreign = await answering((_, response) => (times++, response.writeHead(200, json).end(page)));
    const list = foreign.listBreeds({ accountId: 'a' })[Symbol.asyncIterator]();
    const ended = await failure(list.next());
    check(ended instanceof SyntaxError && ended.message.includes('/breeds'), `${page} is no list: ${ended}`);
    check((await end(foreign.follow({ accountId: 'a', after: 'here' }))) instanceof SyntaxError && times === 2, `${page} has no events`);
  }
  const keys: (string | undefined)[] = [];
  const posts = await answering((request, response) => {
    keys.push(request.headers['idempotency-key']?.toString());
    response.writeHead(keys.length % 2 ? 503 : 202).end();
  }, { maxWait: 300 });
  await posts.request('POST /incidents', {}, { idempotencyKey: 'mine' });
  await posts.request('POST /incidents');
  check(`${keys.slice(0, 2)}` === 'mine,mine' && keys[2] !== undefined && keys[2] === keys[3], `a POST is carried out once: ${keys}`);
  check((await failure(posts.request('POST /auth/login'))) instanceof PetcareError && keys[4] === undefined, 'but not one that takes no key');

  const uploads: string[] = [];
  const storing = await answering(async (request, response) => {
    uploads.push(`${request.headers['content-type']} ${await text(request)}`);
    response.writeHead(uploads.length < 3 ? 503 : 201).end('{"id": "a"}');
  }, { maxWait: 300 });
  await storing.createPetFile({ accountId: 'a', petId: 'p', body: new Blob(['bytes'], { type: 'image/png' }) });
  check(`${uploads}` === `${Array(3).fill('image/png bytes')}`, `a Blob is sent whole again: ${uploads}`);
  const pipe = new Blob(['bytes']).stream() as unknown as Blob; // the types allow no stream
  check((await failure(storing.createPetFile({ accountId: 'a', petId: 'p', body: pipe }))) instanceof TypeError, 'a stream is no Blob');
  check(uploads.length === 3, 'and is not sent');

  let climbed = 0;
  const climbing = await answering((_, response) => (climbed++, response.end('{}')));
  for (const id of ['', '.', '..']) {
    const failed = await failure(climbing.deletePetNote({ accountId: 'a', customerId: 'c', petId: id, noteId: 'n' }));
    check(failed instanceof TypeError && failed.message.includes('petId') && climbed === 0, `'${id}' is no id`);
  }
  const module = await answering((_, response) => response.writeHead(202).end());
  check((await module.request('POST /incidents')) === undefined, 'an operation of a module may answer without a body');
  const gateway = await answering((_, response) => response.writeHead(403).end('{"code": "Denied", "message": "of a gateway"}'));
  const denied = await failure(gateway.getAccount({ accountId: 'a' }));
  check(denied instanceof PetcareError && denied.message === 'HTTP 403' && denied.problem === undefined, denied);

  const moved = await answering((_, response) => response.writeHead(301, { Location: 'https://petcare.example/' }).end());
  check(`${await failure(moved.getAccount({ accountId: 'a' }))}`.includes('HTTP 301: a redirect to https://petcare.example/,'), 'it says where');
  const browser = { fetch: () => Promise.resolve(Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' })) };
  check(`${await failure(createClient(browser).getAccount({ accountId: 'a' }))}`.includes('HTTP 0: a redirect,'), 'also in a browser');

  let times = 0;
  const cutting = await answering((_, response) => cut(response, 200, 'application/json', ++times > 1));
  check((await cutting.getAccount({ accountId: 'a' })).id === 'a' && times === 2, `a cut answer is asked for again: ${times}`);
  times = 0;
  const unknown = await failure(cutting.updateAccount({ accountId: 'a', body: {} }));
  check(unknown instanceof ConnectionError && times === 1, 'nobody knows what became of a PATCH whose answer is cut');
  let limited = 0;
  let heard = 0;
  const busy = await answering((_, response) => cut(response, limited++ ? 200 : 429, 'application/problem+json', limited > 1), {
    onResponse: () => heard++,
  });
  check((await busy.updateAccount({ accountId: 'a', body: {} })).id === 'a', 'a 429 that is cut is a 429');
  check(heard === 2, 'the headers of repeated answers are told, too');

  const sent: (string | undefined)[] = [];
  const told = await answering((request, response) => {
    sent.push(...['x-staff-id', 'accept', 'idempotency-key'].map((name) => request.headers[name]?.toString()));
    response.writeHead(sent.length > 3 ? 200 : 503).end('{"id": "a"}');
  }, { headers: { 'X-STAFF-ID': 'default', accept: 'application/json' } });
  await told.createCustomer({ accountId: 'a', body: {} }, { headers: { 'x-staff-id': 'anna', 'idempotency-key': 'mine' } });
  check(`${sent}` === `${Array(2).fill('anna,application/json,mine')}`, `the last header counts, in whatever case: ${sent}`);

  for (const [text, done] of [['{"code": "not_found", "title": "Not found"}', true], ['<!doctype html>', false]] as const) {
    let deleted = 0;
    const gone = await answering((_, response) => response.writeHead(deleted++ ? 404 : 503).end(text));
    const missed = await failure(gone.deleteNote({ accountId: 'a', noteId: 'n' }));
    check(done ? missed === undefined : missed instanceof PetcareError, `a DELETE is done when petcare says so, not with ${text}`);
  }

  for (const errors of [{ a: 1 }, [null, 'a']]) {
    const odd = await answering((_, response) => response.writeHead(400).end(JSON.stringify({ code: 'x', title: 'T', errors })));
    const told = await failure(odd.getAccount({ accountId: 'a' }));
    check(told instanceof PetcareError && told.message === 'T: ' && told.fields.length === 0, `${JSON.stringify(errors)} are no faults: ${told}`);
  }
  let broken = 0;
  const breaking = await answering((_, response) => {
    if (broken++) return response.end('{"id": "a"}');
    response.writeHead(429, { 'Content-Length': 500, 'Retry-After': 0 }).write('{"code"');
    setTimeout(() => response.destroy(), 50);
  });
  check((await failure(breaking.updateAccount({ accountId: 'a', body: {} }))) === undefined, 'a 429 whose text is lost is a 429');

  const slow = await answering((_, response) => void setTimeout(() => response.end('{"id": "a"}'), 100), { timeout: Infinity, retries: 0 });
  check((await slow.getAccount({ accountId: 'a' })).id === 'a', 'infinity is no time limit');

  const nobody = createClient({ baseUrl: 'http://127.0.0.1:9' });
  const given = await end(nobody.follow({ accountId: 'a', stream: true }, { retries: 1 }));
  check(given instanceof ConnectionError, 'a stream is not asked for more often than it may be');

  const several = await answering((request, response) => {
    if (request.url!.includes('limit')) response.end('{"data": [{"id": "1"}, {"id": "2"}, {"id": "3"}], "next_cursor": "behind"}');
    else response.writeHead(200, { 'Content-Type': 'text/event-stream' }).end('data: {}\nid: first\n\ndata: {}\nid: behind\n\n');
  });
  for (const [stream, cursor] of [[false, 'before'], [true, 'first']] as const) {
    const ending = new AbortController();
    const feed = several.follow({ accountId: 'a', after: 'before', stream }, { signal: ending.signal });
    let events = 0;
    for await (const _ of feed) ending.abort(events++);
    check(events === 1 && feed.cursor === cursor, `${events} events, the cursor is ${feed.cursor}`);
  }

  for (const [timeout, want] of [[undefined, '10'], [5000, '2'], [2000, '1'], [500, '0']] as const) {
    let held: string | null = null;
    const client = await answering((request, response) => {
      held = new URL(request.url!, 'http://host').searchParams.get('wait');
      response.writeHead(410).end();
    }, { timeout });
    await end(client.follow({ accountId: 'a' }));
    check(held === want, `held for ${held} seconds with a time limit of ${timeout}`);
  }
  let paged = 0;
  const idle = await answering((request, response) => {
    paged++;
    const wait = Number(new URL(request.url!, 'http://host').searchParams.get('wait'));
    setTimeout(() => response.end('{"data": [], "next_cursor": "here", "has_more": false}'), 1000 * wait);
  }, { timeout: 500 });
  const over = await failure(idle.follow({ accountId: 'a' }, { signal: AbortSignal.timeout(2000), retries: 0 })[Symbol.asyncIterator]().next());
  check(over === undefined && paged > 2 && paged < 10, `a feed that is not held pauses between its pages: ${paged}, ${over}`);
  for (const [maxWait, status] of [[1, 410], [50, 410], [300, 410], [0, 503]] as const) {
    let asked = 0;
    const away = await answering((_, response) => response.writeHead(++asked < 5 ? 503 : 410).end(), { maxWait });
    const gone = await end(away.follow({ accountId: 'a' }));
    check(gone instanceof PetcareError && gone.status === status, `a feed that waits for ${maxWait} ms: ${asked} times, then ${gone}`);
  }

  const unlimited = await answering((request, response) => {
    paged = Number(new URL(request.url!, 'http://host').searchParams.get('wait'));
    setTimeout(() => response.writeHead(410).end(), 100);
  }, { timeout: 0, retries: 0 });
  const ended = await end(unlimited.follow({ accountId: 'a' }, { retries: 0 }));
  check(ended instanceof PetcareError && paged === 10, `0 is no time limit: ${ended}, held for ${paged} seconds`);
  let asked: string | undefined;
  const asking = await answering((request, response) => (asked = request.url, response.end('{"data": [], "next_cursor": null}')));
  await asking.listCustomers({ accountId: 'a', search: null as unknown as undefined, limit: 0 });
  check(asked === '/v1/accounts/a/customers?limit=0', `null is as if it were absent: ${asked}`);

  // A signal ends what waits for a token, and what it is aborted in, too.
  const locked = await answering((_, response) => response.end('{}'), { token: () => new Promise<string>(() => {}) });
  const givenUp = { signal: AbortSignal.timeout(100) };
  const late = new Promise((resolve) => setTimeout(resolve, 5000, 'it waits').unref());
  const waiting = await Promise.race([failure(locked.getMe(undefined, givenUp)), late]);
  check(waiting === givenUp.signal.reason, waiting);
  check((await end(locked.follow({ accountId: 'a' }, givenUp))) === undefined, 'a feed that has been given up ends');
  const silent = await answering((_, response) => response.writeHead(200, { 'Content-Type': 'text/event-stream' }).flushHeaders());
  const heardEnough = new AbortController();
  const onResponse = () => heardEnough.abort();
  const unheard = await end(silent.follow({ accountId: 'a', stream: true }, { signal: heardEnough.signal, onResponse }));
  check(unheard === undefined, unheard);

  const warnings: string[] = [];
  process.on('warning', (warning) => warnings.push(warning.message));
  const shared = new AbortController();
  const held = await answering(() => setTimeout(() => shared.abort('enough'), 200));
  const calls = Array.from({ length: 20 }, () => failure(held.getAccount({ accountId: 'a' }, { signal: shared.signal })));
  check((await Promise.all(calls)).every((reason) => reason === 'enough'), 'one signal ends all calls');
  await new Promise((resolve) => setTimeout(resolve));
  check(warnings.length === 0, `Node warns of a leak: ${warnings}`);

  const headers = { 'x-service-signature': `sha256=${'0'.repeat(64)}`, 'x-service-timestamp': '1' };
  for (const secret of [undefined, '', [], ['old secret', undefined]]) {
    const missing = await failure(verifyWebhook({ headers, body: '{}' }, secret as string));
    check(missing instanceof TypeError && missing.message === 'a secret is missing', `${secret}: ${missing}`);
  }
  const parsed = await failure(verifyWebhook({ headers, body: { id: 'e' } as unknown as string }, 'secret'));
  check(parsed instanceof TypeError && parsed.message.includes('parsed'), parsed);
}

/** A client of a server that answers every request alike. */
async function answering(answer: RequestListener, settings: Settings = {}) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  return createClient({ baseUrl: `http://127.0.0.1:${(server.address() as { port: number }).port}`, ...settings });
}

/** Answers without a length and closes the connection, before the end of the answer unless that is to be whole. */
function cut(response: ServerResponse, status: number, type: string, whole: boolean): void {
  const body = '{"id": "a", "code": "a", "title": "T"}';
  const chunk = whole ? `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n` : `9\r\n${body.slice(0, 9)}\r\n`;
  response.socket!.end(`HTTP/1.1 ${status} S\r\nContent-Type: ${type}\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n${chunk}`);
}

const failure = (call: Promise<unknown>): Promise<unknown> => call.then(() => undefined, (error: unknown) => error);

/** The error with which a feed ends within ten seconds. */
async function end(feed: Feed): Promise<unknown> {
  const events = feed[Symbol.asyncIterator]();
  return Promise.race([failure(events.next()), new Promise((resolve) => setTimeout(resolve, 10_000, 'it goes on').unref())]);
}
