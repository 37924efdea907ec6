import { createClient, PetcareError } from '@petcare/client';

const petcare = createClient({ baseUrl: process.env['PETCARE_URL'], apiKey: process.env['PETCARE_KEY'] });
const accountId = process.env['PETCARE_ACCOUNT']!;

async function stayInStep(): Promise<void> {
  const { next_cursor } = await petcare.listEvents({ accountId, after: 'now', types: 'pet.*' });
  // The copy: names by id. A real program keeps it in its database, and the cursor beside it.
  const pets = new Map<string, string>();
  for await (const pet of petcare.listAccountPets({ accountId })) pets.set(pet.id, pet.name);
  console.log(pets.size, 'pets');
  const feed = petcare.follow({ accountId, after: next_cursor, types: 'pet.*' });
  for await (const event of feed) {
    // A later state replaces an earlier one: what changed while the pets were listed comes once more.
    if (event.type === 'pet.created' || event.type === 'pet.updated') pets.set(event.data.object.id, event.data.object.name);
    console.log(pets.size, 'pets'); // store the copy and feed.cursor here, in one transaction
  }
}

for (;;) {
  try {
    await stayInStep();
  } catch (error) {
    if (!(error instanceof PetcareError && error.code === 'cursor_expired')) throw error;
  } // copy anew
}
