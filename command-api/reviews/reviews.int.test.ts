import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { enrolmentIdOf, reviewIdOf } from '#platform/identity/ids.ts';
import { courseBody, startTestCommandApi, type TestCommandApi } from '../testing/command-api.ts';

type Person = { id: string; token: string; email: string };
let api: TestCommandApi;
let admin: Person;
let teacher: Person;
let sam: Person;
let eve: Person;
let courseId: string;
beforeAll(async () => {
  api = await startTestCommandApi({ servers: 2 });
  [admin, teacher] = [await api.person('Admin'), await api.person('Instructor')];
  [sam, eve] = [await api.person(), await api.person()];
});
afterAll(() => api[Symbol.asyncDispose]());

const addCourse = async () => {
  const { body } = await api.call('POST', '/courses', { token: admin.token, body: courseBody });
  return String(body.insertedId);
};
const send = (method: string, path: string, person: Person, options: object = {}) =>
  api.call(method, path, { token: person.token, ...options });
const outcome = ({ status, body }: Awaited<ReturnType<typeof send>>) => [status, body.code];

/** Enrols and completes so many modules. @returns the id of the enrolment. */
const learn = async (person: Person, course: string, modules = 5) => {
  const { body } = await send('POST', '/enrolledCourses', person, { body: { courseId: course } });
  const id = String(body.insertedId);
  await send('POST', '/progress', person, { body: { courseId: id } });
  for (let module = 1; module <= modules; module += 1)
    await send('PATCH', `/progress/${id}`, person, { body: { module } });
  return id;
};
const words = (changes: object = {}) => ({
  rating: '9',
  comment: 'I can count now.',
  courseId,
  courseName: 'As the client copied it',
  courseCode: 'CSE',
  courseImageUrl: '/cse.png',
  ...changes,
});
const submit = (person: Person, changes: object = {}, options: object = {}) =>
  send('POST', '/reviews', person, { body: words(changes), ...options });
const remove = (id: string, person: Person) => send('DELETE', `/reviews/${id}`, person);
const restore = (id: string, person: Person) => send('POST', `/reviews/${id}/restoration`, person);
const typesOf = async (id: string) =>
  (await api.reader.readStream(`review-${id}`)).map((event) => event.type);

test('five of five modules, then a review: once, however often it is sent, by whichever id and server', async () => {
  courseId = await addCourse();
  expect(outcome(await submit(sam))).toEqual([409, 'course-incomplete']);
  const enrolmentId = await learn(sam, courseId, 4);
  for (const id of [courseId, enrolmentId])
    expect(outcome(await submit(sam, { courseId: id }))).toEqual([409, 'course-incomplete']);
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
  const whose = { userId: sam.id, courseId };
  expect(stream.map(({ type, data }) => [type, data])).toEqual([
    [
      'ReviewSubmitted',
      { ...whose, enrolmentId, courseCalledBy: 'enrolment', rating: 9, comment: 'I can count now.' },
    ],
    ['ReviewRevised', { ...whose, courseCalledBy: 'course', rating: 7.5, comment: 'On second thoughts.' }],
  ]);
});

test('two who write different things at once: one submits, the other revises', async () => {
  courseId = await addCourse();
  const id = reviewIdOf(await learn(sam, courseId));
  const answers = await Promise.all(
    ['First.', 'Second.'].map((comment, server) => submit(sam, { comment }, { server })),
  );
  expect(answers.map(({ body }) => body.insertedId)).toEqual([id, id]);
  expect(await typesOf(id)).toEqual(['ReviewSubmitted', 'ReviewRevised']);
  const key = randomUUID();
  const lost = await submit(sam, { comment: 'Third.' }, { key });
  expect((await submit(sam, { comment: 'Third.' }, { key, server: 1 })).body).toEqual(lost.body);
  expect(outcome(await submit(sam, { comment: 'Fourth.' }, { key }))).toEqual([422, 'key-reused']);
  expect(await typesOf(id)).toHaveLength(3);
});

test('a rating is a number from 1 to 10, also as text; a comment has its limit and may be left out', async () => {
  courseId = await addCourse();
  await learn(sam, courseId);
  for (const rating of [0, 11, '0.9', 'ten', '', null, [9]])
    expect(outcome(await submit(sam, { rating }))).toEqual([400, 'invalid-input']);
  for (const comment of ['x'.repeat(10_001), 'a\u0000b', '\ud800', 7])
    expect(outcome(await submit(sam, { comment }))).toEqual([400, 'invalid-input']);
  expect(outcome(await submit(sam, { courseId: 'CSE' }))).toEqual([400, 'invalid-input']);
  expect(outcome(await submit(sam, { userEmail: eve.email }))).toEqual([403, 'forbidden']);
  for (const rating of [1, '10', ' 8.25 ', 10])
    expect((await submit(sam, { rating, userEmail: sam.email.toUpperCase() })).status).toBe(200);
  expect((await submit(sam, { comment: undefined })).status).toBe(200);
  expect((await submit(sam, { comment: 'x'.repeat(10_000) })).status).toBe(200);
});

test('another’s enrolment, however complete, is nobody else’s to review; only students review', async () => {
  courseId = await addCourse();
  const enrolmentId = await learn(sam, courseId);
  expect(outcome(await submit(eve, { courseId: enrolmentId }))).toEqual([403, 'forbidden']);
  expect(outcome(await submit(eve))).toEqual([409, 'course-incomplete']);
  for (const person of [admin, teacher])
    expect(outcome(await submit(person, { courseId: enrolmentId }))).toEqual([403, 'forbidden']);
  expect(await typesOf(reviewIdOf(enrolmentId))).toEqual([]);
});

test('one’s own is taken back, anybody’s is removed by an admin; what was taken back no admin restores', async () => {
  courseId = await addCourse();
  const id = reviewIdOf(await learn(sam, courseId));
  await submit(sam);
  for (const person of [eve, teacher]) expect(outcome(await remove(id, person))).toEqual([403, 'forbidden']);
  expect((await remove(randomUUID(), sam)).body).toEqual({ acknowledged: true, deletedCount: 0 });
  expect((await remove(id, sam)).body.deletedCount).toBe(1);
  expect((await remove(id, sam)).body.deletedCount).toBe(0);
  expect(outcome(await restore(id, admin))).toEqual([409, 'review-taken-back']);
  expect((await submit(sam)).body.insertedId).toBe(id);
  const removals = await Promise.all([0, 1].map(() => remove(id, admin)));
  expect(removals.map(({ body }) => body.deletedCount).sort()).toEqual([0, 1]);
  for (const person of [sam, eve, teacher])
    expect(outcome(await restore(id, person))).toEqual([403, 'forbidden']);
  expect((await restore(id, admin)).body).toMatchObject({ matchedCount: 1, modifiedCount: 1 });
  expect((await restore(id, admin)).body).toMatchObject({ matchedCount: 1, modifiedCount: 0 });
  expect((await restore(randomUUID(), admin)).body).toMatchObject({ matchedCount: 0, modifiedCount: 0 });
  expect(await typesOf(id)).toEqual([
    ...['ReviewSubmitted', 'ReviewRemoved'],
    ...['ReviewSubmitted', 'ReviewRemoved', 'ReviewRestored'],
  ]);
});

test('a restoration and a new review at the same moment: whichever comes first, nothing is lost of the new one', async () => {
  courseId = await addCourse();
  const id = reviewIdOf(await learn(sam, courseId));
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
  if (restoration.status !== 200) expect(outcome(restoration)).toEqual([409, 'review-replaced']);
});

test('who left a course that they completed, or whose course left the catalogue, may still review it', async () => {
  courseId = await addCourse();
  const id = await learn(sam, courseId);
  await send('DELETE', `/enrolledCourses/${id}`, sam);
  await send('DELETE', `/courses/${courseId}`, admin);
  expect((await submit(sam)).body.insertedId).toBe(reviewIdOf(id));
});

test('of a removed person nothing can be restored', async () => {
  courseId = await addCourse();
  const gone = await api.person();
  const id = reviewIdOf(enrolmentIdOf(gone.id, courseId));
  await learn(gone, courseId);
  await submit(gone);
  await remove(id, admin);
  await send('DELETE', `/users/${gone.id}`, admin);
  expect(outcome(await submit(gone))).toEqual([403, 'account-removed']);
  // A server that never saw the words: the log no longer gives them away.
  const restoration = await send('POST', `/reviews/${id}/restoration`, admin, { server: 1 });
  expect(restoration.body).toMatchObject({ matchedCount: 0, modifiedCount: 0 });
});
