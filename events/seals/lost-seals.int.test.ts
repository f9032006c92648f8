import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openReplicatedDatabase } from '#platform/testing/replicated-database.ts';
import { appendRequest, courseAdded, openTestLog, type TestLog } from '../testing/test-log.ts';
import { createSealer } from './sealer.ts';
import { verify } from './verify/verify.ts';

const addCourses = async (log: TestLog, count: number) => {
  for (let index = 0; index < count; index += 1)
    await log.appender.append(
      appendRequest({
        writes: [{ stream: `course-${randomUUID()}`, expectedVersion: 0, events: [courseAdded('Optics')] }],
      }),
    );
};

test('goes on after the last seal that a failover has left', async () => {
  const database = await openReplicatedDatabase();
  const log = await openTestLog(database.url);
  const sealer = createSealer({ pool: log.pool, pageSize: 2 });
  await addCourses(log, 3);
  await sealer.sealUpTo();
  await database.waitForStandby();

  // Two more seals, which are lost with their events.
  database.stopStreaming();
  await addCourses(log, 4);
  await sealer.sealUpTo();
  expect(sealer.sealedUpTo).toBe(7);
  await database.stopPrimary();
  await database.promoteStandby();

  // The first append is a conflict, because its process does not know the new primary yet.
  await addCourses(log, 7);
  await sealer.sealUpTo();
  expect(await verify({ pool: log.pool })).toMatchObject({ failure: null, events: 9, unsealed: 0 });
});
