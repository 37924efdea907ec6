import { createClient, type List } from '@petcare/client';

export const baseUrl = process.env['PETCARE_URL']!;
export const apiKey = process.env['PETCARE_KEY']!;
export const accountId = process.env['PETCARE_ACCOUNT']!;
export const petcare = createClient({ baseUrl, apiKey });

export function check(holds: boolean, what: unknown): asserts holds {
  if (!holds) throw new Error(`not so: ${typeof what === 'string' ? what : JSON.stringify(what)}`);
}

/** The records of a list of at least one. */
export async function all<T>(list: List<T, { data: T[]; next_cursor: string | null }>): Promise<[T, ...T[]]> {
  const records: T[] = [];
  for await (const record of list) records.push(record);
  check(records.length > 0, `the list has a record: ${new Error().stack}`);
  return records as [T, ...T[]];
}
