import { hash, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { parseCertificateNumber } from '#contract/certificate-number.ts';
import { encodeCommitment } from '#events/seals/proof/commitment.ts';
import { enrolmentIdOf } from '#platform/identity/record-ids.ts';
import { courseBody, startTestCommandApi, statusAndCode } from '#testing/command-api.ts';

const api = await startTestCommandApi({ servers: 2, clock: () => new Date('2031-12-31T23:59:59Z') });
const admin = await api.registerUser('Admin');
const sam = await api.registerUser();
const eve = await api.registerUser();

const post = (path: string, body: object, user = sam, options: object = {}) =>
  api.call('POST', path, { token: user.token, body, ...options });
const collect = (body: object, user = sam, options: object = {}) =>
  post('/certificates', body, user, options);
const certificatesIn = async (id: string) =>
  (await api.reader.readStream(`enrolment-${id}`)).flatMap((event) =>
    event.type === 'CertificateIssued' ? event.data : [],
  );
/** Adds a course, enrols a user in it and completes this number of modules. */
const completeModulesOfNewCourse = async (modules: number, user = sam) => {
  const added = await post('/courses', courseBody, admin);
  const courseId = String(added.body.insertedId);
  const id = enrolmentIdOf(user.id, courseId);
  await post('/enrolledCourses', { courseId }, user);
  await post('/progress', { courseId: id }, user);
  for (let module = 1; module <= modules; module += 1)
    await api.call('PATCH', `/progress/${id}`, { token: user.token, body: { module } });
  return { courseId, id };
};

test('issues one certificate for simultaneous requests on two servers, with the id of the enrolment or of the course', async () => {
  const { courseId, id } = await completeModulesOfNewCourse(5);
  const bodies = [
    { enrolmentId: id },
    { courseId },
    { courseId: id },
    { enrolmentId: courseId.toUpperCase() },
  ];
  const answers = await Promise.all(
    [...bodies, ...bodies].map((body, index) => collect(body, sam, { server: index % 2 })),
  );
  const [first] = await certificatesIn(id);
  if (!first) throw new Error('There is no certificate.');
  for (const { status, body } of answers) {
    expect(status).toBe(200);
    expect(body).toEqual({ acknowledged: true, insertedId: id, number: first.number });
  }
  expect(await certificatesIn(id)).toHaveLength(1);
  expect(parseCertificateNumber(first.number)).toBe(first.number);
  expect(first.number).toMatch(/^LYC-2031-/);
  expect(first).toMatchObject({
    userId: sam.id,
    courseId,
    studentName: 'Anna Test',
    courseName: courseBody.course_name,
    courseCode: 'CSE',
    instructor: courseBody.instructor,
  });
  const salt = Buffer.from(first.nameSalt ?? '', 'hex');
  expect(first.nameCommitment).toBe(hash('sha256', encodeCommitment(salt, 'Anna Test')));
});

test('stores the name encrypted and the commitment in clear text', async () => {
  const { id } = await completeModulesOfNewCourse(5);
  await collect({ enrolmentId: id });
  const [issued] = await certificatesIn(id);
  const stored = await api.readStoredData(`enrolment-${id}`);
  const text = stored.find((data) => data.includes('nameCommitment'));
  expect(text).toContain(issued?.nameCommitment);
  expect(text).not.toContain('Anna');
  expect(text).not.toContain(issued?.nameSalt);
});

test('keeps the certificate after changes to the name and the course', async () => {
  const kim = await api.registerUser();
  const { courseId, id } = await completeModulesOfNewCourse(5, kim);
  const first = await collect({ enrolmentId: id }, kim);
  const body = { name: 'Kim, renamed', imageUrl: '/kim.svg' };
  await api.call('PUT', `/users/${kim.email}`, { token: kim.token, body });
  await api.call('PUT', `/courses/${courseId}`, {
    token: admin.token,
    body: { ...courseBody, course_name: 'Another name' },
  });
  await api.call('DELETE', `/courses/${courseId}`, { token: admin.token });
  await api.call('DELETE', `/enrolledCourses/${id}`, { token: kim.token });
  expect((await collect({ courseId }, kim, { server: 1 })).body).toEqual(first.body);
  expect(await certificatesIn(id)).toMatchObject([
    { studentName: 'Anna Test', courseName: courseBody.course_name },
  ]);
});

test('issues a certificate for a completed course that was removed', async () => {
  const { courseId, id } = await completeModulesOfNewCourse(5);
  await api.call('DELETE', `/courses/${courseId}`, { token: admin.token });
  expect((await collect({ enrolmentId: id })).status).toBe(200);
});

test('issues a certificate only after the fifth module, even on a server that has refused it before', async () => {
  const { courseId, id } = await completeModulesOfNewCourse(4);
  for (const server of [0, 1])
    expect(statusAndCode(await collect({ enrolmentId: id }, sam, { server }))).toEqual([
      409,
      'course-incomplete',
    ]);
  expect((await collect({ courseId })).body.detail).toContain('4 of 5 are done');
  await api.call('PATCH', `/progress/${id}`, { token: sam.token, body: { module: 5 }, server: 0 });
  expect((await collect({ enrolmentId: id }, sam, { server: 1 })).status).toBe(200);
});

test('refuses another student’s certificate, and one for a course without an enrolment', async () => {
  const { courseId, id } = await completeModulesOfNewCourse(5);
  expect((await collect({ enrolmentId: id }, eve)).body).toMatchObject({
    ...(await collect({ enrolmentId: randomUUID() }, eve)).body,
    requestId: expect.any(String),
  });
  expect(statusAndCode(await collect({ courseId }, eve))).toEqual([409, 'course-incomplete']);
  expect(statusAndCode(await collect({ courseId: randomUUID() }))).toEqual([409, 'course-incomplete']);
  expect(statusAndCode(await collect({ enrolmentId: id }, admin))).toEqual([403, 'forbidden']);
  for (const body of [{}, { enrolmentId: 'seven' }, { courseId: 7 }])
    expect(statusAndCode(await collect(body))).toEqual([400, 'invalid-input']);
  expect(await certificatesIn(id)).toEqual([]);
  // The refusal lets the second server cache the enrolment as unknown. Once the student enrols, this server must read the stream again.
  const added = await post('/courses', courseBody, admin);
  const laterEnrolment = enrolmentIdOf(eve.id, String(added.body.insertedId));
  expect(statusAndCode(await collect({ enrolmentId: laterEnrolment }, eve, { server: 1 }))).toEqual([
    409,
    'course-incomplete',
  ]);
  await post('/enrolledCourses', { courseId: added.body.insertedId }, eve);
  const answer = await collect({ enrolmentId: laterEnrolment }, eve, { server: 1 });
  expect(answer.body.detail).toContain('0 of 5 are done');
});

test('answers a repetition with the same certificate', async () => {
  const { id } = await completeModulesOfNewCourse(5);
  const key = randomUUID();
  const first = await collect({ enrolmentId: id }, sam, { key });
  expect((await collect({ enrolmentId: id }, sam, { key, server: 1 })).body).toEqual(first.body);
  expect(statusAndCode(await collect({ courseId: id }, sam, { key }))).toEqual([422, 'key-reused']);
});
