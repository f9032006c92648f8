/**
 * What PostgreSQL itself does with a table like the log's: the same columns and the same two indexes, and nothing of
 * what makes a log of it. The positions come from a sequence: they have gaps and do not stand in the order of commit.
 */
import { hash, randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { must } from '../scenario.ts';
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

const checkedBy = (clients: readonly Client[]): Pick<Store, 'check' | 'close'> => ({
  check: async (events) => {
    const { rows } = (await clients[0]?.query<{ events: string }>(
      'select count(*) as events from events',
    )) ?? { rows: [] };
    must(
      Number(rows[0]?.events) === events,
      `The table holds ${rows[0]?.events} events, ${events} were acknowledged.`,
    );
  },
  close: async () => {
    await Promise.all(clients.map((client) => client.end()));
  },
});

/** One prepared INSERT a transaction, on as many connections as there are appends in flight, 64 at most. */
export const insert: StoreKind = {
  name: 'INSERT',
  open: async (url, inFlight) => {
    const clients = await connect(url, Math.min(inFlight, 64));
    await clients[0]?.query(table);
    let turn = 0;
    return {
      append: async (person, version, count) => {
        const client = clients[turn++ % clients.length];
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
      ...checkedBy(clients),
    };
  },
};

/** Rows of a thousand different streams in one INSERT; `count` is how many. One or two connections, in turn. */
export const multiRow: StoreKind = {
  name: 'multi-row INSERT',
  open: async (url, inFlight) => {
    const clients = await connect(url, inFlight);
    await clients[0]?.query(table);
    let turn = 0;
    return {
      append: async (person, version, count) => {
        const rows = Array.from({ length: count }, (_, index) => `${person}-${version}-${index}`);
        await clients[turn++ % clients.length]?.query({
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
      ...checkedBy(clients),
    };
  },
};
