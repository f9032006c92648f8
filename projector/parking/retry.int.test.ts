import { Client } from 'pg';
import { expect, test } from 'vitest';
import { courseStream } from '#events/catalogue/course.ts';
import { checkpointChannel } from '#platform/read-tables/checkpoints.ts';
import type { Projection } from '../projection/projection.ts';
import { projections } from '../projections.ts';
import { advance } from '../runner/advance.ts';
import { memoryLog } from '../testing/memory-log.ts';
import { projectorDatabase, snapshot } from '../testing/projector-database.ts';
import { recorded, testId } from '../testing/recorded-events.ts';
import { schoolHistory } from '../testing/school.ts';
import { retryParked } from './retry.ts';

const [courses, users] = projections;
if (!courses || !users) throw new Error('there are two projections');

/** The same model with a mistake in it: it cannot take an edit of one course. */
const broken: Projection = {
  ...courses,
  async apply(page, tables) {
    if (page.some((event) => event.type === 'CourseEdited' && event.stream === courseStream(testId(3))))
      throw new Error('a mistake in the code');
    await courses.apply(page, tables);
  },
};

test('once the mistake is mended a retry takes the stream in, in order, as if it had never waited', async () => {
  await using database = await projectorDatabase();
  const writer = await database.open();
  const events = schoolHistory(30);
  const log = memoryLog(events);
  const half = Math.floor(events.length / 2);
  await advance(writer.db, [broken, users], { from: 0, to: half, events: events.slice(0, half) });
  await advance(writer.db, [broken, users], { from: half, to: events.length, events: events.slice(half) });
  const waiting = (await snapshot(writer)).parked;
  expect(waiting.map(({ model, stream }) => [model, stream])).toEqual([['courses', courseStream(testId(3))]]);

  const still = await retryParked(writer.db, broken, log);
  expect(still.waiting).toMatchObject([{ stream: courseStream(testId(3)), error: 'a mistake in the code' }]);
  expect((await snapshot(writer)).parked).toMatchObject([{ attempts: 2, position: waiting[0]?.position }]);

  const listener = new Client({ connectionString: database.url });
  await listener.connect();
  await listener.query(`listen ${checkpointChannel}`);
  const heard: unknown[] = [];
  listener.on('notification', ({ payload }) => heard.push(JSON.parse(payload ?? '')));
  expect(await retryParked(writer.db, courses, log)).toEqual({
    freed: [courseStream(testId(3))],
    waiting: [],
  });
  await expect.poll(() => heard).toMatchObject([{ courses: { position: events.length, epoch: 2 } }]);
  await listener.end();

  await using other = await projectorDatabase();
  const straight = await other.open();
  await advance(straight.db, [courses, users], { from: 0, to: events.length, events });
  expect(await snapshot(writer)).toEqual(await snapshot(straight));
});

test('a retry takes in what lies before the next event that cannot be projected, and waits there', async () => {
  await using database = await projectorDatabase();
  const writer = await database.open();
  const stream = courseStream(testId(3));
  const events = recorded([
    ...schoolHistory(4)
      .filter((event) => event.type === 'CourseAdded')
      .map((event) => [event.stream, event] as const),
    [stream, { type: 'CourseEdited', data: { changes: { name: 'New' } } }],
    [stream, { type: 'CourseRemoved', data: {} }],
  ]);
  await advance(writer.db, [broken, users], { from: 0, to: events.length, events });
  const cannotRemove: Projection = {
    ...courses,
    async apply(page, tables) {
      if (page.some((event) => event.type === 'CourseRemoved')) throw new Error('another mistake');
      await courses.apply(page, tables);
    },
  };
  await retryParked(writer.db, cannotRemove, memoryLog(events));
  const { courses: rows, parked } = await snapshot(writer);
  expect(rows.find((row) => row.id === testId(3))).toMatchObject({ name: 'New', withdrawn: false });
  expect(parked).toMatchObject([{ stream, position: events.length, version: 3 }]);
});
