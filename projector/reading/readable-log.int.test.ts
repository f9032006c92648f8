import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { courseStream } from '#events/catalogue/course.ts';
import { userStream } from '#events/catalogue/user.ts';
import { appendRequest, courseAdded, userRegistered } from '#events/testing/log.ts';
import { projectedLog, standOf } from '../testing/projected-log.ts';
import { testId } from '../testing/recorded-events.ts';

const patient = { timeout: 90_000, interval: 25 };

test('one damaged event parks its stream and nobody else; what follows is projected', async () => {
  await using log = await projectedLog();
  for (let number = 0; number < 30; number += 1)
    await log.appender.append(
      appendRequest({
        writes: [
          number % 2 === 0
            ? { stream: courseStream(testId(number)), expectedVersion: 0, events: [courseAdded(`${number}`)] }
            : {
                stream: userStream(testId(number)),
                expectedVersion: 0,
                events: [userRegistered(`${number}`)],
              },
        ],
      }),
    );
  // As no service may: some characters of a box.
  await sql`set session_replication_role = 'replica'`.execute(log.db);
  await sql`update log.events set data = regexp_replace(data::text, '"box" *: *"(....)', '"box":"\\1AAAA')::json where position = 12`.execute(
    log.db,
  );
  await log.start().ready();
  await vi.waitFor(async () => expect(await standOf(log)).toBe(30), patient);
  const parked = await log.db.selectFrom('parked').select(['model', 'stream', 'position', 'error']).execute();
  expect(parked).toEqual([
    {
      model: 'users',
      stream: userStream(testId(11)),
      position: 12,
      error: 'The stored data of the event at position 12 is damaged and cannot be read.',
    },
  ]);
  expect(await log.db.selectFrom('users').select('id').execute()).toHaveLength(14);
  expect(await log.db.selectFrom('courses').select('id').execute()).toHaveLength(15);
  await log.appender.append(
    appendRequest({
      writes: [{ stream: courseStream(testId(99)), expectedVersion: 0, events: [courseAdded('after it')] }],
    }),
  );
  await vi.waitFor(async () => expect(await standOf(log)).toBe(31), patient);
});
