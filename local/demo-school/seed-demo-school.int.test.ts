import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { afterTests } from '#platform/testing/close-after-tests.ts';
import { createTestDatabase } from '#platform/testing/test-database.ts';
import { seedDemoSchool } from './seed-demo-school.ts';
import { daysOfYear } from './year/demo-command.ts';
import { demoYearCommands } from './year/year.ts';

const database = await createTestDatabase();
const client = new Client({ connectionString: database.url });
afterTests(() => client.end());
await client.connect();
const masterKey = randomBytes(32);
const now = new Date();
const seed = () => seedDemoSchool({ databaseUrl: database.url, masterKey, now });

const queryNumber = async (sql: string): Promise<number> =>
  Number((await client.query(`select ${sql} as n`)).rows[0].n);
const countEvents = (condition: string) =>
  queryNumber(`(select count(*) from log.events where ${condition})`);

/** Starts seeding, and ends the connection in the middle of an append, as `kill -9` of the process would. */
const interruptSeeding = async () => {
  await client.query(
    `create function public.break_off() returns trigger language plpgsql as
       $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$;
     create trigger break_off after insert on log.events for each row when (new.position = 30)
       execute function public.break_off()`,
  );
  await expect(seed()).rejects.toThrow(/terminat/);
  await client.query('drop trigger break_off on log.events');
};

test('fills a log with a year that is marked as seeded, and continues where it was interrupted', async () => {
  await interruptSeeding();
  const eventsBefore = await countEvents('true');
  expect(eventsBefore).toBeGreaterThan(20);
  expect(eventsBefore).toBeLessThan(30);
  expect(await seed()).toBeGreaterThan(100);

  expect(await countEvents(`metadata ->> 'seeded' is distinct from 'true'`)).toBe(0);
  expect(await countEvents(`type = 'CourseAdded'`)).toBe(28);
  expect((await countEvents(`type = 'CourseRemoved'`)) - (await countEvents(`type = 'CourseRestored'`))).toBe(
    2,
  );
  expect(await countEvents(`type = 'UserRegistered'`)).toBe(53);
  expect(await countEvents(`type = 'UserRemoved'`)).toBe(2);
  // Twenty edits, and one for each of the three courses whose instructor joined later.
  expect(await countEvents(`type = 'CourseEdited'`)).toBe(23);
  // Students start, complete and leave courses.
  expect(await countEvents(`type = 'StudentEnrolled'`)).toBeGreaterThan(80);
  expect(await countEvents(`type = 'CourseBookmarked'`)).toBeGreaterThan(50);
  expect(await countEvents(`type = 'ModuleCompleted' and data ->> 'module' = '5'`)).toBeGreaterThan(20);
  expect(await countEvents(`type = 'CertificateIssued'`)).toBeGreaterThan(15);
  const yearOfIssueCondition = `data ->> 'number' like 'LYC-' || extract(year from recorded_at at time zone 'utc') || '-%'`;
  expect(await countEvents(`type = 'CertificateIssued' and not (${yearOfIssueCondition})`)).toBe(0);
  expect(await countEvents(`type = 'StudentLeft'`)).toBeGreaterThan(2);
  // Students take quizzes of both kinds. Some written quizzes are marked, and some await marks. Some quizzes were abandoned.
  const [started, finished] = [
    await countEvents(`type = 'QuizStarted'`),
    await countEvents(`type = 'QuizFinished'`),
  ];
  const written = await countEvents(`type = 'QuizStarted' and data ->> 'kind' = 'written'`);
  const marked = await countEvents(`type = 'QuizMarked'`);
  expect(started).toBeGreaterThan(finished + 3);
  expect(started - written).toBeGreaterThan(80);
  expect(marked).toBeGreaterThan(20);
  expect(written).toBeGreaterThan(marked + 5);
  expect(await countEvents(`type = 'NoteTaken'`)).toBeGreaterThan(40);
  expect(await countEvents(`type = 'ReviewSubmitted'`)).toBeGreaterThan(35);
  expect(await countEvents(`type = 'ReviewRestored'`)).toBe(1);
  const { rows } = await client.query<{ first: Date; last: Date }>(
    'select min(recorded_at) as first, max(recorded_at) as last from log.events',
  );
  const [times] = rows;
  expect(times?.first.getTime()).toBeLessThan(now.getTime() - (daysOfYear - 1) * 86_400_000);
  expect(times?.last.getTime()).toBeLessThanOrEqual(now.getTime());
});

test('writes nothing when a complete demo school is seeded again', async () => {
  const before = await countEvents('true');
  // Every command has a key, so the repetition of any part of the year writes nothing. The last 300 commands include most kinds.
  const commands = demoYearCommands().slice(-300);
  expect(await seedDemoSchool({ databaseUrl: database.url, masterKey, now, commands })).toBe(300);
  expect(await countEvents('true')).toBe(before);
});

test('does not touch a log that people have used', async () => {
  const other = await createTestDatabase();
  const user = new Client({ connectionString: other.url });
  await user.connect();
  await user.query(
    `insert into log.events (position, stream, version, type, schema_version, recorded_at, command_id, data, metadata)
     values (1, 'course-x', 1, 'CourseRemoved', 1, now(), gen_random_uuid(), '{}', '{"actor": null, "correlationId": "c"}')`,
  );
  expect(await seedDemoSchool({ databaseUrl: other.url, masterKey, now })).toBeNull();
  const { rows } = await user.query('select count(*)::integer as events from log.events');
  expect(rows).toEqual([{ events: 1 }]);
  await user.end();
});
