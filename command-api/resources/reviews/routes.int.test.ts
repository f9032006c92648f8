import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { enrolmentIdOf, reviewIdOf } from '#platform/identity/record-ids.ts';
import { courseBody, startTestCommandApi, statusAndCode, type TestUser } from '#testing/command-api.ts';

const api = await startTestCommandApi({ servers: 2 });
const admin = await api.registerUser('Admin');
const teacher = await api.registerUser('Instructor');
const sam = await api.registerUser();
const eve = await api.registerUser();
let courseId: string;

const addCourse = async () => {
  const { body } = await api.call('POST', '/courses', { token: admin.token, body: courseBody });
  return String(body.insertedId);
};
const send = (method: string, path: string, user: TestUser, options: object = {}) =>
  api.call(method, path, { token: user.token, ...options });

/** Enrols and completes modules. @returns the id of the enrolment. */
const completeCourse = async (user: TestUser, course: string, modules = 5) => {
  const { body } = await send('POST', '/enrolledCourses', user, { body: { courseId: course } });
  const id = String(body.insertedId);
  await send('POST', '/progress', user, { body: { courseId: id } });
  for (let module = 1; module <= modules; module += 1)
    await send('PATCH', `/progress/${id}`, user, { body: { module } });
  return id;
};
const reviewBody = (changes: object = {}) => ({
  rating: '9',
  comment: 'I can count now.',
  courseId,
  courseName: 'As the client copied it',
  courseCode: 'CSE',
  courseImageUrl: '/cse.png',
  ...changes,
});
const submit = (user: TestUser, changes: object = {}, options: object = {}) =>
  send('POST', '/reviews', user, { body: reviewBody(changes), ...options });
const remove = (id: string, user: TestUser) => send('DELETE', `/reviews/${id}`, user);
const restore = (id: string, user: TestUser) => send('POST', `/reviews/${id}/restoration`, user);
const typesOf = async (id: string) =>
  (await api.reader.readStream(`review-${id}`)).map((event) => event.type);

test('accepts a review after all modules, once for simultaneous equal requests, with the id of the enrolment or of the course', async () => {
  courseId = await addCourse();
  expect(statusAndCode(await submit(sam))).toEqual([409, 'course-incomplete']);
  const enrolmentId = await completeCourse(sam, courseId, 4);
  for (const id of [courseId, enrolmentId])
    expect(statusAndCode(await submit(sam, { courseId: id }))).toEqual([409, 'course-incomplete']);
  await send('PATCH', `/progress/${enrolmentId}`, sam);
  const id = reviewIdOf(enrolmentId);
  const answers = await Promise.all(
    [0, 1, 0, 1, 0, 1].map((server) => submit(sam, { courseId: enrolmentId.toUpperCase() }, { server })),
  );
  for (const { status, body } of answers)
    expect([status, body]).toEqual([200, { acknowledged: true, insertedId: id }]);
  const revised = await submit(sam, { rating: 7.5, comment: '  On second thoughts.  ' });
  expect(revised.body.insertedId).toBe(id);
  const stream = await api.reader.readStream(`review-${id}`);
  const ids = { userId: sam.id, courseId };
  expect(stream.map(({ type, data }) => [type, data])).toEqual([
    [
      'ReviewSubmitted',
      { ...ids, enrolmentId, courseCalledBy: 'enrolment', rating: 9, comment: 'I can count now.' },
    ],
    ['ReviewRevised', { ...ids, courseCalledBy: 'course', rating: 7.5, comment: 'On second thoughts.' }],
  ]);
});

test('treats the second of two simultaneous different reviews as a revision, and repeats the answer to a repeated key', async () => {
  courseId = await addCourse();
  const id = reviewIdOf(await completeCourse(sam, courseId));
  const answers = await Promise.all(
    ['First.', 'Second.'].map((comment, server) => submit(sam, { comment }, { server })),
  );
  expect(answers.map(({ body }) => body.insertedId)).toEqual([id, id]);
  expect(await typesOf(id)).toEqual(['ReviewSubmitted', 'ReviewRevised']);
  const key = randomUUID();
  const first = await submit(sam, { comment: 'Third.' }, { key });
  expect((await submit(sam, { comment: 'Third.' }, { key, server: 1 })).body).toEqual(first.body);
  expect(statusAndCode(await submit(sam, { comment: 'Fourth.' }, { key }))).toEqual([422, 'key-reused']);
  expect(await typesOf(id)).toHaveLength(3);
});

test('accepts ratings from 1 to 10, even as text, and optional comments up to a limit', async () => {
  courseId = await addCourse();
  await completeCourse(sam, courseId);
  for (const rating of [0, 11, '0.9', 'ten', '', null, [9]])
    expect(statusAndCode(await submit(sam, { rating }))).toEqual([400, 'invalid-input']);
  for (const comment of ['x'.repeat(10_001), 'a\u0000b', '\ud800', 7])
    expect(statusAndCode(await submit(sam, { comment }))).toEqual([400, 'invalid-input']);
  expect(statusAndCode(await submit(sam, { courseId: 'CSE' }))).toEqual([400, 'invalid-input']);
  expect(statusAndCode(await submit(sam, { userEmail: eve.email }))).toEqual([403, 'forbidden']);
  for (const rating of [1, '10', ' 8.25 ', 10])
    expect((await submit(sam, { rating, userEmail: sam.email.toUpperCase() })).status).toBe(200);
  expect((await submit(sam, { comment: undefined })).status).toBe(200);
  expect((await submit(sam, { comment: 'x'.repeat(10_000) })).status).toBe(200);
});

test('refuses reviews for another student’s enrolment, and by other roles', async () => {
  courseId = await addCourse();
  const enrolmentId = await completeCourse(sam, courseId);
  expect(statusAndCode(await submit(eve, { courseId: enrolmentId }))).toEqual([409, 'course-incomplete']);
  expect(statusAndCode(await submit(eve))).toEqual([409, 'course-incomplete']);
  for (const user of [admin, teacher])
    expect(statusAndCode(await submit(user, { courseId: enrolmentId }))).toEqual([403, 'forbidden']);
  expect(await typesOf(reviewIdOf(enrolmentId))).toEqual([]);
});

test('lets authors remove their own review and Admins any review, and lets Admins restore only what an Admin removed', async () => {
  courseId = await addCourse();
  const id = reviewIdOf(await completeCourse(sam, courseId));
  await submit(sam);
  for (const user of [eve, teacher])
    expect(statusAndCode(await remove(id, user))).toEqual([403, 'forbidden']);
  expect((await remove(randomUUID(), sam)).body).toEqual({ acknowledged: true, deletedCount: 0 });
  expect((await remove(id, sam)).body.deletedCount).toBe(1);
  expect((await remove(id, sam)).body.deletedCount).toBe(0);
  expect(statusAndCode(await restore(id, admin))).toEqual([409, 'review-taken-back']);
  expect((await submit(sam)).body.insertedId).toBe(id);
  const removals = await Promise.all([0, 1].map(() => remove(id, admin)));
  expect(removals.map(({ body }) => body.deletedCount).sort()).toEqual([0, 1]);
  for (const user of [sam, eve, teacher])
    expect(statusAndCode(await restore(id, user))).toEqual([403, 'forbidden']);
  expect((await restore(id, admin)).body).toMatchObject({ matchedCount: 1, modifiedCount: 1 });
  expect((await restore(id, admin)).body).toMatchObject({ matchedCount: 1, modifiedCount: 0 });
  expect((await restore(randomUUID(), admin)).body).toMatchObject({ matchedCount: 0, modifiedCount: 0 });
  expect(await typesOf(id)).toEqual([
    'ReviewSubmitted',
    'ReviewRemoved',
    'ReviewSubmitted',
    'ReviewRemoved',
    'ReviewRestored',
  ]);
});

test('keeps a new review that is submitted during a restoration of the old one', async () => {
  courseId = await addCourse();
  const id = reviewIdOf(await completeCourse(sam, courseId));
  await submit(sam);
  await remove(id, admin);
  const [again, restoration] = await Promise.all([
    submit(sam, { comment: 'Anew.' }, { server: 1 }),
    restore(id, admin),
  ]);
  expect(again.body.insertedId).toBe(id);
  const last = (await api.reader.readStream(`review-${id}`)).at(-1);
  expect(last).toMatchObject({ data: { comment: 'Anew.' } });
  expect(last?.type).toBe(restoration.status === 200 ? 'ReviewRevised' : 'ReviewSubmitted');
  if (restoration.status !== 200) expect(statusAndCode(restoration)).toEqual([409, 'review-replaced']);
});

test('accepts a review after the student left the course and the course was removed', async () => {
  courseId = await addCourse();
  const id = await completeCourse(sam, courseId);
  await send('DELETE', `/enrolledCourses/${id}`, sam);
  await send('DELETE', `/courses/${courseId}`, admin);
  expect((await submit(sam)).body.insertedId).toBe(reviewIdOf(id));
});

test('restores nothing of a removed user', async () => {
  courseId = await addCourse();
  const removed = await api.registerUser();
  const id = reviewIdOf(enrolmentIdOf(removed.id, courseId));
  await completeCourse(removed, courseId);
  await submit(removed);
  await remove(id, admin);
  await send('DELETE', `/users/${removed.id}`, admin);
  expect(statusAndCode(await submit(removed))).toEqual([403, 'account-removed']);
  // The first server has the review in its cache. The second has never read it: its text can no longer be decrypted.
  for (const server of [0, 1]) {
    const restoration = await send('POST', `/reviews/${id}/restoration`, admin, { server });
    expect(restoration.body).toMatchObject({ matchedCount: 0, modifiedCount: 0 });
  }
  expect(await typesOf(id)).toEqual(['ReviewSubmitted', 'ReviewRemoved']);
});
