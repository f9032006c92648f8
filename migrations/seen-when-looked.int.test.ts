import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase } from '#platform/testing/database.ts';
import { listMigrations } from './migrate.ts';

const start = Date.parse('2026-03-05T08:00:00Z');
/** When the event at a position was recorded: one a minute, and each tenth with the one before it. */
const minute = (position: number) => start + (position - (position % 10 === 0 ? 1 : 0)) * 60_000;

test('who had looked after they came to a course is taken to have seen what it announced before', async () => {
  await using database = await createTestDatabase();
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query(
      `insert into log.events (position, recorded_at, version, schema_version, command_id, stream, type, data, metadata)
         select position, at, 1, 1, gen_random_uuid(), 'course-' || position, 'CourseRemoved', '{}', '{}'
         from unnest($1::bigint[], $2::timestamptz[]) as happened(position, at)`,
      [
        Array.from({ length: 100 }, (_, index) => index + 1),
        Array.from({ length: 100 }, (_, index) => new Date(minute(index + 1))),
      ],
    );
    // What was kept of a look, when that was, and where the log stood then.
    const looks = [
      // Announced at 50, enrolled at 80, looked after 90.
      { kept: 50, at: minute(91) - 1, seen: 90 },
      { kept: 50, at: minute(75), seen: 75 },
      { kept: 20, at: minute(30), seen: 30 },
      { kept: 100, at: minute(100) + 1, seen: 100 },
      { kept: 3, at: minute(100) + 86_400_000, seen: 100 },
      { kept: 0, at: start, seen: 0 },
      // A server's clock that was turned back between the two: nobody has seen less for it.
      { kept: 60, at: minute(40), seen: 60 },
    ].map((look) => ({ ...look, person: randomUUID() }));
    for (const { person, kept, at } of looks)
      await client.query('insert into state.announcements_seen values ($1, $2, $3)', [
        person,
        kept,
        new Date(at),
      ]);
    const lift = listMigrations().find(({ name }) => name.startsWith('0170-'))?.sql ?? '';
    // Lifted again it stays where it is.
    for (const _ of ['once', 'again']) {
      await client.query(lift);
      const { rows } = await client.query<{ user_id: string; position: number }>(
        'select user_id, position::float8 from state.announcements_seen',
      );
      const lifted = new Map(rows.map((row) => [row.user_id, row.position]));
      expect(looks.map(({ person }) => lifted.get(person))).toEqual(looks.map(({ seen }) => seen));
    }
  } finally {
    await client.end();
  }
});
