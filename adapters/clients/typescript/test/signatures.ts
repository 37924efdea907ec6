import { readFileSync } from 'node:fs';
import { verifyWebhook, WebhookError } from '@petcare/client';

interface Case {
  name: string;
  headers: Record<string, string>;
  body: string;
  secrets: string[];
  now: number;
  want: string; // a reason, or the type of the event
}

/** Verifies the deliveries of the file in PETCARE_CASES, as a request and as the headers and body of other servers. */
export async function signatures(): Promise<void> {
  const cases = JSON.parse(readFileSync(process.env['PETCARE_CASES']!, 'utf8')) as Case[];
  for (const { name, headers, body, secrets, now, want } of cases) {
    const request = new Request('http://receiver/', { method: 'POST', headers, body });
    const upper = Object.fromEntries(Object.entries(headers).map(([key, value]) => [key.toUpperCase(), value]));
    const foreign = { get: (name: string) => headers[name] ?? null } as Headers; // of another implementation of fetch
    for (const delivery of [request, { headers, body }, { headers: upper, body }, { headers: foreign, body }]) {
      const got = await verifyWebhook(delivery, secrets, now).then(
        (event) => event.type,
        (error: unknown) => (error instanceof WebhookError ? error.reason : String(error)),
      );
      if (got !== want) throw new Error(`${name}: got ${got}, want ${want}`);
    }
  }
  console.log(cases.length);
}
