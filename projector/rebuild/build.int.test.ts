import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { courseStream } from '#events/catalogue/course.ts';
import { noteStream } from '#events/catalogue/note.ts';
import { userStream } from '#events/catalogue/user.ts';
import type { RecordedEvent } from '#events/log/log.ts';
import { projections } from '../projections.ts';
import { unreadableEvent } from '../reading/unreadable.ts';
import { advance } from '../runner/advance.ts';
import { memoryLog } from '../testing/memory-log.ts';
import { projectorDatabase, snapshot } from '../testing/projector-database.ts';
import { courseFacts, recorded, testId } from '../testing/recorded-events.ts';
import { schoolHistory } from '../testing/school.ts';
import { type RebuildOptions, rebuild } from './rebuild.ts';

const signal = new AbortController().signal;

/** Projects the events as the leader does, spoils every table, rebuilds, and says what became of it. */
const rebuilt = async (events: readonly RecordedEvent[], options: Partial<RebuildOptions> = {}) => {
  await using database = await projectorDatabase();
  const writer = await database.open();
  await advance(writer.db, projections, { from: 0, to: events.length, events });
  const live = await snapshot(writer);
  for (const { name } of projections.flatMap(({ tables }) => tables))
    await sql`truncate ${sql.id('read', name)}`.execute(writer.db);
  const careful: string[] = [];
  await rebuild({
    ...{ projections, openWriter: database.open, reader: memoryLog(events), signal },
    onCareful: (model, because) => careful.push(`${model}: ${because.message}`),
    ...options,
  });
  return { live, now: await snapshot(writer), careful };
};

/** Without what a second attempt counts. */
const withoutAttempts = ({ parked, ...rest }: Awaited<ReturnType<typeof snapshot>>) => ({
  ...rest,
  parked: parked.map(({ attempts: _, ...one }) => one),
});

test.each([
  ['everything in memory', {}],
  ['pages of seven, and no room', { pageSize: 7, memory: { keep: 4, together: 3 } }],
  ['a page an event', { pageSize: 1, memory: { keep: 1, together: 1 } }],
])('rows that are built in memory are those that the leader makes: %s', async (_, options) => {
  const { live, now, careful } = await rebuilt(schoolHistory(90), options);
  expect(live.users.length).toBeGreaterThan(70);
  expect(live.certificates.some(({ withdrawn }) => withdrawn)).toBe(true);
  expect(now).toEqual(live);
  expect(careful).toEqual([]);
});

test('what happens to a removed person’s records after the removal is what the leader makes of it', async () => {
  const [gone, stays] = [testId(1), testId(2)];
  const whose = { userId: gone, courseId: testId(9) };
  const place = { enrolmentId: testId(8), courseCalledBy: 'enrolment', module: 1, second: 1 } as const;
  const person = schoolHistory(1).find(({ type }) => type === 'UserRegistered');
  if (person?.type !== 'UserRegistered') throw new Error('somebody registers in a school');
  const noted = (text: string) => ({ type: 'NoteTaken', data: { ...whose, ...place, text } }) as const;
  const events = recorded([
    [userStream(gone), person],
    [userStream(stays), person],
    [noteStream(testId(31)), noted('before')],
    [userStream(gone), { type: 'UserRemoved', data: {} }],
    [noteStream(testId(31)), { type: 'NoteRemoved', data: { userId: gone } }],
    [noteStream(testId(32)), noted('afterwards: nobody writes it, and it is there')],
  ]);
  for (const options of [{}, { pageSize: 1, memory: { keep: 1, together: 1 } }]) {
    const { live, now, careful } = await rebuilt(events, options);
    expect(live.notes.map(({ id }) => id)).toEqual([testId(32)]);
    expect(now).toEqual(live);
    expect(careful).toEqual([]);
  }
});

test.each([
  ['at the end', {}],
  ['while others are written', { pageSize: 7, memory: { keep: 4, together: 3 } }],
])(
  'a model of which something cannot be projected is built page by page, and parks what the leader parks: %s',
  async (_, options) => {
    const school = schoolHistory(40);
    const damaged = school.find(({ type }) => type === 'NoteTaken');
    const events: RecordedEvent[] = [
      ...school.map((event) => (event === damaged ? unreadableEvent(event, 'damaged') : event)),
      ...recorded(
        [
          [courseStream(testId(998)), { type: 'CourseEdited', data: { changes: { price: 1 } } }],
          // No mistake of the fold: the table itself refuses the row.
          [courseStream(testId(999)), { type: 'CourseAdded', data: courseFacts({ price: Number.NaN }) }],
        ],
        school.length + 1,
      ),
    ];
    const { live, now, careful } = await rebuilt(events, options);
    expect(live.parked.map(({ model, stream }) => [model, stream])).toEqual(
      expect.arrayContaining([
        ['courses', courseStream(testId(998))],
        ['courses', courseStream(testId(999))],
        ['notes', damaged?.stream],
      ]),
    );
    expect(withoutAttempts(now)).toEqual(withoutAttempts(live));
    expect(careful).toHaveLength(new Set(live.parked.map(({ model }) => model)).size);
  },
);

test('one model is built from its own events alone', async () => {
  const events = schoolHistory(30);
  const log = memoryLog(events);
  const asked = new Set<string>();
  const [courses] = projections;
  if (!courses) throw new Error('there are projections');
  const { live, now } = await rebuilt(events, {
    projections: [courses],
    reader: {
      head: log.head,
      readPage: async (after, limit, types) => {
        const page = await log.readPage(after, limit, types);
        for (const { type } of page.events) asked.add(type);
        return page;
      },
    },
  });
  expect(now.courses).toEqual(live.courses);
  expect([...asked].sort()).toEqual([...courses.eventTypes].sort());
});
