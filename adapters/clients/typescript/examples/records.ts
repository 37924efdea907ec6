import { createClient, PetcareError } from '@petcare/client';

const petcare = createClient({ baseUrl: process.env['PETCARE_URL'], apiKey: process.env['PETCARE_KEY'] });
const accountId = process.env['PETCARE_ACCOUNT']!;

const body = { first_name: 'Jo', last_name: 'Bloggs', email: 'jo@example.com', alert: 'deaf' };
const jo = await petcare.createCustomer({ accountId, body }, {
  onResponse: (headers) => {
    const alike = headers.get('Petcare-Possible-Duplicates');
    if (alike !== null) console.log('Jo may be', alike);
  },
});
await petcare.createPet({ accountId, customerId: jo.id, body: { name: 'Rex', species: 'dog' } });

for await (const pet of petcare.listAccountPets({ accountId, species: 'dog' })) {
  console.log(pet.name, 'of', pet.customer.name);
}

try {
  // null clears, what is absent stays; ifMatch: only while nobody else has changed the record
  await petcare.updateCustomer({ accountId, customerId: jo.id, ifMatch: jo.version, body: { alert: null } });
  await petcare.createPet({ accountId, customerId: jo.id, body: { name: '', species: 'dog' } });
} catch (error) {
  if (!(error instanceof PetcareError)) throw error;
  console.log(error.code, error.field('body.name')?.message);
}
