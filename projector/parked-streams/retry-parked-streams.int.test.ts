import { Client } from 'pg';
import { expect, test } from 'vitest';
import { courseStream } from '#events/catalogue/streams/course.ts';
import { checkpointChannel } from '#platform/read-tables/checkpoints.ts';
import { projections } from '../models/projections.ts';
import { advance } from '../runner/advance.ts';
import { createBuggyProjection } from '../testing/buggy-projection.ts';
import { createMemoryLog } from '../testing/memory-log.ts';
import { openProjectorDatabase, snapshot, snapshotAfter } from '../testing/projector-database.ts';
import { recorded, testId } from '../testing/recorded-events.ts';
import { schoolHistory } from '../testing/school-history.ts';
import { retryParkedStreams } from './retry-parked-streams.ts';

const [courses, users] = projections;
if (!courses || !users) throw new Error('expected two projections');

/** A projection that fails for edits of one course. */
const buggy = createBuggyProjection(
  courses,
  ({ type, stream }) => type === 'CourseEdited' && stream === courseStream(testId(3)),
);

test('recovers a stream once the bug is fixed, with the same rows as if it had never been parked', async () => {
  const database = await openProjectorDatabase();
  const writer = await database.open();
  const events = schoolHistory(30);
  const log = createMemoryLog(events);
  const half = Math.floor(events.length / 2);
  await advance(writer.db, [buggy, users], { after: 0, to: half, events: events.slice(0, half) });
  await advance(writer.db, [buggy, users], { after: half, to: events.length, events: events.slice(half) });
  const initiallyParked = (await snapshot(writer)).parked;
  expect(initiallyParked.map(({ model, stream }) => [model, stream])).toEqual([
    ['courses', courseStream(testId(3))],
  ]);

  const failedRetry = await retryParkedStreams(writer.db, buggy, log);
  expect(failedRetry.stillParked).toMatchObject([{ stream: courseStream(testId(3)), error: 'a bug' }]);
  expect((await snapshot(writer)).parked).toMatchObject([
    { attempts: 2, position: initiallyParked[0]?.position },
  ]);

  const listener = new Client({ connectionString: database.url });
  await listener.connect();
  await listener.query(`listen ${checkpointChannel}`);
  const notices: unknown[] = [];
  listener.on('notification', ({ payload }) => notices.push(JSON.parse(payload ?? '')));
  expect(await retryParkedStreams(writer.db, courses, log)).toEqual({
    recovered: [courseStream(testId(3))],
    stillParked: [],
  });
  await expect.poll(() => notices).toMatchObject([{ courses: { position: events.length, epoch: 2 } }]);
  await listener.end();

  expect(await snapshot(writer)).toEqual(await snapshotAfter([courses, users], events));
});

test('applies a stream up to the next failing event and parks it there', async () => {
  const database = await openProjectorDatabase();
  const writer = await database.open();
  const stream = courseStream(testId(3));
  const events = recorded([
    ...schoolHistory(4)
      .filter((event) => event.type === 'CourseAdded')
      .map((event) => [event.stream, event] as const),
    [stream, { type: 'CourseEdited', data: { changes: { name: 'New' } } }],
    [stream, { type: 'CourseRemoved', data: {} }],
  ]);
  await advance(writer.db, [buggy, users], { after: 0, to: events.length, events });
  const buggyRemoval = createBuggyProjection(courses, ({ type }) => type === 'CourseRemoved');
  await retryParkedStreams(writer.db, buggyRemoval, createMemoryLog(events));
  const { courses: rows, parked } = await snapshot(writer);
  expect(rows.find((row) => row.id === testId(3))).toMatchObject({ name: 'New', withdrawn: false });
  expect(parked).toMatchObject([{ stream, position: events.length, version: 3 }]);
});
