import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { maxPlaybackUpdatesPerMinute } from '#contract/schemas/playback.ts';
import { startTestCommandApi, statusAndCode } from '#testing/command-api.ts';

const api = await startTestCommandApi({ servers: 2 });
const admin = await api.registerUser('Admin');
const courseId = await api.addCourse(admin);

/** Registers and enrols a new student for each test, because the rate limit counts per student. */
const enrolStudent = async () => {
  const user = await api.registerUser();
  const post = (path: string, body: object) => api.call('POST', path, { token: user.token, body });
  const { body } = await post('/enrolledCourses', { courseId });
  const enrolmentId = String(body.insertedId);
  return {
    ...user,
    enrolmentId,
    // The field `courseId` takes the id of the course or of the enrolment.
    start: () => post('/progress', { courseId: enrolmentId }),
    leave: () => api.call('DELETE', `/enrolledCourses/${enrolmentId}`, { token: user.token }),
    save: (position: object, server = 0) =>
      api.call('PUT', '/playback', { token: user.token, server, body: { enrolmentId, ...position } }),
  };
};
const savedPositionsOf = async (user: { id: string }) =>
  (await api.pool.query('select module, second from state.playback where user_id = $1', [user.id])).rows;

test('saves the last position without an event, whether the request names the enrolment or the course', async () => {
  const sam = await enrolStudent();
  await sam.start();
  const first = await sam.save({ module: 3, second: 84 });
  expect([first.status, first.body.matchedCount, first.body.modifiedCount]).toEqual([200, 1, 1]);
  expect(first.headers.get('log-position')).toBeNull();
  await sam.save({ module: 3, second: 84 }, 1);
  expect(await savedPositionsOf(sam)).toEqual([{ module: 3, second: 84 }]);
  await sam.save({ enrolmentId: courseId.toUpperCase(), module: '4', second: '7' }, 1);
  expect(await savedPositionsOf(sam)).toEqual([{ module: 4, second: 7 }]);
  expect(await api.reader.readStream(`enrolment-${sam.enrolmentId}`)).toHaveLength(2);
});

test('keeps the later position if an older one arrives afterwards', async () => {
  const sam = await enrolStudent();
  await sam.start();
  await sam.save({ module: 2, second: 30 });
  const late = await sam.save({ module: 1, second: 500, secondsAgo: 60 }, 1);
  expect([late.status, late.body.modifiedCount]).toEqual([200, 0]);
  expect(await savedPositionsOf(sam)).toEqual([{ module: 2, second: 30 }]);
});

test('accepts six positions per minute, and refuses the next', async () => {
  const sam = await enrolStudent();
  await sam.start();
  for (let second = 1; second <= maxPlaybackUpdatesPerMinute; second += 1)
    expect((await sam.save({ module: 1, second })).status).toBe(200);
  const tooMany = await sam.save({ module: 1, second: 99 });
  expect(statusAndCode(tooMany)).toEqual([429, 'too-many-requests']);
  expect(Number(tooMany.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await savedPositionsOf(sam)).toEqual([{ module: 1, second: maxPlaybackUpdatesPerMinute }]);
});

test('accepts positions only from students who have started the course', async () => {
  const sam = await enrolStudent();
  const eve = await enrolStudent();
  const position = { module: 1, second: 1 };
  expect(statusAndCode(await sam.save(position))).toEqual([409, 'conflict']);
  await sam.start();
  await eve.start();
  expect(statusAndCode(await eve.save({ ...position, enrolmentId: sam.enrolmentId }))).toEqual([
    409,
    'conflict',
  ]);
  expect(statusAndCode(await sam.save({ ...position, enrolmentId: randomUUID() }))).toEqual([
    409,
    'conflict',
  ]);
  await sam.leave();
  expect(statusAndCode(await sam.save(position))).toEqual([409, 'conflict']);
  for (const userType of ['Admin', 'Instructor']) {
    const { token } = await api.registerUser(userType);
    const body = { ...position, enrolmentId: sam.enrolmentId };
    expect(statusAndCode(await api.call('PUT', '/playback', { token, body }))).toEqual([403, 'forbidden']);
  }
  expect(await savedPositionsOf(sam)).toEqual([]);
});

test.each([
  { module: 0 },
  { module: 6 },
  { module: 1.5 },
  { second: -1 },
  { second: 86_401 },
  { second: 'NaN' },
  { secondsAgo: -1 },
  { enrolmentId: 'x' },
])('refuses %j', async (invalid) => {
  const sam = await enrolStudent();
  const answer = await sam.save({ module: 1, second: 0, ...invalid });
  expect(statusAndCode(answer)).toEqual([400, 'invalid-input']);
});

test('deletes the positions of a removed user, even if one arrives at the same moment', async () => {
  for (let round = 0; round < 5; round += 1) {
    const sam = await enrolStudent();
    await sam.start();
    await sam.save({ module: 5, second: 10 });
    const answers = await Promise.all([
      sam.save({ module: 5, second: 11 }, 1),
      api.call('DELETE', `/users/${sam.id}`, { token: admin.token }),
      sam.save({ module: 5, second: 12 }, 1),
    ]);
    expect(answers[1].body.deletedCount).toBe(1);
    for (const { status, body } of [answers[0], answers[2]])
      if (status !== 200) expect([status, body.code]).toEqual([403, 'account-removed']);
    expect(await savedPositionsOf(sam)).toEqual([]);
    expect(statusAndCode(await sam.save({ module: 5, second: 13 }))).toEqual([403, 'account-removed']);
  }
});

test('does not let the database role of the command-api delete positions directly', async () => {
  const client = await api.pool.connect();
  await client.query('begin');
  await client.query('set local role lyceum_command');
  await expect(client.query('delete from state.playback')).rejects.toThrow('permission denied');
  await client.query('rollback');
  client.release();
});
