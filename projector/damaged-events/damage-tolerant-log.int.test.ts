import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { courseStream } from '#events/catalogue/streams/course.ts';
import { userStream } from '#events/catalogue/streams/user.ts';
import { appendRequest, courseAdded, userRegistered } from '#events/testing/test-log.ts';
import { lowestCheckpoint, openProjectorTestLog } from '../testing/projector-on-log.ts';
import { testId } from '../testing/recorded-events.ts';

const waitOptions = { timeout: 90_000, interval: 25 };

test('parks only the stream of a damaged event and projects everything else', async () => {
  await using log = await openProjectorTestLog();
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
  // Damages some characters of an encrypted field, which no service is allowed to do.
  await sql`set session_replication_role = 'replica'`.execute(log.db);
  await sql`update log.events set data = regexp_replace(data::text, '"box" *: *"(....)', '"box":"\\1AAAA')::json where position = 12`.execute(
    log.db,
  );
  await log.start().ready();
  await vi.waitFor(async () => expect(await lowestCheckpoint(log)).toBe(30), waitOptions);
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
  await vi.waitFor(async () => expect(await lowestCheckpoint(log)).toBe(31), waitOptions);
});
