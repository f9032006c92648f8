import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase } from '#platform/testing/test-database.ts';
import { listMigrations } from './migrate.ts';

const start = Date.parse('2026-03-05T08:00:00Z');
/** Returns when the event at a position was recorded: one per minute, and every tenth at the same time as the one before. */
const recordedAtMs = (position: number) => {
  const minute = position % 10 === 0 ? position - 1 : position;
  return start + minute * 60_000;
};

test('migration 0170 raises stored positions to the head that the log had when the user looked, and lowers none', async () => {
  const database = await createTestDatabase();
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query(
      `insert into log.events (position, recorded_at, version, schema_version, command_id, stream, type, data, metadata)
         select position, at, 1, 1, gen_random_uuid(), 'course-' || position, 'CourseRemoved', '{}', '{}'
         from unnest($1::bigint[], $2::timestamptz[]) as happened(position, at)`,
      [
        Array.from({ length: 100 }, (_, index) => index + 1),
        Array.from({ length: 100 }, (_, index) => new Date(recordedAtMs(index + 1))),
      ],
    );
    // `storedPosition`: the position up to which a user had seen announcements; `at`: when they looked; `expected`: the
    // position after the migration.
    const looks = [
      // The announcement is at 50, and the user enrolled at 80 and looked after 90.
      { storedPosition: 50, at: recordedAtMs(91) - 1, expected: 90 },
      { storedPosition: 50, at: recordedAtMs(75), expected: 75 },
      { storedPosition: 20, at: recordedAtMs(30), expected: 30 },
      { storedPosition: 100, at: recordedAtMs(100) + 1, expected: 100 },
      { storedPosition: 3, at: recordedAtMs(100) + 86_400_000, expected: 100 },
      { storedPosition: 0, at: start, expected: 0 },
      // The server's clock had been turned back when the user looked. The stored position must not decrease.
      { storedPosition: 60, at: recordedAtMs(40), expected: 60 },
    ].map((look) => ({ ...look, person: randomUUID() }));
    for (const { person, storedPosition, at } of looks)
      await client.query('insert into state.announcements_seen values ($1, $2, $3)', [
        person,
        storedPosition,
        new Date(at),
      ]);
    const migration = listMigrations().find(({ name }) => name.startsWith('0170-'))?.sql ?? '';
    // Applying it again changes nothing.
    for (const time of ['first', 'second']) {
      await client.query(migration);
      const { rows } = await client.query<{ user_id: string; position: number }>(
        'select user_id, position::float8 from state.announcements_seen',
      );
      const migrated = new Map(rows.map((row) => [row.user_id, row.position]));
      const positions = looks.map(({ person }) => migrated.get(person));
      expect(positions, `the ${time} time`).toEqual(looks.map(({ expected }) => expected));
    }
  } finally {
    await client.end();
  }
});
