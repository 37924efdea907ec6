import { createClient } from '@petcare/client';

const petcare = createClient({ baseUrl: process.env['PETCARE_URL'], apiKey: process.env['PETCARE_KEY'] });

// Begin where the last run stopped: feed.cursor, stored after each event, is the next `after`.
const after = process.env['PETCARE_AFTER'] ?? 'now';
const feed = petcare.follow({ accountId: process.env['PETCARE_ACCOUNT']!, after, types: 'customer.*,pet.*' });
for await (const event of feed) {
  switch (event.type) {
    case 'pet.updated':
      if (event.data.previous?.name) console.log(event.data.object.name, 'was', event.data.previous.name);
      break;
    default:
      console.log(event.type, 'by', event.actor.name);
  }
}
