import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { userStream } from '#events/catalogue/streams/user.ts';
import { openProjectorTestLog, waitForPosition } from '../testing/projector-test-log.ts';
import { testId } from '../testing/recorded-events.ts';
import { addCourse, registerUser } from '../testing/test-log-events.ts';

test('parks only the stream of a damaged event and projects everything else', async () => {
  const log = await openProjectorTestLog();
  for (let number = 0; number < 30; number += 1)
    await (number % 2 === 0 ? addCourse(log, number) : registerUser(log, number));
  // Damages some characters of an encrypted field. The roles of services are not allowed to do that.
  await sql`set session_replication_role = 'replica'`.execute(log.db);
  await sql`update log.events set data = regexp_replace(data::text, '"box" *: *"(....)', '"box":"\\1AAAA')::json where position = 12`.execute(
    log.db,
  );
  await log.start().ready();
  await waitForPosition(log, 30);
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
  await addCourse(log, 99);
  await waitForPosition(log, 31);
});
