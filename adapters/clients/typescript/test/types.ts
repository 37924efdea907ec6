// What must not compile: every line below an expectation is a mistake that the types catch.
import { createClient, type Event } from '@petcare/client';

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
  // @ts-expect-error: not every record is deleted with If-Match
  await petcare.deleteApiKey({ keyId: '', ifMatch: 1 });
  // @ts-expect-error: an event of any type has no pet
  event.data.object.species satisfies string;
  if (event.type === 'pet.created') event.data.object.species satisfies string;
  // @ts-expect-error: no such type of events
  if (event.type === 'pet.craeted') return;
  (await petcare.getPet(ids)).alert satisfies string | null;
}
