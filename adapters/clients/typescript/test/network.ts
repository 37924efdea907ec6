import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { ConnectionError, createClient, PetcareError, verifyWebhook, type FeedArguments, type Pet } from '@petcare/client';
import { accountId, all, apiKey, baseUrl, check, petcare } from './run.js';

/** What the client itself adds to the operations. */
export async function promises(): Promise<void> {
  const jo = await petcare.createCustomer({ accountId, body: { first_name: 'Jo', last_name: 'Bloggs', alert: 'deaf' } });
  const customerId = jo.id;
  const changed = await petcare.updateCustomer({ accountId, customerId, body: { alert: null, company_name: 'Zoo' } });
  check(changed.alert === null && changed.company_name === 'Zoo' && changed.last_name === 'Bloggs', changed);

  const stale = await failure(petcare.updateCustomer({ accountId, customerId, ifMatch: jo.version, body: { alert: 'late' } }));
  check(stale.code === 'version_mismatch' && stale.status === 412, stale);
  const faulty = { name: '', species: 'wolf' as 'dog' };
  const problem = await failure(petcare.createPet({ accountId, customerId, body: faulty }));
  check(problem.code === 'validation_failed' && problem.status === 422 && problem.requestId !== undefined, problem);
  check(problem.field('body.name') !== undefined && !problem.field('body.sex'), problem.fields);
  check(problem.message.includes('body.species'), problem.message);

  const told: Headers[] = [];
  const listening = createClient({ baseUrl, apiKey, onResponse: (headers) => told.push(headers) });
  const twin = { first_name: 'Jo', email: 'twin@example.com' };
  const { id } = await listening.createCustomer({ accountId, body: twin });
  await listening.createCustomer({ accountId, body: twin });
  await failure(listening.getCustomer({ accountId, customerId: '0' }));
  const values = told.map((headers) => headers.get('Petcare-Possible-Duplicates') ?? headers.get('Content-Type'));
  check(told.length === 3 && values[1] === id && values[2] === 'application/problem+json', values);
  const thrower = () => {
    throw new RangeError('enough');
  };
  const thrown = await petcare.getAccount({ accountId }, { onResponse: thrower }).then(String, (e: unknown) => e);
  check(thrown instanceof RangeError, 'what the listener throws is thrown');

  const elsewhere = createServer((request, response) => response.writeHead(301, { Location: baseUrl + request.url! }).end());
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  const lost = createClient({ baseUrl: `http://127.0.0.1:${(elsewhere.address() as { port: number }).port}`, apiKey });
  const redirected = await failure(lost.createCustomer({ accountId, body: { first_name: 'Jo' } }));
  check(redirected.status === 301, redirected);
  elsewhere.close();

  let pages = 0;
  const page = createServer((_, response) => (pages++, response.end('<!doctype html>')));
  await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve));
  const wrong = createClient({ baseUrl: `http://127.0.0.1:${(page.address() as { port: number }).port}`, apiKey });
  const unread = await wrong.getCurrentApiKey().then(String, (e: unknown) => e);
  check(unread instanceof SyntaxError && unread.message.includes('/v1/apiKeys/current') && pages === 1, 'what is not of petcare is not asked again');
  page.close();

  let asked = 0;
  const token = () => {
    asked++;
    throw new RangeError('signed out');
  };
  const out = await createClient({ baseUrl, token }).getMe().then(String, (e: unknown) => e);
  check(out instanceof RangeError && asked === 1, 'what the token throws is thrown at once');

  const body = { name: 'Rex', species: 'dog' } as const;
  const idempotencyKey = `rex-${customerId}`;
  const one = await petcare.createPet({ accountId, customerId, body }, { idempotencyKey });
  const two = await petcare.createPet({ accountId, customerId, body }, { idempotencyKey });
  check(one.id === two.id, 'a key of one\'s own makes one pet');
  for (let i = 0; i < 4; i++) await petcare.createPet({ accountId, customerId, body });
  check((await all(petcare.listPets({ accountId, customerId, limit: 2 }))).length === 5, 'a list goes over its pages');
  const first = await petcare.listPets({ accountId, customerId, limit: 2 });
  check(first.data.length === 2 && first.next_cursor !== null, 'one page is a page');

  const feed = petcare.follow({ accountId, types: 'pet.*', recordId: one.id, live: false });
  for await (const event of feed) {
    check(event.type === 'pet.created' && event.data.object.name === 'Rex' && event.data.previous === null, event);
  }
  check(feed.cursor !== undefined, 'the feed has a cursor');
}

async function failure(call: Promise<unknown>): Promise<PetcareError> {
  try {
    await call;
  } catch (error) {
    check(error instanceof PetcareError, String(error));
    return error;
  }
  throw new Error('it was accepted');
}

/** Makes 1,000 customers while the server comes and goes. */
export async function creates(): Promise<void> {
  const patient = createClient({ baseUrl, apiKey, retries: 20 });
  const worker = async (first: number) => {
    for (let i = first; i < 1000; i += 8) {
      await patient.createCustomer({ accountId, body: { first_name: `Customer ${i}` } });
      console.log(i);
    }
  };
  await Promise.all(Array.from({ length: 8 }, (_, i) => worker(i)));
}

/** Print the events of the feed from the cursor in PETCARE_AFTER on, each with the cursor behind it. */
export const follow = () => print({ accountId, after: process.env['PETCARE_AFTER'], types: 'customer.*' });
export const stream = () => print({ accountId, after: process.env['PETCARE_AFTER'], types: 'customer.*', stream: true });

async function print(args: FeedArguments): Promise<void> {
  const feed = petcare.follow(args);
  for await (const event of feed) {
    console.log(event.type, event.type === 'customer.created' ? event.data.object.first_name : '-', feed.cursor);
  }
}

/** Reads and changes a customer through a network that loses answers, and prints what becomes of it. */
export async function lost(): Promise<void> {
  const customerId = (await petcare.createCustomer({ accountId, body: { first_name: 'Jo' } })).id;
  const begun = Date.now();
  await petcare.getCustomer({ accountId, customerId });
  console.log('waited', Date.now() - begun >= 2000);
  const failed = await petcare.updateCustomer({ accountId, customerId, body: { first_name: 'Joe' } }).catch((e: unknown) => e);
  console.log('failed', failed instanceof ConnectionError);
  const put = await petcare.putVaccinationRequirement({ accountId, vaccinationTypeId: customerId, body: {} }).catch((e: unknown) => e);
  console.log('failed', put instanceof ConnectionError);
}

/** Serves a webhook on PETCARE_LISTEN and prints what comes. */
export async function receive(): Promise<void> {
  const secret = process.env['PETCARE_SECRET']!;
  const server = createServer(async (request, response) => {
    try {
      const event = await verifyWebhook({ headers: request.headers, body: await buffer(request) }, secret);
      switch (event.type) {
        case 'customer.created':
          console.log(event.type, event.data.object.first_name);
          break;
        case 'customer.updated':
          console.log(event.type, event.data.previous?.first_name);
          break;
        default:
          console.log(event.type);
      }
      response.writeHead(204).end();
    } catch {
      response.writeHead(400).end();
    }
  });
  server.listen(Number(process.env['PETCARE_LISTEN']!.split(':')[1]), '127.0.0.1');
}

/** Follows the feed from its beginning, and ends with what the lists show, through merges and what undoes and redoes them. */
export async function mirror(): Promise<void> {
  const copied = new Map<string, string>();
  const into = new Map<string, string>();
  const pet = (p: Pet) => `${p.name} ${p.customer_id} ${p.version}`;
  for await (const { type, data } of petcare.follow({ accountId, after: 'oldest', live: false })) {
    switch (type) {
      case 'customer.created':
      case 'customer.updated':
        copied.set(data.object.id, JSON.stringify(data.object));
        into.delete(data.object.id);
        break;
      case 'pet.created':
      case 'pet.updated':
        copied.set(data.object.id, pet(data.object));
        into.delete(data.object.id);
        break;
      case 'customer.merged':
      case 'pet.merged':
        into.set(data.object.source_id, data.object.id);
        break;
      case 'customer.deleted':
      case 'pet.deleted':
        copied.delete(data.object.id);
    }
  }
  const listed = new Map<string, string>();
  for (const customer of await all(petcare.listCustomers({ accountId }))) {
    listed.set(customer.id, JSON.stringify(customer));
    for (const p of await all(petcare.listPets({ accountId, customerId: customer.id }))) listed.set(p.id, pet(p));
  }
  const sorted = (of: Map<string, string>) => JSON.stringify([...of].sort());
  check(sorted(copied) === sorted(listed), `the copy is\n${sorted(copied)}\nthe lists are\n${sorted(listed)}`);
  for (const [from, to] of into) {
    let gone = await failure(petcare.getCustomer({ accountId, customerId: from }));
    if (gone.code === 'not_found') gone = await failure(petcare.getAccountPet({ accountId, petId: from }));
    check(gone.problem?.merged_into === to, `${from} is ${to}: ${gone}`);
  }
  console.log(listed.size, 'records,', into.size, 'merged');
}
