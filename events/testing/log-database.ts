import { Pool } from 'pg';
import { afterTests } from '#platform/testing/close-after-tests.ts';
import { createTestDatabase } from '#platform/testing/test-database.ts';

/**
 * Creates a database with `events` events in `streams` streams, inserted by a superuser, without an appender. Times are one
 * microsecond apart, and texts contain characters of one to four bytes. The pool is closed after the test, or after the tests of the file.
 */
export const openLogDatabase = async (events = 0, streams = 7) => {
  const database = await createTestDatabase();
  const pool = new Pool({ connectionString: database.url, max: 4 });
  afterTests(() => pool.end());
  const insertEvents = (count: number) =>
    pool.query(
      `insert into log.events (position, stream, version, type, schema_version, recorded_at, command_id, data, metadata)
       select position, 'note-' || position % $2, (position - 1) / $2 + 1, 'NoteWritten', 1 + position % 3,
         timestamptz '2026-01-01 00:00Z' + position * interval '1 microsecond', gen_random_uuid(),
         json_build_object('text', 'Größe € 😀 ' || position), json_build_object('correlationId', position)
       from (select generate_series(head + 1, head + $1) as position
         from (select coalesce(max(position), 0) as head from log.events) as last) as positions`,
      [count, streams],
    );
  if (events > 0) await insertEvents(events);
  return {
    url: database.url,
    pool,
    insertEvents,
    /** Changes the log as a superuser who has disabled the triggers that protect it. */
    forge: async (sql: string, values: unknown[] = []) => {
      const client = await pool.connect();
      try {
        await client.query("set session_replication_role = 'replica'");
        await client.query(sql, values);
      } finally {
        client.release(true);
      }
    },
  };
};
