import { Client } from 'pg';
import { measureInRounds } from '../measure-in-rounds.ts';
import type { Scenario } from '../scenario.ts';

/**
 * Opens a transaction that keeps its snapshot, as a database dump does. VACUUM cannot remove row versions that are replaced while the
 * transaction is open.
 * @returns a function that ends it.
 */
const openOldSnapshot = async (url: string) => {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('begin isolation level repeatable read');
  await client.query('select count(*) from log.events');
  return () => client.end();
};

export const oldSnapshot: Scenario = {
  name: 'old-snapshot',
  title: 'Appends with 64 in flight, while another transaction keeps an old snapshot open',
  run: async (context) => {
    const plain = { name: 'lyceum', kind: context.kinds.lyceum, inFlight: 64 };
    const withSnapshot = { ...plain, name: 'lyceum, old snapshot', prepare: openOldSnapshot };
    const rates = await measureInRounds(context, context.server, [withSnapshot, plain]);
    const value = (rates.get(withSnapshot.name) ?? Number.NaN) / (rates.get(plain.name) ?? Number.NaN);
    return {
      rows: [{ label: '64 in flight', figures: Object.fromEntries(rates) }],
      measuredValues: [
        { label: 'with an old snapshot open, relative to the rate without', value, floor: 0.9 },
      ],
    };
  },
};
