import { expect, test } from 'vitest';
import { courseStream } from '#events/catalogue/streams/course.ts';
import { userStream } from '#events/catalogue/streams/user.ts';
import { projections } from '../models/projections.ts';
import { SupersededError } from '../projection/checkpoints.ts';
import { createDatabaseTables } from '../projection/database-tables.ts';
import { createBuggyProjection } from '../testing/buggy-projection.ts';
import {
  checkpointsAt,
  openProjectorDatabase,
  snapshot,
  snapshotAfter,
} from '../testing/projector-database.ts';
import { createCourseFields, recorded, testId } from '../testing/recorded-events.ts';
import { schoolHistory, schoolUserId, userRegistration } from '../testing/school-history.ts';
import { advance } from './advance.ts';

const events = schoolHistory(40);
const wholeLog = { after: 0, to: events.length, events };

test('creates the same rows whatever the page size', async () => {
  const onePageDatabase = await openProjectorDatabase();
  const manyPagesDatabase = await openProjectorDatabase();
  const onePage = await onePageDatabase.open();
  await advance(onePage.db, projections, wholeLog);
  const manyPages = await manyPagesDatabase.open();
  for (let after = 0; after < events.length; after += 3) {
    const page = events.slice(after, after + 3);
    await advance(manyPages.db, projections, { after, to: after + page.length, events: page });
  }
  const expected = await snapshot(onePage);
  expect(expected.courses).toHaveLength(40);
  expect(expected.users.length).toBeGreaterThan(30);
  expect(expected.users.some((user) => user.id === schoolUserId(11))).toBe(false);
  expect(await snapshot(manyPages)).toEqual(expected);
});

test('changes nothing when a page is applied twice', async () => {
  const database = await openProjectorDatabase();
  const writer = await database.open();
  const page = events.slice(0, 60);
  const applyAll = () =>
    writer.db.transaction().execute(async (transaction) => {
      for (const projection of projections)
        await projection.apply(
          page.filter((event) => projection.eventTypes.has(event.type)),
          createDatabaseTables(transaction),
        );
    });
  await applyAll();
  const appliedOnce = await snapshot(writer);
  expect(appliedOnce.courses.length).toBeGreaterThan(0);
  await applyAll();
  expect(await snapshot(writer)).toEqual(appliedOnce);
});

test('changes nothing if the checkpoints are not at the start of the range', async () => {
  const database = await openProjectorDatabase();
  const writer = await database.open();
  await advance(writer.db, projections, { after: 0, to: 10, events: events.slice(0, 10) });
  const before = await snapshot(writer);
  await expect(
    advance(writer.db, projections, { after: 0, to: 20, events: events.slice(0, 20) }),
  ).rejects.toThrow(SupersededError);
  expect(await snapshot(writer)).toEqual(before);
});

test('keeps rows and checkpoints unchanged when the connection is lost, and can continue', async () => {
  const database = await openProjectorDatabase();
  const writer = await database.open();
  await advance(writer.db, projections, { after: 0, to: 10, events: events.slice(0, 10) });
  const before = await snapshot(writer);
  const last = projections.at(-1);
  if (!last) throw new Error('expected projections');
  const projectionThatLosesConnection = {
    ...last,
    apply: async (...parameters: Parameters<typeof last.apply>) => {
      expect(parameters[0]).not.toEqual([]);
      await last.apply(...parameters);
      await database.kill(writer);
      await last.apply(...parameters);
    },
  };
  const rest = { after: 10, to: events.length, events: events.slice(10) };
  await expect(
    advance(writer.db, [...projections.slice(0, -1), projectionThatLosesConnection], rest),
  ).rejects.toThrow(/connection|ECONNRESET|EPIPE/i);
  const reopened = await database.open();
  expect(await snapshot(reopened)).toEqual(before);
  await advance(reopened.db, projections, rest);
  expect(await snapshot(reopened)).toEqual(await snapshotAfter(projections, events));
});

test('parks the stream of a failing event and applies the others in order', async () => {
  const database = await openProjectorDatabase();
  const writer = await database.open();
  const [good, failing, otherFailing] = [1, 2, 3].map((number) => courseStream(testId(number)));
  const edit = { type: 'CourseEdited', data: { changes: { price: 1 } } } as const;
  const add = { type: 'CourseAdded', data: createCourseFields() } as const;
  const page = recorded([
    [good ?? '', add],
    [failing ?? '', edit],
    [good ?? '', edit],
    [failing ?? '', add],
    [otherFailing ?? '', add],
    [otherFailing ?? '', { ...edit, data: { changes: { price: Number.NaN } } }],
    [good ?? '', { type: 'CourseRemoved', data: {} }],
    [otherFailing ?? '', { type: 'CourseRemoved', data: {} }],
  ]);
  const parked = await advance(writer.db, projections, { after: 0, to: 6, events: page.slice(0, 6) });
  expect(parked.map(({ stream, position }) => [stream, position])).toEqual([
    [failing, 2],
    [otherFailing, 6],
  ]);
  await advance(writer.db, projections, { after: 6, to: 8, events: page.slice(6) });
  const { courses, parked: allParked, checkpoints } = await snapshot(writer);
  expect(courses.map(({ id, price, withdrawn, position }) => [id, price, withdrawn, position])).toEqual([
    [testId(1), 1, true, 7],
    [testId(3), 120.5, false, 5],
  ]);
  expect(allParked.map(({ stream, position, version }) => [stream, position, version])).toEqual([
    [failing, 2, 1],
    [otherFailing, 6, 2],
  ]);
  expect(checkpoints).toEqual(checkpointsAt(8));
});

test("applies a removal at once even if the user's stream is parked", async () => {
  const database = await openProjectorDatabase();
  const writer = await database.open();
  const [first, second] = [userStream(testId(1)), userStream(testId(2))];
  const profile = { type: 'UserProfileEdited', data: { name: 'New', imageUrl: '/new.svg' } } as const;
  const removed = { type: 'UserRemoved', data: {} } as const;
  const page = recorded([
    [first, userRegistration(1)],
    [second, userRegistration(2)],
    [first, profile],
    [first, removed],
    [second, profile],
    [second, removed],
  ]);
  // The audit model contains only ids. It erases nothing, so its streams may stay parked.
  const erasing = projections.filter(({ model }) => model !== 'audit');
  const buggy = erasing.map((projection) =>
    createBuggyProjection(projection, ({ type }) => type === 'UserProfileEdited'),
  );
  await advance(writer.db, buggy, { after: 0, to: 3, events: page.slice(0, 3) });
  expect((await snapshot(writer)).parked).toMatchObject([{ stream: first }]);
  expect((await snapshot(writer)).users).toHaveLength(2);
  expect(await advance(writer.db, buggy, { after: 3, to: 6, events: page.slice(3) })).toEqual([]);
  const { users, parked } = await snapshot(writer);
  expect(users).toEqual([]);
  expect(parked).toEqual([]);
});
