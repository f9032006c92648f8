import { Pool } from 'pg';
import { createTestDatabase } from '#platform/testing/test-database.ts';

/**
 * A database with a log of `events` events over `streams` streams, written as the owner without an appender: times a
 * microsecond apart, texts of several scripts, so that every column differs from row to row.
 */
export const openLogDatabase = async (events = 0, streams = 7) => {
  const database = await createTestDatabase();
  const pool = new Pool({ connectionString: database.url, max: 4 });
  const write = (count: number) =>
    pool.query(
      `insert into log.events (position, stream, version, type, schema_version, recorded_at, command_id, data, metadata)
       select place, 'note-' || place % $2, (place - 1) / $2 + 1, 'NoteWritten', 1 + place % 3,
         timestamptz '2026-01-01 00:00Z' + place * interval '1 microsecond', gen_random_uuid(),
         json_build_object('text', 'Größe € 😀 ' || place), json_build_object('correlationId', place)
       from (select generate_series(head + 1, head + $1) as place
         from (select coalesce(max(position), 0) as head from log.events) as last) as places`,
      [count, streams],
    );
  if (events > 0) await write(events);
  return {
    url: database.url,
    pool,
    write,
    /** Does what no service may: changes history, as a superuser who switches the guards off. */
    forge: async (sql: string, values: unknown[] = []) => {
      const client = await pool.connect();
      try {
        await client.query("set session_replication_role = 'replica'");
        await client.query(sql, values);
      } finally {
        client.release(true);
      }
    },
    [Symbol.asyncDispose]: async () => {
      await pool.end();
      await database[Symbol.asyncDispose]();
    },
  };
};
