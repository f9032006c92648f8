import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { beforeEach, expect, test } from 'vitest';
import { timedQuizAttempt } from '#contract/schemas/quizzes.ts';
import { quizIdOf } from '#platform/identity/record-ids.ts';
import { findChoiceQuestion } from '#quizzes/question-banks.ts';
import { courseBody, startTestCommandApi, statusAndCode, type TestUser } from '#testing/command-api.ts';

let now = new Date();
const advanceClock = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000);
};
const api = await startTestCommandApi({ servers: 2, clock: () => now });
const admin = await api.registerUser('Admin');
const grace = await api.registerUser('Instructor');
const hal = await api.registerUser('Instructor');
const sam = await api.registerUser();
const eve = await api.registerUser();

const call = (method: string, path: string, body: object, user: TestUser, options: object = {}) =>
  api.call(method, path, { token: user.token, body, ...options });
const typesOf = async (id: string) => (await api.reader.readStream(`quiz-${id}`)).map((event) => event.type);

/** Starts a new course, so that tests do not share attempts. */
const startNewCourse = async (changes: object = {}, user = sam) => {
  const course = await call('POST', '/courses', { ...courseBody, ...changes }, admin);
  const courseId = String(course.body.insertedId);
  const enrolled = await call('POST', '/enrolledCourses', { courseId }, user);
  const enrolmentId = String(enrolled.body.insertedId);
  await call('POST', '/progress', { courseId: enrolmentId }, user);
  return { courseId, enrolmentId };
};
const start = async (enrolmentId: string, kind = 'mcq', options: object = {}) => {
  const answer = await call('POST', '/quizzes', { code: 'CSE', kind, enrolmentId }, sam, options);
  return timedQuizAttempt.parse(answer.body);
};
const submit = (id: string, answers: object, options: object = {}, user = sam) =>
  call('POST', `/quizzes/${id}/answers`, { answers }, user, options);
/** Answers a written quiz in one of Grace's courses as this student. @returns the path of the attempt. */
const answerWrittenQuiz = async (student: TestUser) => {
  const { enrolmentId } = await startNewCourse({ instructorId: grace.id }, student);
  const body = { code: 'CSE', kind: 'written', enrolmentId };
  const { body: attempt } = await call('POST', '/quizzes', body, student);
  const path = `/quizzes/${attempt._id}`;
  await call('POST', `${path}/answers`, { answers: { 'cse-w1': 'Because.' } }, student);
  return path;
};
const correctAnswersTo = (questions: readonly { id: string }[]) =>
  Object.fromEntries(questions.map(({ id }) => [id, findChoiceQuestion(id)?.answer]));

let enrolment: { courseId: string; enrolmentId: string };
beforeEach(async () => {
  enrolment = await startNewCourse({ instructorId: grace.id });
});

test('starts and scores a quiz, and shows correct answers only after the submission', async () => {
  const attempt = await start(enrolment.enrolmentId);
  expect(attempt).toMatchObject({
    _id: quizIdOf(enrolment.enrolmentId, 'mcq', 1),
    code: 'CSE',
    kind: 'mcq',
    status: 'running',
    enrolmentId: enrolment.enrolmentId,
    catalogueId: enrolment.courseId,
    courseName: courseBody.course_name,
    serverNow: now.toISOString(),
    startedAt: now.toISOString(),
    score: null,
    outOf: 5,
  });
  expect(Date.parse(attempt.deadline) - now.getTime()).toBe(60_000);
  expect(attempt.questions.flatMap(({ right, why }) => [right, why])).toEqual(Array(10).fill(null));
  advanceClock(20);
  const [wrong, ...rest] = attempt.questions;
  const answers = {
    ...correctAnswersTo(rest),
    [wrong?.id ?? '']: ((findChoiceQuestion(wrong?.id ?? '')?.answer ?? 0) + 1) % 4,
  };
  const result = timedQuizAttempt.parse((await submit(attempt._id, answers)).body);
  expect(result).toMatchObject({ status: 'finished', late: false, score: 4, outOf: 5 });
  expect(Object.fromEntries(result.questions.map(({ id, answer }) => [id, answer]))).toEqual(answers);
  expect(Object.fromEntries(result.questions.map(({ id, right }) => [id, right]))).toEqual(
    correctAnswersTo(attempt.questions),
  );
});

test('accepts the id of the course as `enrolmentId`, and then ignores the code', async () => {
  const attempt = await start(enrolment.enrolmentId);
  const body = { code: 'PSY', kind: 'mcq', enrolmentId: enrolment.courseId.toUpperCase() };
  expect((await call('POST', '/quizzes', body, sam)).body).toMatchObject({ _id: attempt._id, code: 'CSE' });
});

test('starts one attempt for simultaneous requests on two servers', async () => {
  const attempts = await Promise.all(
    Array.from({ length: 8 }, (_, index) => start(enrolment.enrolmentId, 'mcq', { server: index % 2 })),
  );
  expect(new Set(attempts.map(({ _id, deadline }) => `${_id} ${deadline}`)).size).toBe(1);
  expect(await typesOf(quizIdOf(enrolment.enrolmentId, 'mcq', 1))).toEqual(['QuizStarted']);
  expect(await typesOf(quizIdOf(enrolment.enrolmentId, 'mcq', 2))).toEqual([]);
  // The other kind has its own attempts.
  expect((await start(enrolment.enrolmentId, 'written')).questions[0]?.options).toBeNull();
});

test('counts the first of simultaneous submissions, and answers all with its result', async () => {
  const attempt = await start(enrolment.enrolmentId);
  const key = randomUUID();
  const answers = correctAnswersTo(attempt.questions);
  const results = await Promise.all([
    submit(attempt._id, answers, { server: 0, key }),
    submit(attempt._id, {}, { server: 1 }),
    submit(attempt._id, {}, { server: 0 }),
  ]);
  const scores = results.map(({ body }) => body.score);
  expect(scores[0] === 5 || scores[0] === 0).toBe(true);
  expect(new Set(scores).size).toBe(1);
  advanceClock(30);
  for (const server of [0, 1]) {
    const again = await submit(attempt._id, answers, { server, key });
    expect(again.body).toEqual({ ...results[0]?.body, serverNow: now.toISOString() });
  }
  expect(await typesOf(attempt._id)).toEqual(['QuizStarted', 'QuizFinished']);
});

test('starts the next attempt after a submission or the deadline, but not for a repetition', async () => {
  const ids: string[] = [];
  for (let number = 1; number <= 6; number += 1) {
    const key = randomUUID();
    const attempt = await start(enrolment.enrolmentId, 'mcq', { key, server: number % 2 });
    expect(attempt._id).toBe(quizIdOf(enrolment.enrolmentId, 'mcq', number));
    if (number % 2 === 0) advanceClock(61);
    else await submit(attempt._id, {});
    expect((await start(enrolment.enrolmentId, 'mcq', { key }))._id).toBe(attempt._id);
    ids.push(attempt._id);
  }
  expect(new Set(ids).size).toBe(6);
});

test('ignores answers that arrive after the deadline and the grace period', async () => {
  const attempt = await start(enrolment.enrolmentId);
  advanceClock(64);
  const lateResult = { status: 'finished', late: true, score: 0 };
  expect((await submit(attempt._id, correctAnswersTo(attempt.questions))).body).toMatchObject(lateResult);
  expect((await submit(attempt._id, {})).body).toMatchObject(lateResult);
  const nextAttempt = await start(enrolment.enrolmentId);
  advanceClock(63);
  expect((await submit(nextAttempt._id, correctAnswersTo(nextAttempt.questions))).body).toMatchObject({
    late: false,
    score: 5,
  });
});

test('counts answers that arrive in time even if the log can be read only later', async () => {
  const attempt = await start(enrolment.enrolmentId);
  // Server 1 knows Sam, but has to read the attempt.
  await submit(randomUUID(), {}, { server: 1 });
  advanceClock(62);
  const database = await api.pool.connect();
  await database.query('begin');
  await database.query('lock table log.events in access exclusive mode');
  const submitted = submit(attempt._id, correctAnswersTo(attempt.questions), { server: 1 });
  const blocked = `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%log.events%'
    and datname = current_database()`;
  await expect.poll(async () => (await api.pool.query(blocked)).rowCount).toBe(1);
  advanceClock(5);
  await database.query('rollback');
  database.release();
  expect((await submitted).body).toMatchObject({ late: false, score: 5 });
});

test('encrypts written answers before it stores them', async () => {
  const attempt = await start(enrolment.enrolmentId, 'written');
  const id = attempt.questions[0]?.id ?? '';
  const key = randomUUID();
  const first = await submit(attempt._id, { [id]: 'A very personal text.' }, { key });
  expect(JSON.stringify(first.body)).toContain('A very personal text.');
  const db = new Client({ connectionString: api.databaseUrl });
  await db.connect();
  const { rows } = await db.query<{ found: string }>(
    `select (select count(*) from log.commands where answer::text like '%very personal%')
          + (select count(*) from log.events where data::text like '%very personal%') as found`,
  );
  await db.end();
  expect(Number(rows[0]?.found)).toBe(0);
});

test('refuses another student’s attempts and enrolments, and invalid answers', async () => {
  const attempt = await start(enrolment.enrolmentId);
  expect(statusAndCode(await submit(attempt._id, {}, {}, eve))).toEqual([404, 'not-found']);
  expect(statusAndCode(await submit(randomUUID(), {}))).toEqual([404, 'not-found']);
  const body = { code: 'CSE', kind: 'mcq', enrolmentId: enrolment.enrolmentId };
  expect(statusAndCode(await call('POST', '/quizzes', body, eve))).toEqual([409, 'course-not-started']);
  for (const answers of [{ [attempt.questions[0]?.id ?? '']: 4 }, { 'eee-c1': 1 }, 'all', { a: {} }]) {
    const refused = await call('POST', `/quizzes/${attempt._id}/answers`, { answers }, sam);
    expect(statusAndCode(refused)).toEqual([400, 'invalid-input']);
  }
  expect(await typesOf(attempt._id)).toEqual(['QuizStarted']);
});

test('refuses quizzes before the course is started and after it was left', async () => {
  const course = await call('POST', '/courses', courseBody, admin);
  const courseId = String(course.body.insertedId);
  const body = { code: 'CSE', kind: 'mcq', enrolmentId: courseId };
  const refusedAsNotStarted = [409, 'course-not-started'];
  expect(statusAndCode(await call('POST', '/quizzes', body, sam))).toEqual(refusedAsNotStarted);
  expect(statusAndCode(await call('POST', '/quizzes', { ...body, enrolmentId: randomUUID() }, sam))).toEqual(
    refusedAsNotStarted,
  );
  const enrolled = await call('POST', '/enrolledCourses', { courseId }, sam);
  const refused = await call('POST', '/quizzes', body, sam);
  expect([refused.status, refused.body.detail]).toEqual([409, 'Please start the course first.']);
  await call('POST', '/progress', { courseId }, sam);
  expect((await call('POST', '/quizzes', body, sam)).status).toBe(200);
  await api.call('DELETE', `/enrolledCourses/${enrolled.body.insertedId}`, { token: sam.token });
  expect(statusAndCode(await call('POST', '/quizzes', body, sam))).toEqual([409, 'conflict']);
});

test('finds the newest started enrolment if the request contains a code but no id', async () => {
  const older = await startNewCourse({ course_code: 'HIS' });
  const newer = await startNewCourse({ course_code: 'HIS' });
  const db = new Client({ connectionString: api.databaseUrl });
  await db.connect();
  // Stands in for the projector, which this folder may not import.
  const project = async (
    { courseId, enrolmentId }: typeof older,
    { enrolled, startedAt }: { enrolled: number; startedAt: string | null },
  ) => {
    await db.query(
      `insert into read.courses select $1, 'HIS', 'Old', '2', '7', 'General', '', '', 1, '/a', false, '', now(), now(), 1, 1`,
      [courseId],
    );
    await db.query(
      `insert into read.enrolments values ($1, $2, $3, false, now(), $4, $5, 'enrolment', 0, 1)`,
      [enrolmentId, sam.id, courseId, enrolled, startedAt],
    );
  };
  // The latest enrolment counts, no matter when the course was started.
  await project(older, { enrolled: 1, startedAt: '2026-01-03' });
  await project(newer, { enrolled: 2, startedAt: '2026-01-02' });
  await project(await startNewCourse({ course_code: 'HIS' }), { enrolled: 3, startedAt: null });
  // The checkpoints are ahead of the log, so that no lookup waits for the events that follow.
  await db.query(
    `update read.checkpoints set position = (select max(position) + 500 from log.events)
     where model in ('courses', 'enrolments')`,
  );
  const body = { code: 'HIS', kind: 'mcq' };
  const answer = await call('POST', '/quizzes', body, sam);
  expect(answer.body).toMatchObject({ enrolmentId: newer.enrolmentId, code: 'HIS' });
  expect(statusAndCode(await call('POST', '/quizzes', body, eve))).toEqual([409, 'course-not-started']);
  await db.query('update read.enrolments set has_left = true where id = $1', [newer.enrolmentId]);
  await db.end();
  expect((await call('POST', '/quizzes', body, sam)).body.enrolmentId).toBe(older.enrolmentId);
});

test('lets the teacher of the course and Admins mark a written quiz and change the marks', async () => {
  const attempt = await start(enrolment.enrolmentId, 'written');
  const [first, second] = attempt.questions.map(({ id }) => id);
  const mark = (marks: object, user: TestUser, remark?: string, server = 0) =>
    call('PATCH', `/quizzes/${attempt._id}/marks`, { marks, remark }, user, { server });
  const marks = { [first ?? '']: '8', [second ?? '']: 6.5 };
  expect(statusAndCode(await mark(marks, grace))).toEqual([409, 'conflict']);
  const submitted = await submit(attempt._id, { [first ?? '']: 'Because.', [second ?? '']: 'It ends.' });
  expect(submitted.body).toMatchObject({ status: 'finished', score: null, outOf: 50, marked: false });
  for (const other of [hal, sam, eve])
    expect(statusAndCode(await mark(marks, other))).toEqual([403, 'forbidden']);
  for (const wrong of [{}, { [first ?? '']: 11 }, { ...marks, [second ?? '']: 7.25 }, { ...marks, x: 1 }])
    expect(statusAndCode(await mark(wrong, grace))).toEqual([400, 'invalid-input']);
  expect((await mark(marks, grace, 'Clear.')).body).toMatchObject({ matchedCount: 1, modifiedCount: 1 });
  expect((await mark(marks, admin, 'Clear.', 1)).body).toMatchObject({ matchedCount: 1, modifiedCount: 0 });
  const readResult = () => submit(attempt._id, {}, { server: 1 });
  expect((await readResult()).body).toMatchObject({ score: 14.5, marked: true, remark: 'Clear.' });
  await mark({ ...marks, [first ?? '']: 10 }, admin, 'Better than I thought.', 1);
  expect((await readResult()).body).toMatchObject({ score: 16.5, remark: 'Better than I thought.' });
  // A former teacher of the course may not mark.
  await call('PUT', `/courses/${enrolment.courseId}`, { ...courseBody, instructorId: hal.id }, admin);
  expect(statusAndCode(await mark(marks, grace))).toEqual([403, 'forbidden']);
  expect((await mark(marks, hal)).body.modifiedCount).toBe(1);
});

test('answers a repetition with the result, even after a change of role', async () => {
  const formerStudent = await api.registerUser();
  const { enrolmentId } = await startNewCourse({}, formerStudent);
  const { body: attempt } = await call(
    'POST',
    '/quizzes',
    { code: 'CSE', kind: 'mcq', enrolmentId },
    formerStudent,
  );
  const key = randomUUID();
  const send = (server: number) => submit(String(attempt._id), {}, { key, server }, formerStudent);
  const first = await send(0);
  await call('PATCH', `/users/${formerStudent.id}`, { userType: 'Instructor' }, admin);
  for (const server of [0, 1])
    expect((await send(server)).body).toEqual({ ...first.body, serverNow: now.toISOString() });
  expect(statusAndCode(await submit(String(attempt._id), {}, {}, formerStudent))).toEqual([403, 'forbidden']);
});

test('marks nothing if the student was removed or the attempt is unknown', async () => {
  const removed = await api.registerUser();
  const path = await answerWrittenQuiz(removed);
  await api.call('DELETE', `/users/${removed.id}`, { token: admin.token });
  for (const server of [0, 1]) {
    const marking = await call('PATCH', `${path}/marks`, { marks: { 'cse-w1': 5 } }, grace, { server });
    expect([marking.status, marking.body.matchedCount]).toEqual([200, 0]);
  }
  const markUnknown = (user: TestUser) =>
    call('PATCH', `/quizzes/${randomUUID()}/marks`, { marks: {} }, user);
  expect((await markUnknown(admin)).body).toMatchObject({ matchedCount: 0, modifiedCount: 0 });
  // An Instructor gets the same refusal as for an attempt in somebody else’s course.
  expect(statusAndCode(await markUnknown(grace))).toEqual([403, 'forbidden']);
});

test('refuses marks if the key of the student is destroyed without an event, as after an import without keys', async () => {
  const student = await api.registerUser();
  const path = await answerWrittenQuiz(student);
  await api.pool.query('select vault.destroy(array[$1]::uuid[])', [student.id]);
  let remarks = 0;
  const mark = (server: number) => {
    remarks += 1;
    const marking = { marks: { 'cse-w1': 5 }, remark: `Remark ${remarks}` };
    return call('PATCH', `${path}/marks`, marking, grace, { server });
  };
  // A server may use a cached key until the notification arrives.
  await expect.poll(async () => statusAndCode(await mark(0))).toEqual([409, 'conflict']);
  expect((await mark(0)).body.detail).toBe(
    'The account of this user was removed, so nothing can be saved for them.',
  );
  // The other server has not read the answers before, and cannot decrypt them any more.
  expect((await mark(1)).body.detail).toBe('No answers were submitted, so there is nothing to mark.');
});
