import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { courseStream } from '#events/catalogue/streams/course.ts';
import { noteStream } from '#events/catalogue/streams/note.ts';
import { userStream } from '#events/catalogue/streams/user.ts';
import type { RecordedEvent } from '#events/log/log.ts';
import { createDamagedEvent } from '../damaged-events/damaged-event.ts';
import { projections } from '../models/projections.ts';
import { advance } from '../runner/advance.ts';
import { createMemoryLog } from '../testing/memory-log.ts';
import { openProjectorDatabase, snapshot } from '../testing/projector-database.ts';
import { createCourseFields, recorded, testId } from '../testing/recorded-events.ts';
import { schoolHistory } from '../testing/school-history.ts';
import { type RebuildOptions, rebuild } from './rebuild.ts';

const signal = new AbortController().signal;

/** Projects events as the leader does, truncates all tables, rebuilds them, and returns the tables before and after. */
const projectAndRebuild = async (events: readonly RecordedEvent[], options: Partial<RebuildOptions> = {}) => {
  const database = await openProjectorDatabase();
  const writer = await database.open();
  await advance(writer.db, projections, { after: 0, to: events.length, events });
  const current = await snapshot(writer);
  for (const { name } of projections.flatMap(({ tables }) => tables))
    await sql`truncate ${sql.id('read', name)}`.execute(writer.db);
  const slowBuilds: string[] = [];
  await rebuild({
    ...{ projections, openWriter: database.open, reader: createMemoryLog(events), signal },
    onSlowBuild: (model, error) => slowBuilds.push(`${model}: ${error.message}`),
    ...options,
  });
  return { current, rebuilt: await snapshot(writer), slowBuilds };
};

const withoutAttempts = ({ parked, ...rest }: Awaited<ReturnType<typeof snapshot>>) => ({
  ...rest,
  parked: parked.map(({ attempts: _, ...stream }) => stream),
});

test.each([
  ['everything fits into memory', {}],
  ['few rows fit into memory', { pageSize: 7, buffering: { maxRows: 4, appendBatchRows: 3 } }],
  ['each page has one event', { pageSize: 1, buffering: { maxRows: 1, appendBatchRows: 1 } }],
])('builds the same rows as the leader if %s', async (_, options) => {
  const { current, rebuilt, slowBuilds } = await projectAndRebuild(schoolHistory(60), options);
  expect(current.users.length).toBeGreaterThan(45);
  expect(current.certificates.some(({ withdrawn }) => withdrawn)).toBe(true);
  expect(rebuilt).toEqual(current);
  expect(slowBuilds).toEqual([]);
});

test('treats events after the removal of their user as the leader does', async () => {
  const [removedId, otherId] = [testId(1), testId(2)];
  const ids = { userId: removedId, courseId: testId(9) };
  const details = { enrolmentId: testId(8), courseCalledBy: 'enrolment', module: 1, second: 1 } as const;
  const registration = schoolHistory(1).find(({ type }) => type === 'UserRegistered');
  if (registration?.type !== 'UserRegistered') throw new Error('expected a registration');
  const noted = (text: string) => ({ type: 'NoteTaken', data: { ...ids, ...details, text } }) as const;
  const events = recorded([
    [userStream(removedId), registration],
    [userStream(otherId), registration],
    [noteStream(testId(31)), noted('before the removal')],
    [userStream(removedId), { type: 'UserRemoved', data: {} }],
    [noteStream(testId(31)), { type: 'NoteRemoved', data: { userId: removedId } }],
    [noteStream(testId(32)), noted('after the removal')],
  ]);
  for (const options of [{}, { pageSize: 1, buffering: { maxRows: 1, appendBatchRows: 1 } }]) {
    const { current, rebuilt, slowBuilds } = await projectAndRebuild(events, options);
    expect(current.notes.map(({ id }) => id)).toEqual([testId(32)]);
    expect(rebuilt).toEqual(current);
    expect(slowBuilds).toEqual([]);
  }
});

test.each([
  ['everything fits into memory', {}],
  ['few rows fit into memory', { pageSize: 7, buffering: { maxRows: 4, appendBatchRows: 3 } }],
])(
  'builds a model with failing events page by page and parks the same streams as the leader if %s',
  async (_, options) => {
    const school = schoolHistory(40);
    const damaged = school.find(({ type }) => type === 'NoteTaken');
    const events: RecordedEvent[] = [
      ...school.map((event) => (event === damaged ? createDamagedEvent(event, 'damaged') : event)),
      ...recorded(
        [
          [courseStream(testId(998)), { type: 'CourseEdited', data: { changes: { price: 1 } } }],
          // Folding succeeds, but the table rejects the row.
          [
            courseStream(testId(999)),
            { type: 'CourseAdded', data: createCourseFields({ price: Number.NaN }) },
          ],
        ],
        school.length + 1,
      ),
    ];
    const { current, rebuilt, slowBuilds } = await projectAndRebuild(events, options);
    expect(current.parked.map(({ model, stream }) => [model, stream])).toEqual(
      expect.arrayContaining([
        ['courses', courseStream(testId(998))],
        ['courses', courseStream(testId(999))],
        ['notes', damaged?.stream],
      ]),
    );
    expect(withoutAttempts(rebuilt)).toEqual(withoutAttempts(current));
    expect(slowBuilds).toHaveLength(new Set(current.parked.map(({ model }) => model)).size);
  },
);

test('reads only the events that the model handles', async () => {
  const events = schoolHistory(30);
  const log = createMemoryLog(events);
  const readTypes = new Set<string>();
  const [courses] = projections;
  if (!courses) throw new Error('expected projections');
  const { current, rebuilt } = await projectAndRebuild(events, {
    projections: [courses],
    reader: {
      head: log.head,
      readPage: async (after, limit, types) => {
        const page = await log.readPage(after, limit, types);
        for (const { type } of page.events) readTypes.add(type);
        return page;
      },
    },
  });
  expect(rebuilt.courses).toEqual(current.courses);
  expect([...readTypes].sort()).toEqual([...courses.eventTypes].sort());
});
