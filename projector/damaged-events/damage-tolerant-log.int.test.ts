import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createArchive } from '#events/archive/archive.ts';
import { userStream } from '#events/catalogue/streams/user.ts';
import { openReader } from '#events/log/read/reader.ts';
import { createSealer } from '#events/seals/sealer.ts';
import { archiveEverything, createArchiveFolder } from '#events/testing/archived-log.ts';
import { afterTests } from '#platform/testing/close-after-tests.ts';
import { openProjectorTestLog, waitForPosition } from '../testing/projector-test-log.ts';
import { testId } from '../testing/recorded-events.ts';
import { addCourse, registerUser } from '../testing/test-log-events.ts';
import { createDamageTolerantLog } from './damage-tolerant-log.ts';

/** Opens a log with 15 courses and 15 users. An encrypted field of the event at position 12, a registration, is damaged. */
const openDamagedLog = async () => {
  const log = await openProjectorTestLog();
  for (let number = 0; number < 30; number += 1)
    await (number % 2 === 0 ? addCourse(log, number) : registerUser(log, number));
  // The roles of services are not allowed to do this.
  await sql`set session_replication_role = 'replica'`.execute(log.db);
  await sql`update log.events set data = regexp_replace(data::text, '"box" *: *"(....)', '"box":"\\1AAAA')::json where position = 12`.execute(
    log.db,
  );
  return log;
};

test('parks only the stream of a damaged event and projects everything else', async () => {
  const log = await openDamagedLog();
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

test('returns placeholders for damaged events that are archived', async () => {
  const log = await openDamagedLog();
  await createSealer({ pool: log.pool, pageSize: 5 }).sealUpTo();
  const { store } = createArchiveFolder();
  await archiveEverything(log.url, store, { eventsPerSegment: 10 });
  const archive = createArchive(store);
  const reader = openReader({ pool: log.pool, vault: log.vault, archive });
  afterTests(() => reader.close());
  const tolerant = createDamageTolerantLog(reader, log.pool, archive);
  const { events } = await tolerant.readPage(0, 30);
  expect(events.map(({ position }) => position)).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
  const stream = userStream(testId(11));
  for (const found of [events[11], (await tolerant.readStream(stream))[0]]) {
    expect(found).toMatchObject({ type: 'UserRegistered', position: 12, stream, version: 1 });
    expect(() => found?.data).toThrow('The stored data of the event at position 12 is damaged');
  }
});
