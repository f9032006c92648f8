/**
 * Plain INSERTs into a table with the columns of `log.events` and two of its indexes (position; stream and version), to measure what
 * PostgreSQL itself can do. Positions come from a sequence, so they can have gaps and need not follow the order of commits.
 */
import assert from 'node:assert/strict';
import { hash, randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { metadataOf, profile } from '../workload.ts';
import type { Store, StoreKind } from './store.ts';

const table = `create table events (
  position bigint generated always as identity primary key, stream text collate "C" not null, version integer not null,
  type text collate "C" not null, schema_version integer not null, recorded_at timestamptz not null default clock_timestamp(),
  command_id uuid not null, data json not null, metadata json not null, unique (stream, version))`;

const connect = async (url: string, count: number): Promise<Client[]> =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const client = new Client({ connectionString: url });
      await client.connect();
      return client;
    }),
  );

/** Creates the functions that both kinds of stores share. */
const createSharedFunctions = (clients: readonly Client[]): Pick<Store, 'verify' | 'close'> => ({
  verify: async (expectedEvents) => {
    const result = await clients[0]?.query<{ events: number }>(
      'select count(*)::integer as events from events',
    );
    const stored = result?.rows[0]?.events;
    assert(
      stored === expectedEvents,
      `The table contains ${stored} events, but ${expectedEvents} were acknowledged.`,
    );
  },
  close: async () => {
    await Promise.all(clients.map((client) => client.end()));
  },
});

/** One prepared INSERT per event, each in a transaction of its own, on as many connections as there are appends in flight, at most 64. */
export const insert: StoreKind = {
  name: 'INSERT',
  open: async (url, inFlight) => {
    const clients = await connect(url, Math.min(inFlight, 64));
    await clients[0]?.query(table);
    let turn = 0;
    return {
      append: async (person, version, count) => {
        const client = clients[turn % clients.length];
        turn += 1;
        for (let index = 1; index <= count; index++)
          await client?.query({
            name: 'insert',
            text: `insert into events (stream, version, type, schema_version, command_id, data, metadata)
                   values ($1, $2, 'UserProfileEdited', 1, $3, $4, $5)`,
            values: [
              `user-${person}`,
              version + index,
              randomUUID(),
              JSON.stringify(profile(person, version + index)),
              JSON.stringify(metadataOf(person)),
            ],
          });
        return true;
      },
      ...createSharedFunctions(clients),
    };
  },
};

/** One INSERT with `count` rows of different streams, on `inFlight` connections in turn. */
export const multiRow: StoreKind = {
  name: 'multi-row INSERT',
  open: async (url, inFlight) => {
    const clients = await connect(url, inFlight);
    await clients[0]?.query(table);
    let turn = 0;
    return {
      append: async (person, version, count) => {
        const rows = Array.from({ length: count }, (_, index) => `${person}-${version}-${index}`);
        const client = clients[turn % clients.length];
        turn += 1;
        await client?.query({
          name: 'insert-many',
          text: `insert into events (stream, version, type, schema_version, command_id, data, metadata)
                 select stream, 1, 'UserProfileEdited', 1, command, data::json, metadata::json
                 from unnest($1::text[], $2::uuid[], $3::text[], $4::text[]) as sent(stream, command, data, metadata)`,
          values: [
            rows.map((row) => `user-${hash('md5', row, 'hex')}`),
            rows.map(() => randomUUID()),
            rows.map((_, index) => JSON.stringify(profile(person, version + index))),
            rows.map(() => JSON.stringify(metadataOf(person))),
          ],
        });
        return true;
      },
      ...createSharedFunctions(clients),
    };
  },
};
