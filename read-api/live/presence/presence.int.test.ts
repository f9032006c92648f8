import { beforeEach, expect, test } from 'vitest';
import type { AttendedView } from '#contract/schemas/presence.ts';
import { startTcpProxy } from '#platform/testing/tcp-proxy.ts';
import type { LiveClient } from '#testing/live-client.ts';
import { type LiveSchool, openLiveSchool } from '#testing/live-school.ts';
import type { School, TestUser } from '#testing/school.ts';

/** Short intervals keep the tests fast. The TTL is long enough for a busy machine. */
const liveLimits = { presenceIntervalMs: 50, presenceHeartbeatMs: 300, presenceTtlMs: 30_000 };

let live: LiveSchool;
let school: School;
let optics: string;
beforeEach(async () => {
  live = await openLiveSchool({ liveLimits });
  school = live.school;
  optics = await school.addCourse('Optics');
});

const lessonOf = (courseId: string): AttendedView => ({ at: 'course', courseId });
const attend = (client: LiveClient, view: AttendedView | null) => client.attend(view);
const enrolStudent = async (name: string) => {
  const user = await school.register(name);
  return { user, ...(await school.enrol(user, optics)) };
};
/** Waits until `learning` is the last count that the client has received. */
const expectLearners = (client: LiveClient, learning: number, courseId = optics) =>
  expect.poll(() => client.presence.at(-1)).toEqual({ courseId, learning });
const getPresence = async (user: TestUser | null, course = optics, address?: string) => {
  const response = await live.get(`/presence?course=${course}`, user, {}, address);
  return response.ok ? response.json() : response.status;
};
/** Returns on how many nodes the user is learning, according to the database. */
const countNodes = async (user: TestUser): Promise<number> => {
  const { rows } = await school.log.pool.query('select from state.learning where user_id = $1', [user.id]);
  return rows.length;
};

test('counts a user with three tabs on two nodes once, until the last tab leaves the lesson', async () => {
  const other = await live.addNode({ liveLimits });
  const [sam, eve] = [await enrolStudent('sam'), await enrolStudent('eve')];
  const [first, second] = [await live.connect(sam.user), await live.connect(sam.user)];
  const third = await live.connectTo(other.address, sam.user);
  for (const tab of [first, second, third]) expect(await attend(tab, lessonOf(optics))).toBeNull();
  for (const tab of [first, second, third]) await expectLearners(tab, 1);

  const evesTab = await live.connectTo(other.address, eve.user);
  expect(await attend(evesTab, lessonOf(optics))).toBeNull();
  for (const tab of [first, second, third, evesTab]) await expectLearners(tab, 2);
  for (const address of [live.node.address, other.address])
    expect(await getPresence(sam.user, optics, address)).toEqual({ courseId: optics, learning: 2 });

  first.socket.disconnect();
  second.socket.disconnect();
  await expect.poll(() => countNodes(sam.user)).toBe(1);
  expect(await getPresence(eve.user)).toEqual({ courseId: optics, learning: 2 });
  expect(await attend(third, null)).toBeNull();
  await expectLearners(evesTab, 1);
  // A tab that no longer shows the course receives no counts.
  expect(third.presence.at(-1)?.learning).toBe(2);
});

test('counts only students of the course, and sends live counts only to them, to its teacher and to Admins', async () => {
  const { user: sam } = await enrolStudent('sam');
  const ada = await school.register('ada', 'Admin');
  const [ian, ina] = [await school.register('ian', 'Instructor'), await school.register('ina', 'Instructor')];
  await school.editCourse(optics, { instructorId: ian.id });
  const stranger = await school.register('stranger');
  const refusal = 'You do not have access to this view.';
  const answers: [TestUser | null, string | null][] = [
    [null, refusal],
    [stranger, refusal],
    [ina, refusal],
    [ian, null],
    [ada, null],
    [sam, null],
  ];
  const clients: LiveClient[] = [];
  for (const [user, answer] of answers) {
    const client = await live.connect(user);
    clients.push(client);
    expect([user?.uid, await attend(client, lessonOf(optics))]).toEqual([user?.uid, answer]);
  }
  for (const admitted of clients.slice(3)) await expectLearners(admitted, 1);
  for (const refused of clients.slice(0, 3)) expect(refused.presence).toEqual([]);
  // Every registered user may GET the count.
  expect(await getPresence(null)).toBe(401);
  expect(await getPresence(stranger)).toEqual({ courseId: optics, learning: 1 });
});

test('refuses to attend a view that does not exist', async () => {
  const { user } = await enrolStudent('sam');
  const client = await live.connect(user);
  for (const view of [
    1,
    'course',
    { at: 'course' },
    { at: 'course', courseId: "'; drop table" },
    { at: 'nowhere' },
    { at: 'course', courseId: ['a', 'b'] },
  ])
    expect([view, await attend(client, view as AttendedView)]).toEqual([view, 'This view does not exist.']);
  client.socket.emit('attend', lessonOf(optics), undefined as never);
  expect(await attend(client, null)).toBeNull();
  expect(client.presence).toEqual([]);
});

test('does not count users who left the course, were removed, or signed out', async () => {
  const [sam, eve, bob, ann] = [
    await enrolStudent('sam'),
    await enrolStudent('eve'),
    await enrolStudent('bob'),
    await enrolStudent('ann'),
  ];
  const witness = await live.connect(sam.user);
  await attend(witness, lessonOf(optics));
  const others = await Promise.all([eve, bob, ann].map(({ user }) => live.connect(user)));
  for (const other of others) expect(await attend(other, lessonOf(optics))).toBeNull();
  await expectLearners(witness, 4);
  await eve.leave();
  await expectLearners(witness, 3);
  await school.removeUser(bob.user);
  await expectLearners(witness, 2);
  await others[2]?.authenticate(null);
  await expectLearners(witness, 1);
  for (const other of others)
    expect(await attend(other, lessonOf(optics))).toBe('You do not have access to this view.');
});

test('entries of a node that cannot reach the database expire automatically, and return when the node can reach it again', async () => {
  const proxy = await startTcpProxy(school.url);
  await using _ = proxy;
  const proxiedNode = await live.addNode({
    environment: { DATABASE_URL: proxy.url },
    liveLimits: { ...liveLimits, presenceTtlMs: 1_500 },
  });
  const [sam, eve] = [await enrolStudent('sam'), await enrolStudent('eve')];
  const here = await live.connect(sam.user);
  await attend(here, lessonOf(optics));
  const there = await live.connectTo(proxiedNode.address, eve.user);
  expect(await attend(there, lessonOf(optics))).toBeNull();
  await expectLearners(here, 2);
  proxy.block();
  await expectLearners(here, 1);
  proxy.unblock();
  await expectLearners(here, 2);
});

test('a node that shuts down removes its entries at once', async () => {
  const other = await live.addNode({ liveLimits });
  const [sam, eve] = [await enrolStudent('sam'), await enrolStudent('eve')];
  const here = await live.connect(sam.user);
  await attend(here, lessonOf(optics));
  const there = await live.connectTo(other.address, eve.user);
  await attend(there, lessonOf(optics));
  await expectLearners(here, 2);
  await other[Symbol.asyncDispose]();
  await expectLearners(here, 1);
  const { rows } = await school.log.pool.query('select from state.nodes');
  expect(rows).toHaveLength(1);
});

test('publishes everything again after the database has lost it in a crash', async () => {
  const { user } = await enrolStudent('sam');
  const client = await live.connect(user);
  await attend(client, lessonOf(optics));
  await expectLearners(client, 1);
  await school.log.pool.query('truncate state.nodes, state.present, state.learning');
  await expect.poll(() => countNodes(user)).toBe(1);
  await expectLearners(client, 1);
});

test('sends at most one count per interval, and the right one in the end, however many users come and go', async () => {
  const students: TestUser[] = [];
  for (let n = 0; n < 12; n += 1) students.push((await enrolStudent(`student${n}`)).user);
  const [first, ...others] = await Promise.all(students.map((user) => live.connect(user)));
  if (!first) throw new Error('There are no clients.');
  await attend(first, lessonOf(optics));
  await expectLearners(first, 1);
  const messagesBefore = first.presence.length;
  const startedAt = performance.now();
  for (let round = 0; round < 3; round += 1) {
    await Promise.all(others.map((client) => attend(client, lessonOf(optics))));
    await Promise.all(others.slice(0, 6).map((client) => attend(client, null)));
  }
  await expectLearners(first, 6);
  // Two more intervals, because the first and the last one are measured only in part.
  const intervals = (performance.now() - startedAt) / liveLimits.presenceIntervalMs + 2;
  expect(first.presence.length - messagesBefore).toBeLessThanOrEqual(intervals);
});
