import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AttendedView } from '#contract/schemas/presence.ts';
import { enrolmentIdOf } from '#platform/identity/record-ids.ts';
import { startTcpProxy } from '#platform/testing/tcp-proxy.ts';
import { type LiveSchool, openLiveSchool } from '../../testing/live-school.ts';
import type { School, TestUser } from '../../testing/school.ts';
import type { LiveClient } from '../../testing/test-node.ts';

/** Quick, so that a test needn't wait; what a node says lasts long enough for a busy machine. */
const liveLimits = { presenceIntervalMs: 50, presenceHeartbeatMs: 300, presenceTtlMs: 30_000 };

let live: LiveSchool;
let school: School;
let optics: string;
beforeEach(async () => {
  live = await openLiveSchool({ liveLimits });
  school = live.school;
  optics = await school.addCourse('Optics');
});
afterEach(() => live[Symbol.asyncDispose]());

const at = (courseId: string): AttendedView => ({ at: 'course', courseId });
const attend = (client: LiveClient, place: AttendedView | null): Promise<string | null> =>
  client.socket.timeout(10_000).emitWithAck('attend', place);
const enrol = async (person: TestUser, courseId = optics) => {
  const enrolment = `enrolment-${enrolmentIdOf(person.id, courseId)}`;
  await school.append(enrolment, { type: 'StudentEnrolled', data: { userId: person.id, courseId } });
  return {
    leave: () => school.append(enrolment, { type: 'StudentLeft', data: { userId: person.id, courseId } }),
  };
};
const student = async (name: string) => {
  const person = await school.register(name);
  return { person, ...(await enrol(person)) };
};
/** Until the client was told at last that so many learn the course. */
const isTold = (client: LiveClient, learning: number, courseId = optics) =>
  expect.poll(() => client.presence.at(-1), { timeout: 10_000 }).toEqual({ courseId, learning });
const ask = async (person: TestUser | null, course = optics, address?: string) => {
  const response = await live.get(`/presence?course=${course}`, person, {}, address);
  return response.ok ? response.json() : response.status;
};
/** On how many nodes somebody learns, as the database has it. */
const nodesOf = async (person: TestUser): Promise<number> => {
  const { rows } = await school.log.pool.query('select from state.learning where user_id = $1', [person.id]);
  return rows.length;
};

test('everybody once, with three tabs on two nodes, until the last tab is closed', async () => {
  const other = await live.addNode({ liveLimits });
  const [sam, eve] = [await student('sam'), await student('eve')];
  const [first, second] = [await live.connect(sam.person), await live.connect(sam.person)];
  const third = await live.connectTo(other.address, sam.person);
  for (const tab of [first, second, third]) expect(await attend(tab, at(optics))).toBeNull();
  for (const tab of [first, second, third]) await isTold(tab, 1);

  const hers = await live.connectTo(other.address, eve.person);
  expect(await attend(hers, at(optics))).toBeNull();
  for (const tab of [first, second, third, hers]) await isTold(tab, 2);
  for (const address of [live.node.address, other.address])
    expect(await ask(sam.person, optics, address)).toEqual({ courseId: optics, learning: 2 });

  first.socket.disconnect();
  second.socket.disconnect();
  // His node has said so, and he is still there.
  await expect.poll(() => nodesOf(sam.person)).toBe(1);
  expect(await ask(eve.person)).toEqual({ courseId: optics, learning: 2 });
  expect(await attend(third, null)).toBeNull();
  await isTold(hers, 1);
  // Who shows something else is told no more.
  expect(third.presence.at(-1)?.learning).toBe(2);
});

test('who is enrolled counts, who teaches is told, and nobody else is either', async () => {
  const { person: sam } = await student('sam');
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
  for (const [person, answer] of answers) {
    const client = await live.connect(person);
    clients.push(client);
    expect([person?.uid, await attend(client, at(optics))]).toEqual([person?.uid, answer]);
  }
  for (const told of clients.slice(3)) await isTold(told, 1);
  for (const refused of clients.slice(0, 3)) expect(refused.presence).toEqual([]);
  expect(await ask(null)).toBe(401);
  expect(await ask(stranger)).toEqual({ courseId: optics, learning: 1 });
});

test.each([
  ['a number', 1],
  ['a word', 'course'],
  ['a course without its id', { at: 'course' }],
  ['an id that is none', { at: 'course', courseId: "'; drop table" }],
  ['a place that is none', { at: 'nowhere' }],
  ['many courses', { at: 'course', courseId: ['a', 'b'] }],
])('%s is no place', async (_, place) => {
  const { person } = await student('sam');
  const client = await live.connect(person);
  expect(await attend(client, place as AttendedView)).toBe('This view does not exist.');
  client.socket.emit('attend', at(optics), undefined as never);
  expect(await attend(client, null)).toBeNull();
  expect(client.presence).toEqual([]);
});

test('who leaves the course, is removed, or is another by now learns no more', async () => {
  const [sam, eve, bob, ann] = [
    await student('sam'),
    await student('eve'),
    await student('bob'),
    await student('ann'),
  ];
  const witness = await live.connect(sam.person);
  await attend(witness, at(optics));
  const others = await Promise.all([eve, bob, ann].map(({ person }) => live.connect(person)));
  for (const other of others) expect(await attend(other, at(optics))).toBeNull();
  await isTold(witness, 4);
  await eve.leave();
  await isTold(witness, 3);
  await school.removeUser(bob.person);
  await isTold(witness, 2);
  await others[2]?.socket.timeout(10_000).emitWithAck('authenticate', null);
  await isTold(witness, 1);
  for (const other of others)
    expect(await attend(other, at(optics))).toBe('You do not have access to this view.');
});

test('the people of a node that is cut off go out with it, and are back when it is', async () => {
  const relay = await startTcpProxy(school.url);
  await using _ = relay;
  const far = await live.addNode({
    environment: { DATABASE_URL: relay.url },
    liveLimits: { ...liveLimits, presenceTtlMs: 1_500 },
  });
  const [sam, eve] = [await student('sam'), await student('eve')];
  const here = await live.connect(sam.person);
  await attend(here, at(optics));
  const there = await live.connectTo(far.address, eve.person);
  expect(await attend(there, at(optics))).toBeNull();
  await isTold(here, 2);
  relay.block();
  await isTold(here, 1);
  relay.unblock();
  await isTold(here, 2);
});

test('a node that ends takes its people with it at once', async () => {
  const other = await live.addNode({ liveLimits });
  const [sam, eve] = [await student('sam'), await student('eve')];
  const here = await live.connect(sam.person);
  await attend(here, at(optics));
  const there = await live.connectTo(other.address, eve.person);
  await attend(there, at(optics));
  await isTold(here, 2);
  await other[Symbol.asyncDispose]();
  await isTold(here, 1);
  const { rows } = await school.log.pool.query('select from state.nodes');
  expect(rows).toHaveLength(1);
});

test('what the database forgets in a crash is said again', async () => {
  const { person } = await student('sam');
  const client = await live.connect(person);
  await attend(client, at(optics));
  await isTold(client, 1);
  await school.log.pool.query('truncate state.nodes, state.present, state.learning');
  await expect.poll(() => nodesOf(person)).toBe(1);
  await isTold(client, 1);
});

test('however many come and go, a tab is told a few times a second, and at last what is true', async () => {
  const people: TestUser[] = [];
  for (let n = 0; n < 12; n += 1) people.push((await student(`student${n}`)).person);
  const [first, ...others] = await Promise.all(people.map((person) => live.connect(person)));
  if (!first) throw new Error('Nobody came.');
  await attend(first, at(optics));
  await isTold(first, 1);
  const toldBefore = first.presence.length;
  const began = performance.now();
  for (let round = 0; round < 3; round += 1) {
    await Promise.all(others.map((client) => attend(client, at(optics))));
    await Promise.all(others.slice(0, 6).map((client) => attend(client, null)));
  }
  await isTold(first, 6);
  const looks = (performance.now() - began) / liveLimits.presenceIntervalMs + 2;
  expect(first.presence.length - toldBefore).toBeLessThanOrEqual(looks);
});
