import { Client } from 'pg';
import { measureInRounds } from '../measure-in-rounds.ts';
import type { Scenario } from '../scenario.ts';
import { openLyceum } from '../stores/lyceum.ts';
import type { StoreKind } from '../stores/store.ts';

type Constraint = { table: string; name: string; definition: string };

/**
 * Drops the primary key and the unique constraints of a table, because inserting many rows into their indexes takes longer than creating
 * the indexes afterwards.
 * @returns a function that creates them again.
 */
const dropKeys = async (client: Client, table: string): Promise<() => Promise<void>> => {
  const { rows } = await client.query<Constraint>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where conrelid = $1::regclass and contype in ('p', 'u')`,
    [table],
  );
  for (const key of rows) await client.query(`alter table ${key.table} drop constraint ${key.name}`);
  return async () => {
    for (const key of rows)
      await client.query(`alter table ${key.table} add constraint ${key.name} ${key.definition}`);
  };
};

/**
 * Inserts events of people outside the workload, ten per stream. Their times are one millisecond apart, from the start of 2026
 * (1767225600000 ms after the start of 1970) on. Each event has an idempotency key that begins with its time. The current time is
 * recorded for all these keys, so none is older than the 30 days for which answers are kept. The tables get their primary keys and unique
 * constraints after the rows, so the pages of the indexes are fuller than those of a log that has grown.
 */
const insertEvents = async (url: string, events: number) => {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`set maintenance_work_mem = '1GB'`);
  const createKeys = [await dropKeys(client, 'log.events'), await dropKeys(client, 'log.commands')];
  const batchSize = 100_000;
  for (let before = 0; before < events; before += batchSize) {
    const values = [before + 1, Math.min(before + batchSize, events)];
    await client.query(
      `insert into log.events (position, recorded_at, version, schema_version, command_id, stream, type, data, metadata)
       select position, timestamptz '2026-01-01' + position * interval '1 millisecond', (position - 1) % 10 + 1, 1, gen_random_uuid(),
         'user-' || md5('other ' || (position - 1) / 10)::uuid, 'UserProfileEdited',
         json_build_object('name', null, 'imageUrl', null, 'padding', repeat(md5(position::text), 8)),
         json_build_object('actor', json_build_object('id', md5(position::text)::uuid, 'role', 'Student'), 'correlationId', position)
       from generate_series($1::bigint, $2::bigint) as position`,
      values,
    );
    await client.query(
      `insert into log.commands (recorded_at, position, command_id, status, key, body_hash, answer)
       select now(), position, gen_random_uuid(), 200,
         lpad(to_hex(1767225600000 + position), 12, '0') || '-' || encode(sha256(position::text::bytea), 'base64'), md5(position::text),
         '{"acknowledged":true}'
       from generate_series($1::bigint, $2::bigint) as position`,
      values,
    );
  }
  for (const create of createKeys) await create();
  await client.query('vacuum (analyze) log.events, log.commands');
  await client.end();
};

export const largeLog: Scenario = {
  name: 'large-log',
  title: 'Appends with 64 in flight, to a log that already contains many events and idempotency keys',
  run: async (context) => {
    const { kinds, preset, server, print } = context;
    const lyceumWithEvents: StoreKind = {
      name: 'loaded',
      open: async (url, inFlight) => {
        const empty = await kinds.lyceum.open(url, inFlight);
        await empty.close();
        print(`inserting ${preset.largeLogEvents} events`);
        await insertEvents(url, preset.largeLogEvents);
        const store = await openLyceum(url);
        await store.sealAll();
        return { ...store, verify: (expectedEvents) => store.verify(preset.largeLogEvents + expectedEvents) };
      },
    };
    const fresh = { name: 'fresh log', kind: kinds.lyceum, inFlight: 64 };
    const large = {
      name: `log of ${preset.largeLogEvents / 1e6} million`,
      kind: lyceumWithEvents,
      inFlight: 64,
    };
    const rates = await measureInRounds(context, server, [large, fresh]);
    const value = (rates.get(large.name) ?? Number.NaN) / (rates.get(fresh.name) ?? Number.NaN);
    return {
      rows: [{ label: '64 in flight', figures: Object.fromEntries(rates) }],
      measuredValues: [
        {
          label: `64 in flight with ${preset.largeLogEvents / 1e6} million events, relative to a fresh log`,
          value,
          floor: 0.7,
        },
      ],
    };
  },
};
