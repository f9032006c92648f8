import { expect, test, vi } from 'vitest';
import { enrolmentStream } from '#events/catalogue/enrolment.ts';
import { userStream } from '#events/catalogue/user.ts';
import { appendRequest, userRegistered } from '#events/testing/log.ts';
import { check } from '../check/check.ts';
import { openWriter, type Place } from '../connection/writer.ts';
import { retryParked } from '../parking/retry.ts';
import type { Projection } from '../projection/projection.ts';
import { rebuild } from '../rebuild/rebuild.ts';
import { advance } from '../runner/advance.ts';
import { collect } from '../testing/collect.ts';
import { memoryLog } from '../testing/memory-log.ts';
import { projectedLog, standOf } from '../testing/projected-log.ts';
import { projectorDatabase, snapshot } from '../testing/projector-database.ts';
import { recorded, testId } from '../testing/recorded-events.ts';
import { certificateIssued } from '../testing/school.ts';
import { certificates } from './certificates.ts';

const never = new AbortController().signal;
const [gone, stays] = [testId(1), testId(2)];
const streamOf = (person: string) => enrolmentStream(person.replace('4000', '4001'));
const issuedTo = (person: string, number: number) =>
  certificateIssued({ userId: person, courseId: testId(9) }, number);
const withdrawn = {
  ...{
    number: 'LYC-1',
    withdrawn: true,
    user_id: null,
    course_id: null,
    student_name: null,
    name_salt: null,
  },
  ...{ course_name: null, course_code: null, instructor: null, issued_at: null },
};
const valid = {
  ...{ number: 'LYC-2', withdrawn: false, user_id: stays, course_id: testId(9), student_name: 'Person 2' },
  ...{ name_salt: '5a'.repeat(32), course_name: 'Course 2', course_code: 'CSE', instructor: 'E. Codd' },
  issued_at: expect.any(Date),
};

test('of a removed person the number stays, withdrawn; a rebuild without their key makes the same', async () => {
  await using log = await projectedLog();
  for (const [person, number] of [
    [gone, 1],
    [stays, 2],
  ] as const)
    await log.appender.append(
      appendRequest({
        writes: [
          { stream: userStream(person), expectedVersion: 0, events: [userRegistered(`person${number}`)] },
          { stream: streamOf(person), expectedVersion: 0, events: [issuedTo(person, number)] },
        ],
      }),
    );
  log.start();
  await vi.waitFor(async () => expect(await standOf(log)).toBe(4), { timeout: 90_000, interval: 25 });
  const rows = () => log.db.selectFrom('certificates').selectAll().orderBy('number').execute();
  expect(await rows()).toMatchObject([
    { number: 'LYC-1', withdrawn: false, student_name: 'Person 1' },
    valid,
  ]);
  await log.appender.append(
    appendRequest({
      writes: [{ stream: userStream(gone), expectedVersion: 1, events: [{ type: 'UserRemoved', data: {} }] }],
      destroyKeysOf: [gone],
    }),
  );
  await vi.waitFor(async () => expect(await standOf(log)).toBe(5), { timeout: 90_000, interval: 25 });
  const after = await rows();
  expect(after).toMatchObject([withdrawn, valid]);
  const tool = {
    projections: [certificates],
    openWriter: (place: Place) =>
      openWriter({ connectionString: log.environment.DATABASE_URL, role: 'lyceum_projector', place }),
    reader: log.reader,
    signal: never,
  };
  expect(await collect(check(tool))).toMatchObject([{ rows: 2, differences: [] }]);
  await rebuild(tool);
  expect(await rows()).toEqual(after);
});

const history = recorded([
  [streamOf(gone), issuedTo(gone, 1)],
  [streamOf(stays), issuedTo(stays, 2)],
  [userStream(gone), { type: 'UserRemoved', data: {} }],
]);

test('the rows are the same however the events are paged', async () => {
  for (const ends of [[3], [1, 2, 3], [2, 3]]) {
    await using database = await projectorDatabase();
    const writer = await database.open();
    let from = 0;
    for (const to of ends) {
      await advance(writer.db, [certificates], { from, to, events: history.slice(from, to) });
      from = to;
    }
    expect((await snapshot(writer)).certificates).toMatchObject([withdrawn, valid]);
  }
});

test('a certificate that could not be projected before its person was removed is withdrawn when it can', async () => {
  const mistaken: Projection = {
    ...certificates,
    async apply(page, tables) {
      if (page.some((event) => event.stream === streamOf(gone))) throw new Error('a mistake in the code');
      await certificates.apply(page, tables);
    },
  };
  await using database = await projectorDatabase();
  const writer = await database.open();
  await advance(writer.db, [mistaken], { from: 0, to: 3, events: history });
  expect((await snapshot(writer)).certificates).toMatchObject([valid]);
  // By now the key is gone, so the name is read as nothing.
  const unnamed = history.map((event) =>
    event.type === 'CertificateIssued' && event.data.userId === gone
      ? { ...event, data: { ...event.data, studentName: null, nameSalt: null } }
      : event,
  );
  await retryParked(writer.db, certificates, memoryLog(unnamed));
  expect((await snapshot(writer)).certificates).toMatchObject([withdrawn, valid]);
});
