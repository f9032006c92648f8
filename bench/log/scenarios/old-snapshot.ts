import { Client } from 'pg';
import { measure } from '../rounds.ts';
import type { Scenario } from '../scenario.ts';

/** Somebody dumps the database, or forgets a transaction: until it ends nothing can be vacuumed. */
const holdSnapshot = async (url: string) => {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('begin isolation level repeatable read');
  await client.query('select count(*) from log.events');
  return () => client.end();
};

export const oldSnapshot: Scenario = {
  name: 'old-snapshot',
  about: 'The same at 64 in flight, while somebody holds an old snapshot',
  run: async (context) => {
    const plain = { name: 'lyceum', kind: context.kinds.ours, inFlight: 64 };
    const held = { ...plain, name: 'lyceum, old snapshot', prepare: holdSnapshot };
    const rates = await measure(context, context.server, [held, plain]);
    const value = (rates.get(held.name) ?? Number.NaN) / (rates.get(plain.name) ?? Number.NaN);
    return {
      rows: [{ what: '64 in flight', figures: Object.fromEntries(rates) }],
      claims: [{ what: 'with an old snapshot open, of the rate without', value, floor: 0.9 }],
    };
  },
};
