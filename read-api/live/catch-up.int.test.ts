import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { quizStream } from '#events/catalogue/streams/quiz.ts';
import type { LiveClient } from '#testing/live-client.ts';
import { messageKinds, liveTest as test, waitForMessages, waitUntilAllSent } from '#testing/live-school.ts';
import type { School, TestUser } from '#testing/school.ts';

test('a reconnecting client receives the updates that it missed, once and in order, and only the removal of a removed course', async ({
  live,
  school,
}) => {
  const first = await live.connect(null);
  const kept = await school.addCourse('Kept');
  await waitForMessages(first, 1);
  const seen = first.lastSeen();
  first.socket.disconnect();
  await school.editCourse(kept, { price: 5 });
  const gone = await school.addCourse('Gone');
  await school.editCourse(gone, { price: 6 });
  await school.removeCourse(gone);
  await school.register('bob');
  await waitUntilAllSent(live.node.address, school);
  const reconnected = await live.connect(null, seen);
  expect(reconnected.received()).toEqual(['2 course-changed', '5 course-removed']);
  expect(reconnected.welcomes).toMatchObject([{ logId: seen.logId, refetch: false }]);
  await school.addCourse('After');
  await waitForMessages(reconnected, 3);
  expect(reconnected.received().at(-1)).toBe('7 course-added');
});

test('a node that is behind sends what it has read, and the rest later', async ({ live, school }) => {
  const first = await live.connect(null);
  const kept = await school.addCourse('Kept');
  await waitForMessages(first, 1);
  const seen = first.lastSeen();
  first.socket.disconnect();
  const gone = await school.addCourse('Gone');
  await waitUntilAllSent(live.node.address, school);
  school.isProjectionPaused = true;
  await school.editCourse(kept, { price: 5 });
  await school.removeCourse(gone);
  const reconnected = await live.connect(null, seen);
  expect(reconnected.received()).toEqual(['2 course-added']);
  await school.project();
  await waitForMessages(reconnected, 3);
  expect(reconnected.received()).toEqual(['2 course-added', '3 course-changed', '4 course-removed']);
});

test('a client can catch up from a node that was started after the node of the client had stopped', async ({
  live,
  school,
}) => {
  const first = await live.connect(null);
  const before = await school.addCourse('Before');
  await waitForMessages(first, 1);
  const seen = first.lastSeen();
  await live.node[Symbol.asyncDispose]();
  await school.editCourse(before, { price: 1 });
  await school.addCourse('Meanwhile');
  const restarted = await live.addNode();
  const reconnected = await live.connect(null, seen, restarted.address);
  expect(reconnected.received()).toEqual(['2 course-changed', '3 course-added']);
});

test('a client waits until a starting node is ready, and then receives only what it has missed', async ({
  live,
  school,
}) => {
  const first = await live.connect(null);
  for (const name of ['Optics', 'Acoustics', 'Statics']) await school.addCourse(name);
  await waitForMessages(first, 3);
  let newcomer: Promise<LiveClient> | undefined;
  let returning: Promise<LiveClient> | undefined;
  let statusBeforeReady: number | undefined;
  const node = await live.addNode({
    beforeReady: async (at) => {
      newcomer = live.connect(null, {}, at);
      returning = live.connect(null, { since: 2, logId: first.welcomes[0]?.logId }, at);
      statusBeforeReady = (await fetch(`${at}/readyz`)).status;
    },
  });
  expect(await newcomer).toMatchObject({ messages: [], welcomes: [{ position: 3, refetch: false }] });
  expect((await returning)?.received()).toEqual(['3 course-added']);
  // A load balancer must not send clients to a node that makes them wait.
  expect(statusBeforeReady).toBe(503);
  await expect.poll(async () => (await fetch(`${node.address}/readyz`)).status).toBe(200);
});

test('a client catches up under the current role: a demoted Admin receives no data of users', async ({
  live,
  school,
}) => {
  const admin = await school.register('ada', 'Admin');
  const first = await live.connect(admin);
  const seen = first.lastSeen();
  first.socket.disconnect();
  await school.register('bob');
  await school.changeRole(admin, 'Admin', 'Student');
  await school.addCourse('Optics');
  const reconnected = await live.connect(admin, seen);
  await waitForMessages(reconnected, 2);
  expect(messageKinds(reconnected)).toEqual(['own-role-changed', 'course-added']);
});

test('a removed user receives the removal, and an Admin receives no data of removed users', async ({
  live,
  school,
}) => {
  const admin = await school.register('ada', 'Admin');
  const removedUser = await school.register('dora');
  const [first, second] = await Promise.all([live.connect(admin), live.connect(removedUser)]);
  const [seen, removedUserSeen] = [first.lastSeen(), second.lastSeen()];
  first.socket.disconnect();
  second.socket.disconnect();
  const bob = await school.register('bob');
  await school.removeUser(bob);
  await school.removeUser(removedUser);
  await waitUntilAllSent(live.node.address, school);
  const reconnected = await live.connect(admin, seen);
  expect(messageKinds(reconnected)).toEqual(['user-removed', 'user-removed']);
  expect(JSON.stringify(reconnected.messages)).not.toContain('bob@');
  const gone = await live.connect(removedUser, removedUserSeen);
  expect(gone.messages).toMatchObject([
    { kind: 'person-removed', data: null },
    { kind: 'own-role-changed', data: { userType: null } },
  ]);
});

const submitWrittenQuiz = async (school: School, student: TestUser, courseId: string) => {
  const attemptId = randomUUID();
  const data = { userId: student.id, courseId, attemptId };
  const deadline = new Date().toISOString();
  await school.append(quizStream(attemptId), {
    type: 'QuizStarted',
    data: { ...data, code: 'CSE', kind: 'written', questionIds: ['cse-w1'], deadline },
  });
  await school.append(quizStream(attemptId), {
    type: 'QuizFinished',
    data: { ...data, answers: { 'cse-w1': 'Because.' }, score: null, outOf: 10, late: false, right: null },
  });
};

test('a former teacher and a former student receive no earlier quizzes and announcements of the course, neither from memory nor from the log', async ({
  live,
  school,
}) => {
  const nodeWithShortMemory = await live.addNode({ liveLimits: { maxRecentUpdates: 1 } });
  const { ian, ida, sam, zoe } = await school.registerAll({
    ian: 'Instructor',
    ida: 'Instructor',
    sam: 'Student',
    zoe: 'Student',
  });
  const courseId = await school.addCourse('Optics', { instructorId: ian.id });
  const enrolment = await school.enrol(sam, courseId);
  await school.enrol(zoe, courseId);
  const seen = (await live.connect(null)).lastSeen();

  await submitWrittenQuiz(school, zoe, courseId);
  await school.announce(ida, 'To the students', courseId);
  // The node keeps these updates in memory, with their receivers as of now.
  await waitUntilAllSent(live.node.address, school);
  await school.editCourse(courseId, { instructorId: ida.id });
  await enrolment.leave();
  await school.addCourse('Acoustics');
  for (const { address } of [live.node, nodeWithShortMemory]) await waitUntilAllSent(address, school);

  for (const user of [ian, sam]) {
    const fromMemory = await live.connect(user, seen);
    expect([fromMemory.welcomes[0]?.refetch, fromMemory.messages]).toEqual([true, []]);
    const fromLog = await live.connect(user, seen, nodeWithShortMemory.address);
    expect(fromLog.welcomes[0]?.refetch).toBe(false);
    expect(messageKinds(fromLog)).toContain('course-added');
    expect(messageKinds(fromLog)).not.toContain('quiz-submitted');
    expect(messageKinds(fromLog)).not.toContain('announcement-added');
  }
  const newTeacher = await live.connect(ida, seen, nodeWithShortMemory.address);
  expect(newTeacher.welcomes[0]?.refetch).toBe(false);
  expect(messageKinds(newTeacher)).toContain('quiz-submitted');
  const stillEnrolled = await live.connect(zoe, seen);
  expect(stillEnrolled.welcomes[0]?.refetch).toBe(false);
  expect(messageKinds(stillEnrolled)).toContain('announcement-added');
});
