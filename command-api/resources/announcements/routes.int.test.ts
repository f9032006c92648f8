import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { courseBody, startTestCommandApi, statusAndCode, type TestUser } from '#testing/command-api.ts';

const api = await startTestCommandApi({ servers: 2 });
const { ian, iris, ada, sam } = await api.registerAll({
  ian: 'Instructor',
  iris: 'Instructor',
  ada: 'Admin',
  sam: 'Student',
});

const today = () => new Date().toISOString().slice(0, 10);
const announcement = { type: 'Quiz Announcement', text: 'A quiz on Friday.' };
const post = (user: TestUser, body: object = {}, options: { key?: string; server?: number } = {}) =>
  api.call('POST', '/announcement', {
    token: user.token,
    body: { ...announcement, date: today(), ...body },
    ...options,
  });
const postOne = async (user: TestUser, body: object = {}) => String((await post(user, body)).body.insertedId);
const eventsOf = async (id: string) =>
  (await api.reader.readStream(`announcement-${id}`)).map(({ type }) => type);
const withdraw = (user: TestUser, id: string, server = 0) =>
  api.call('DELETE', `/announcement/${id}`, { token: user.token, server });
const restore = (user: TestUser, id: string) =>
  api.call('POST', `/announcement/${id}/restoration`, { token: user.token });

test('a repeated request posts one announcement, which records the role of the poster', async () => {
  const key = randomUUID();
  const [first, again] = await Promise.all([
    post(ian, { userType: 'Instructor' }, { key }),
    post(ian, { userType: 'Instructor' }, { key, server: 1 }),
  ]);
  expect(first.body).toEqual({ acknowledged: true, insertedId: expect.any(String) });
  expect(again.body).toEqual(first.body);
  const id = String(first.body.insertedId);
  expect(await eventsOf(id)).toEqual(['AnnouncementPosted']);
  const [event] = await api.reader.readStream(`announcement-${id}`);
  expect(event?.data).toEqual({
    ...announcement,
    userId: ian.id,
    userType: 'Instructor',
    courseId: null,
    date: today(),
  });
});

test('answers a repetition with the first answer, even days later and after a change of role', async () => {
  let now = new Date();
  const school = await startTestCommandApi({ clock: () => now });
  const ben = await school.registerUser('Instructor');
  const admin = await school.registerUser('Admin');
  const body = { ...announcement, date: today() };
  const key = randomUUID();
  const send = (options: { key: string }) =>
    school.call('POST', '/announcement', { token: ben.token, body, ...options });
  const first = await send({ key });
  now = new Date(now.getTime() + 3 * 86_400_000);
  const repeat = await send({ key });
  expect([repeat.status, repeat.body]).toEqual([200, first.body]);
  // By now, a new request with this date is refused.
  expect(statusAndCode(await send({ key: randomUUID() }))).toEqual([400, 'invalid-input']);
  const demoted = await school.call('PATCH', `/users/${ben.id}`, {
    token: admin.token,
    body: { userType: 'Student' },
  });
  expect(demoted.status).toBe(200);
  const afterDemotion = await send({ key });
  expect([afterDemotion.status, afterDemotion.body]).toEqual([200, first.body]);
});

test('refuses invalid input, unknown courses and callers without permission, and appends no event', async () => {
  const before = await api.reader.head();
  for (const body of [
    { text: ' ' },
    { type: 'Gossip' },
    { date: 'today' },
    { date: '2020-01-01' },
    { text: 'a\u0000' },
  ])
    expect(statusAndCode(await post(ian, body))).toEqual([400, 'invalid-input']);
  expect(statusAndCode(await post(ian, { userType: 'Admin' }))).toEqual([403, 'forbidden']);
  expect(statusAndCode(await post(ian, { courseId: randomUUID() }))).toEqual([422, 'no-such-course']);
  expect(statusAndCode(await post(sam))).toEqual([403, 'forbidden']);
  expect(await api.reader.head()).toBe(before);
});

test('posts announcements for a course only while it is in the catalogue', async () => {
  const courseId = await api.addCourse(ada, { instructorId: ian.id });
  expect(await eventsOf(await postOne(ian, { courseId }))).toEqual(['AnnouncementPosted']);
  await api.call('DELETE', `/courses/${courseId}`, { token: ada.token });
  expect(statusAndCode(await post(ian, { courseId }))).toEqual([409, 'course-withdrawn']);
});

test('refuses an announcement of an Instructor for a course that they do not teach', async () => {
  const courseId = await api.addCourse(ada, { instructorId: ian.id });
  const head = await api.reader.head();
  for (const id of [courseId, await api.addCourse(ada)]) {
    const refused = await post(iris, { courseId: id });
    expect(statusAndCode(refused)).toEqual([403, 'forbidden']);
    expect(refused.body.detail).toContain('Only the teacher of this course or an Admin');
  }
  expect(await api.reader.head()).toBe(head + 1);
  for (const user of [ian, ada])
    expect(await eventsOf(await postOne(user, { courseId }))).toEqual(['AnnouncementPosted']);

  // A repetition gets the stored answer although Ian no longer teaches the course.
  const key = randomUUID();
  const first = await post(ian, { courseId }, { key });
  const handedOver = { ...courseBody, instructorId: iris.id };
  await api.call('PUT', `/courses/${courseId}`, { token: ada.token, body: handedOver });
  expect((await post(ian, { courseId }, { key, server: 1 })).body).toEqual(first.body);
  expect(statusAndCode(await post(ian, { courseId }, { server: 1 }))).toEqual([403, 'forbidden']);
  // Ian may still withdraw what he posted.
  expect((await withdraw(ian, String(first.body.insertedId))).body.deletedCount).toBe(1);
});

test('withdraws an announcement once for simultaneous requests, and refuses another Instructor', async () => {
  const id = await postOne(ian);
  expect(statusAndCode(await withdraw(iris, id))).toEqual([403, 'forbidden']);
  const answers = await Promise.all([withdraw(ian, id), withdraw(ada, id, 1)]);
  expect(answers.map(({ body }) => body.deletedCount).sort()).toEqual([0, 1]);
  expect(await eventsOf(id)).toEqual(['AnnouncementPosted', 'AnnouncementWithdrawn']);
  expect((await withdraw(ian, randomUUID())).body.deletedCount).toBe(0);
});

test('lets posters restore what they withdrew, and only Admins what an Admin withdrew', async () => {
  const id = await postOne(ian);
  await withdraw(ian, id);
  expect((await restore(ian, id)).body.modifiedCount).toBe(1);
  expect((await restore(ian, id)).body.modifiedCount).toBe(0);
  await withdraw(ada, id);
  expect(statusAndCode(await restore(ian, id))).toEqual([403, 'forbidden']);
  expect((await restore(ada, id)).body.modifiedCount).toBe(1);
});

/** Enrols a user, and writes the row of the read table that the projector would write. */
const enrol = async (user: TestUser, courseId: string) => {
  await api.call('POST', '/enrolledCourses', { token: user.token, body: { courseId } });
  await api.pool.query(
    `insert into read.enrolments (id, user_id, course_id, has_left, enrolled_at, enrolled_position, completed_modules,
       started_by, position) values (gen_random_uuid(), $1, $2, false, now(), 1, 0, 'enrolment', 1)`,
    [user.id, courseId],
  );
  await api.pool.query(`update read.checkpoints set position = 1000000 where model = 'enrolments'`);
};

test('sends a message to selected students once, only for Admins and the teacher of the course, and lets no former teacher restore it', async () => {
  const courseId = await api.addCourse(ada, { instructorId: ian.id });
  const tom = await api.registerUser();
  for (const student of [sam, tom]) await enrol(student, courseId);
  const body = { text: 'Hello.', date: today(), studentIds: [sam.id, tom.id.toUpperCase(), sam.id] };
  const send = (user: TestUser, changes: object = {}, options: { key?: string; server?: number } = {}) =>
    api.call('POST', `/courses/${courseId}/messages`, {
      token: user.token,
      body: { ...body, ...changes },
      ...options,
    });
  const key = randomUUID();
  const [first, again] = await Promise.all([send(ian, {}, { key }), send(ian, {}, { key, server: 1 })]);
  expect(first.body).toEqual({ acknowledged: true, insertedId: expect.any(String) });
  expect(again.body).toEqual(first.body);
  const stored = await api.reader.readStream(`announcement-${first.body.insertedId}`);
  expect(stored.map(({ type, data }) => [type, data])).toEqual([
    [
      'StudentMessagePosted',
      {
        userId: ian.id,
        courseId,
        userType: 'Instructor',
        date: today(),
        text: 'Hello.',
        recipientIds: [sam.id, tom.id],
      },
    ],
  ]);
  expect((await send(ada)).status).toBe(200);

  // After a student has left, a new message is refused, but a repetition gets the stored answer.
  await api.pool.query('update read.enrolments set has_left = true where user_id = $1', [tom.id]);
  const head = await api.reader.head();
  expect((await send(ian, {}, { key, server: 1 })).body).toEqual(first.body);
  const refused = await send(ian);
  expect(statusAndCode(refused)).toEqual([422, 'not-enrolled']);
  expect(refused.body.detail).toContain('Load the list again.');
  expect(statusAndCode(await send(ian, { text: 'Else.' }, { key }))).toEqual([422, 'key-reused']);
  expect(statusAndCode(await send(sam))).toEqual([403, 'forbidden']);
  // Another Instructor does not learn who is enrolled.
  for (const studentIds of [[sam.id], [randomUUID()]])
    expect(statusAndCode(await send(iris, { studentIds }))).toEqual([403, 'forbidden']);
  const tooMany = Array.from({ length: 501 }, () => randomUUID());
  for (const changes of [{ studentIds: [] }, { studentIds: tooMany }, { studentIds: ['x'] }, { text: ' ' }])
    expect(statusAndCode(await send(ian, changes))).toEqual([400, 'invalid-input']);
  // The other Instructor does not learn it either while the table of enrolments is behind.
  await api.pool.query(`update read.checkpoints set position = 0 where model = 'enrolments'`);
  for (const studentIds of [[sam.id], [randomUUID()]])
    expect(statusAndCode(await send(iris, { studentIds }))).toEqual([403, 'forbidden']);
  expect(await api.reader.head()).toBe(head);

  const id = String(first.body.insertedId);
  await withdraw(ian, id);
  expect((await restore(ian, id)).body.modifiedCount).toBe(1);
  const handedOver = { ...courseBody, instructorId: iris.id };
  // The former teacher of a course may withdraw their message, but not restore it.
  await api.call('PUT', `/courses/${courseId}`, { token: ada.token, body: handedOver });
  expect((await withdraw(ian, id)).body.deletedCount).toBe(1);
  expect(statusAndCode(await restore(ian, id))).toEqual([403, 'forbidden']);
  expect((await restore(ada, id)).body.modifiedCount).toBe(1);
});

test('posts one record on each path, even if the idempotency key is the same', async () => {
  const key = randomUUID();
  const courseIds = [
    await api.addCourse(ada, { instructorId: ian.id }),
    await api.addCourse(ada, { instructorId: ian.id }),
  ];
  const posted = await post(ian, {}, { key });
  const ids = [String(posted.body.insertedId)];
  for (const courseId of courseIds) {
    const student = await api.registerUser();
    await enrol(student, courseId);
    const sent = await api.call('POST', `/courses/${courseId}/messages`, {
      token: ian.token,
      key,
      body: { text: 'Hello.', date: today(), studentIds: [student.id] },
    });
    expect(sent.status).toBe(200);
    ids.push(String(sent.body.insertedId));
  }
  expect(await Promise.all(ids.map(eventsOf))).toEqual([
    ['AnnouncementPosted'],
    ['StudentMessagePosted'],
    ['StudentMessagePosted'],
  ]);
  expect(new Set(ids).size).toBe(3);
});

const see = (user: TestUser, position: unknown, server = 0) =>
  api.call('PUT', '/announcement/seen', { token: user.token, body: { position }, server });
const seenRowsOf = async (user: TestUser) =>
  (
    await api.pool.query('select position::float8 from state.announcements_seen where user_id = $1', [
      user.id,
    ])
  ).rows;

test('only moves the seen position forward, on all servers, and never beyond the log', async () => {
  const head = await api.reader.head();
  expect((await see(sam, head - 1)).body).toMatchObject({ acknowledged: true, modifiedCount: 1 });
  expect((await see(sam, 1, 1)).body).toMatchObject({ modifiedCount: 0 });
  expect(await seenRowsOf(sam)).toEqual([{ position: head - 1 }]);
  await see(sam, String(head + 1_000_000));
  expect(await seenRowsOf(sam)).toEqual([{ position: await api.reader.head() }]);
  for (const position of [-1, 1.5, 'x', null])
    expect(statusAndCode(await see(sam, position))).toEqual([400, 'invalid-input']);
});

test('deletes the seen position of a removed user, but not their announcements', async () => {
  const poster = await api.registerUser('Instructor');
  const id = await postOne(poster);
  await see(poster, 1);
  await api.call('DELETE', `/users/${poster.id}`, { token: ada.token });
  expect(await seenRowsOf(poster)).toEqual([]);
  expect(statusAndCode(await see(poster, 2))).toEqual([403, 'account-removed']);
  expect(await eventsOf(id)).toEqual(['AnnouncementPosted']);
});
