// What must not compile: every line below an expectation is a mistake that the types catch. And what must.
import { createClient } from '@petcare/client';
import type { Customer, Delivery, Event, ListedPet, ListedVaccination, Operations, Pet } from '@petcare/client';

const petcare = createClient();
const ids = { accountId: '', customerId: '', petId: '' };

export async function mistakes(event: Event): Promise<void> {
  // @ts-expect-error: a parameter of the path is missing
  await petcare.getPet({ accountId: '', petId: '' });
  // @ts-expect-error: not a parameter
  await petcare.listAccountPets({ accountId: '', nmae: 'Rex' });
  // @ts-expect-error: not a key of a pet
  await petcare.updatePet({ ...ids, body: { nmae: 'Rex' } });
  // @ts-expect-error: a name cannot be cleared
  await petcare.updatePet({ ...ids, body: { name: null } });
  // @ts-expect-error: no such species
  await petcare.createPet({ ...ids, body: { name: 'Rex', species: 'wolf' } });
  // @ts-expect-error: a file is a Blob
  await petcare.createPetFile({ ...ids, body: 'bytes' });
  // @ts-expect-error: a dry run answers no change
  (await petcare.revertChange({ accountId: '', changeId: '', body: {} })).id satisfies string;
  // @ts-expect-error: not every record is deleted with If-Match
  await petcare.deleteApiKey({ keyId: '', ifMatch: 1 });
  // @ts-expect-error: an event of any type has no pet
  event.data.object.species satisfies string;
  if (event.type === 'pet.created') event.data.object.species satisfies string;
  // @ts-expect-error: no such type of events
  if (event.type === 'pet.craeted') return;
  (await petcare.getPet(ids)).alert satisfies string | null;
}

/** What is always there is not optional. */
export async function present(): Promise<string[]> {
  const { secret } = await petcare.createWebhook({ body: { url: '', event_types: ['*'] } });
  const { key } = await petcare.createApiKey({ body: { name: '', abilities: ['*'] } });
  const { next_cursor } = await petcare.listEvents({ accountId: '' });
  return [secret, key, next_cursor, petcare.follow({ accountId: '' }).cursor];
}

/** The delivery of the API, not the request that it arrives as. */
export const attempts = (delivery: Delivery): number => delivery.attempts.length;

/** What was read can be sent back, with changes. */
export async function changes(customer: Customer, pet: Pet, listed: ListedPet, vaccination: ListedVaccination): Promise<void> {
  await petcare.updateCustomer({ ...ids, body: { ...customer, alert: null } });
  await petcare.updatePet({ ...ids, body: { ...pet, name: 'b' } });
  await petcare.updatePet({ ...ids, body: listed });
  await petcare.updateVaccination({ ...ids, expirationId: '', body: vaccination });
}

type Body<Name extends keyof Operations> = NonNullable<Parameters<Operations[Name]>[0]> extends { body: infer B } ? B : never;
type Answer<Name extends keyof Operations> = Awaited<ReturnType<Operations[Name]>>;
/** The body that sends an answer back; that of several records has them under another key. */
type SentBack<A> = A extends { data: infer Records; next_cursor: unknown } ? { fields: Records } : A;
type Changes = Extract<keyof Operations, `update${string}` | `put${string}`>;
type Refused = { [Name in Changes]: SentBack<Answer<Name>> extends Body<Name> ? never : Name }[Changes];

/** Does not compile when there is an operation whose answer cannot be sent back to it: the error names it. */
export const sentBack = (refused: Refused): never => refused;
