import { expect, test } from 'vitest';
import { enrolmentStream } from '#events/catalogue/streams/enrolment.ts';
import { userStream } from '#events/catalogue/streams/user.ts';
import { appendRequest, userRegistered } from '#events/testing/test-log.ts';
import { checkModels } from '../check/check-models.ts';
import { openWriter, type ReadSchema } from '../connection/writer.ts';
import { retryParkedStreams } from '../parked-streams/retry-parked-streams.ts';
import { rebuild } from '../rebuild/rebuild.ts';
import { createBuggyProjection } from '../testing/buggy-projection.ts';
import { collect } from '../testing/collect.ts';
import { createMemoryLog } from '../testing/memory-log.ts';
import { advanceInPages, openProjectorDatabase, snapshot } from '../testing/projector-database.ts';
import { openProjectorTestLog, waitForPosition } from '../testing/projector-test-log.ts';
import { recorded, testId } from '../testing/recorded-events.ts';
import { certificateIssued } from '../testing/school-history.ts';
import { removeUser } from '../testing/test-log-events.ts';
import { certificates } from './certificates.ts';

const neverAborted = new AbortController().signal;
const [removedId, otherId] = [testId(1), testId(2)];
/** Returns the stream of the user's enrolment. The ids of the user and of the enrolment differ in one group of digits. */
const enrolmentStreamOf = (userId: string) => enrolmentStream(userId.replace('4000', '4001'));
const issuedTo = (userId: string, number: number) =>
  certificateIssued({ userId, courseId: testId(9) }, number);
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
  ...{ number: 'LYC-2', withdrawn: false, user_id: otherId, course_id: testId(9), student_name: 'Person 2' },
  ...{ name_salt: '5a'.repeat(32), course_name: 'Course 2', course_code: 'CSE', instructor: 'E. Codd' },
  issued_at: expect.any(Date),
};

test('keeps the certificate of a removed student as withdrawn, even after a rebuild without the key', async () => {
  const log = await openProjectorTestLog();
  for (const [userId, number] of [
    [removedId, 1],
    [otherId, 2],
  ] as const)
    await log.appender.append(
      appendRequest({
        writes: [
          { stream: userStream(userId), expectedVersion: 0, events: [userRegistered(`person${number}`)] },
          { stream: enrolmentStreamOf(userId), expectedVersion: 0, events: [issuedTo(userId, number)] },
        ],
      }),
    );
  log.start();
  await waitForPosition(log, 4);
  const readRows = () => log.db.selectFrom('certificates').selectAll().orderBy('number').execute();
  expect(await readRows()).toMatchObject([
    { number: 'LYC-1', withdrawn: false, student_name: 'Person 1' },
    valid,
  ]);
  await removeUser(log, removedId);
  await waitForPosition(log, 5);
  const rowsAfterRemoval = await readRows();
  expect(rowsAfterRemoval).toMatchObject([withdrawn, valid]);
  const options = {
    projections: [certificates],
    openWriter: (schema: ReadSchema) =>
      openWriter({ connectionString: log.environment.DATABASE_URL, role: 'lyceum_projector', schema }),
    reader: log.reader,
    signal: neverAborted,
  };
  expect(await collect(checkModels(options))).toMatchObject([{ rows: 2, differences: [] }]);
  await rebuild(options);
  expect(await readRows()).toEqual(rowsAfterRemoval);
});

const history = recorded([
  [enrolmentStreamOf(removedId), issuedTo(removedId, 1)],
  [enrolmentStreamOf(otherId), issuedTo(otherId, 2)],
  [userStream(removedId), { type: 'UserRemoved', data: {} }],
]);

test('creates the same rows whatever the page sizes', async () => {
  for (const pageEnds of [[3], [1, 2, 3], [2, 3]]) {
    const database = await openProjectorDatabase();
    const writer = await database.open();
    await advanceInPages(writer, [certificates], history, pageEnds);
    expect((await snapshot(writer)).certificates).toMatchObject([withdrawn, valid]);
  }
});

test('withdraws a certificate whose parked stream is retried after its student was removed', async () => {
  const buggy = createBuggyProjection(certificates, ({ stream }) => stream === enrolmentStreamOf(removedId));
  const database = await openProjectorDatabase();
  const writer = await database.open();
  await advanceInPages(writer, [buggy], history, [3]);
  expect((await snapshot(writer)).certificates).toMatchObject([valid]);
  // The key is destroyed by now, so the personal fields are null.
  const withoutKey = history.map((event) =>
    event.type === 'CertificateIssued' && event.data.userId === removedId
      ? { ...event, data: { ...event.data, studentName: null, nameSalt: null } }
      : event,
  );
  await retryParkedStreams(writer.db, certificates, createMemoryLog(withoutKey));
  expect((await snapshot(writer)).certificates).toMatchObject([withdrawn, valid]);
});
