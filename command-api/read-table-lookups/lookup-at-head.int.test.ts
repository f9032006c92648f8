import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { appendRequest, courseAdded, openTestLog, userRegistered } from '#events/testing/test-log.ts';
import { openPool } from '#platform/postgres/pool.ts';
import { afterTests } from '#platform/testing/close-after-tests.ts';
import { createLookupAtHead } from './lookup-at-head.ts';
import { createReadDatabase } from './read-database.ts';

test('waits for events that may change the read model, and not for events that it ignores', async () => {
  const log = await openTestLog();
  const append = (stream: string, event: ReturnType<typeof courseAdded>) =>
    log.appender.append(appendRequest({ writes: [{ stream, expectedVersion: 0, events: [event] }] }));
  const lookup = createLookupAtHead(createReadDatabase(log.pool), log.reader);
  const findCourse = () =>
    lookup(['courses'], (database) => database.selectFrom('read.courses').select('id').executeTakeFirst());

  await append('course-1', courseAdded('Optics'));
  await log.pool.query("update read.checkpoints set position = 1 where model = 'courses'");
  await append(`user-${randomUUID()}`, userRegistered('sam'));
  await log.pool.query("insert into read.ignored_events values ('courses', '{UserRegistered}')");
  expect(await findCourse()).toBeNull();

  await append('course-2', courseAdded('Acoustics'));
  await expect(findCourse()).rejects.toMatchObject({ code: 'unavailable' });
});

test('prepares its check only once, whatever the head is', async () => {
  const log = await openTestLog();
  const pool = openPool({ connectionString: log.url, maxConnections: 1 });
  afterTests(() => pool.end());
  const lookup = createLookupAtHead(createReadDatabase(pool), log.reader);
  const findCourse = () =>
    lookup(['courses'], (database) => database.selectFrom('read.courses').select('id').executeTakeFirst());
  for (const stream of ['course-1', 'course-2']) {
    await log.appender.append(
      appendRequest({ writes: [{ stream, expectedVersion: 0, events: [courseAdded('Optics')] }] }),
    );
    await log.pool.query("update read.checkpoints set position = $1 where model = 'courses'", [
      await log.reader.head(),
    ]);
    expect(await findCourse()).toBeNull();
  }
  const { rows } = await pool.query(
    "select from pg_prepared_statements where statement like '%current_up_to >= %'",
  );
  expect(rows).toHaveLength(1);
});
