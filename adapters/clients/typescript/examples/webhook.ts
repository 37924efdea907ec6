import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { verifyWebhook, WebhookError } from '@petcare/client';

createServer(async (request, response) => {
  try {
    const event = await verifyWebhook({ headers: request.headers, body: await buffer(request) }, process.env['PETCARE_SECRET']!);
    if (event.type === 'pet.updated' && event.data.previous?.name) {
      console.log(event.data.object.name, 'was', event.data.previous.name);
    }
    response.writeHead(204).end();
  } catch (error) {
    response.writeHead(error instanceof WebhookError ? 400 : 500).end();
  }
}).listen(Number(process.env['PORT']));
