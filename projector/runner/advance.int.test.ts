import { expect, test } from 'vitest';
import { courseStream } from '#events/catalogue/course.ts';
import { userStream } from '#events/catalogue/user.ts';
import { tablesIn } from '../projection/tables.ts';
import { projections } from '../projections.ts';
import { everyModelAt, projectorDatabase, snapshot } from '../testing/projector-database.ts';
import { courseFacts, recorded, testId } from '../testing/recorded-events.ts';
import { personRegistered, schoolHistory } from '../testing/school.ts';
import { advance } from './advance.ts';
import { SupersededError } from './checkpoints.ts';

const events = schoolHistory(40);
const whole = { from: 0, to: events.length, events };

test('pages of any size give the same rows as one page', async () => {
  await using one = await projectorDatabase();
  await using many = await projectorDatabase();
  const atOnce = await one.open();
  await advance(atOnce.db, projections, whole);
  const bit = await many.open();
  for (let from = 0; from < events.length; from += 3) {
    const page = events.slice(from, from + 3);
    await advance(bit.db, projections, { from, to: from + page.length, events: page });
  }
  const expected = await snapshot(atOnce);
  expect(expected.courses).toHaveLength(40);
  expect(expected.users.length).toBeGreaterThan(30);
  expect(expected.users.some((user) => user.id === testId(1_000_000 + 11))).toBe(false);
  expect(await snapshot(bit)).toEqual(expected);
});

test('a page that is applied twice changes nothing the second time', async () => {
  await using database = await projectorDatabase();
  const writer = await database.open();
  const page = events.slice(0, 60);
  const applyAll = () =>
    writer.db.transaction().execute(async (transaction) => {
      for (const projection of projections)
        await projection.apply(
          page.filter((event) => projection.eventTypes.has(event.type)),
          tablesIn(transaction),
        );
    });
  await applyAll();
  const once = await snapshot(writer);
  expect(once.courses.length).toBeGreaterThan(0);
  await applyAll();
  expect(await snapshot(writer)).toEqual(once);
});

test('checkpoints move by compare-and-set: from elsewhere nothing happens', async () => {
  await using database = await projectorDatabase();
  const writer = await database.open();
  await advance(writer.db, projections, { from: 0, to: 10, events: events.slice(0, 10) });
  const before = await snapshot(writer);
  await expect(
    advance(writer.db, projections, { from: 0, to: 20, events: events.slice(0, 20) }),
  ).rejects.toThrow(SupersededError);
  expect(await snapshot(writer)).toEqual(before);
});

test('a connection that is lost in the middle leaves rows and checkpoint as they were', async () => {
  await using database = await projectorDatabase();
  const writer = await database.open();
  await advance(writer.db, projections, { from: 0, to: 10, events: events.slice(0, 10) });
  const before = await snapshot(writer);
  const last = projections.at(-1);
  if (!last) throw new Error('there are projections');
  const dying = {
    ...last,
    apply: async (...given: Parameters<typeof last.apply>) => {
      expect(given[0]).not.toEqual([]);
      await last.apply(...given);
      await database.kill(writer);
      await last.apply(...given);
    },
  };
  const rest = { from: 10, to: events.length, events: events.slice(10) };
  await expect(advance(writer.db, [...projections.slice(0, -1), dying], rest)).rejects.toThrow(
    /connection|ECONNRESET/i,
  );
  const again = await database.open();
  expect(await snapshot(again)).toEqual(before);
  await advance(again.db, projections, rest);
  await using other = await projectorDatabase();
  const straight = await other.open();
  await advance(straight.db, projections, whole);
  expect(await snapshot(again)).toEqual(await snapshot(straight));
});

test('an event that cannot be projected parks its stream; the others go on, in order', async () => {
  await using database = await projectorDatabase();
  const writer = await database.open();
  const [good, bad, alsoBad] = [1, 2, 3].map((number) => courseStream(testId(number)));
  const edit = { type: 'CourseEdited', data: { changes: { price: 1 } } } as const;
  const add = { type: 'CourseAdded', data: courseFacts() } as const;
  const page = recorded([
    [good ?? '', add],
    [bad ?? '', edit],
    [good ?? '', edit],
    [bad ?? '', add],
    [alsoBad ?? '', add],
    [alsoBad ?? '', { ...edit, data: { changes: { price: Number.NaN } } }],
    [good ?? '', { type: 'CourseRemoved', data: {} }],
    [alsoBad ?? '', { type: 'CourseRemoved', data: {} }],
  ]);
  const parked = await advance(writer.db, projections, { from: 0, to: 6, events: page.slice(0, 6) });
  expect(parked.map(({ stream, position }) => [stream, position])).toEqual([
    [bad, 2],
    [alsoBad, 6],
  ]);
  await advance(writer.db, projections, { from: 6, to: 8, events: page.slice(6) });
  const { courses, parked: waiting, stand } = await snapshot(writer);
  expect(courses.map(({ id, price, withdrawn, position }) => [id, price, withdrawn, position])).toEqual([
    [testId(1), 1, true, 7],
    [testId(3), 120.5, false, 5],
  ]);
  expect(waiting.map(({ stream, position, version }) => [stream, position, version])).toEqual([
    [bad, 2, 1],
    [alsoBad, 6, 2],
  ]);
  expect(stand).toEqual(everyModelAt(8));
});

test('a removal does not wait behind an event that cannot be projected: the person is gone at once', async () => {
  await using database = await projectorDatabase();
  const writer = await database.open();
  const [first, second] = [userStream(testId(1)), userStream(testId(2))];
  const profile = { type: 'UserProfileEdited', data: { name: 'New', imageUrl: '/new.svg' } } as const;
  const removed = { type: 'UserRemoved', data: {} } as const;
  const page = recorded([
    [first, personRegistered(1)],
    [second, personRegistered(2)],
    [first, profile],
    [first, removed],
    [second, profile],
    [second, removed],
  ]);
  // The history holds ids alone: it erases nothing, and may wait.
  const holding = projections.filter(({ model }) => model !== 'audit');
  const broken = holding.map((projection) => ({
    ...projection,
    apply: async (...given: Parameters<typeof projection.apply>) => {
      if (given[0].some((event) => event.type === 'UserProfileEdited')) throw new Error('a mistake');
      await projection.apply(...given);
    },
  }));
  await advance(writer.db, broken, { from: 0, to: 3, events: page.slice(0, 3) });
  expect((await snapshot(writer)).parked).toMatchObject([{ stream: first }]);
  expect((await snapshot(writer)).users).toHaveLength(2);
  expect(await advance(writer.db, broken, { from: 3, to: 6, events: page.slice(3) })).toEqual([]);
  const { users, parked } = await snapshot(writer);
  expect(users).toEqual([]);
  expect(parked).toEqual([]);
});
