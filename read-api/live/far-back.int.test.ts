import { afterEach, beforeEach, expect, test } from 'vitest';
import { type LiveSchool, openLiveSchool, told, untilAllIsTold } from '../testing/live-school.ts';
import type { TestClient } from '../testing/node.ts';
import type { School } from '../testing/school.ts';

/** What a client missed may lie beyond what a node remembers, ahead of where it stands, or be too much. */
let live: LiveSchool;
let school: School;
beforeEach(async () => {
  live = await openLiveSchool();
  school = live.school;
});
afterEach(() => live[Symbol.asyncDispose]());
const allIsTold = () => untilAllIsTold(live.node.address, school);

test('what no node remembers is read from the log itself', async () => {
  const first = await live.client(null);
  const seen = first.seen();
  first.socket.disconnect();
  const ids: string[] = [];
  for (let course = 0; course < 10; course += 1) ids.push(await school.addCourse(`Course ${course}`));
  for (const id of ids.slice(0, 5)) await school.editOften(id, 120);
  await school.removeCourse(ids[0] ?? '');
  await allIsTold();
  const again = await live.client(null, seen);
  expect(again.welcomes[0]?.refetch).toBe(false);
  const positions = again.messages.map((message) => message.position);
  expect(positions).toEqual([...positions].sort((one, other) => one - other));
  expect(new Set(positions).size).toBe(positions.length);
  expect(again.told().at(-1)).toBe('611 course-removed');
  // Nine courses were added and stayed, four of them were edited 120 times each, one was removed.
  expect(again.messages).toHaveLength(9 + 4 * 120 + 1);
});

test('too much missed, or a position of another log, is to be fetched again', async () => {
  const witness = await live.client(null);
  const id = await school.addCourse('Optics');
  await told(witness, 1);
  const other = await live.client(null, { since: 0, logId: '00000000-0000-4000-8000-000000000000' });
  expect([other.welcomes[0]?.refetch, other.messages]).toEqual([true, []]);
  const nameless = await live.client(null, { since: 0 });
  expect(nameless.welcomes[0]?.refetch).toBe(true);
  await school.editOften(id, 1_100);
  await allIsTold();
  const late = await live.client(null, { since: 0, logId: other.welcomes[0]?.logId });
  expect([late.welcomes[0]?.refetch, late.messages]).toEqual([true, []]);
  expect(late.welcomes[0]?.position).toBe(1_101);
});

test('a hundred thousand events behind is to be fetched again, and what happens then is told', async () => {
  const first = await live.client(null);
  const id = await school.addCourse('Optics');
  await told(first, 1);
  const seen = first.seen();
  first.socket.disconnect();
  school.held = true;
  for (let thousands = 0; thousands < 100; thousands += 1) await school.editOften(id, 1_000);
  await school.catchUpAtOnce();
  await allIsTold();
  const late = await live.client(null, seen);
  expect(late).toMatchObject({ messages: [], welcomes: [{ position: 100_001, refetch: true }] });
  await school.addCourse('Acoustics');
  await told(late, 1);
  expect(late.told()).toEqual(['100002 course-added']);
  // So it is on a node that has just begun.
  const fresh = await live.addNode();
  const elsewhere = await live.client(null, seen, fresh.address);
  expect(elsewhere).toMatchObject({ messages: [], welcomes: [{ position: 100_002, refetch: true }] });
});

test('a position that no node has reached is waited for shortly, then fetched again', async () => {
  const { logId } = (await live.client(null)).seen();
  const patient = await live.addNode({ liveLimits: { reachWithinMs: 60_000 } });
  school.held = true;
  await school.addCourse('Optics');
  const ahead = live.client(null, { since: 1, logId }, patient.address);
  await new Promise((resolve) => setTimeout(resolve, 100));
  await school.catchUp();
  expect(await ahead).toMatchObject({ messages: [], welcomes: [{ position: 1, refetch: false }] });
  await allIsTold();
  const nonsense = await live.client(null, { since: 9_999_999, logId });
  expect(nonsense.welcomes[0]).toMatchObject({ position: 1, refetch: true });
});

test('nobody misses or doubles anything while clients come and go under writing', async () => {
  const id = await school.addCourse('Optics');
  let writing = true;
  const writer = (async () => {
    for (let edit = 0; writing; edit += 1) await school.editCourse(id, { price: edit });
  })();
  const comingAndGoing = async () => {
    const positions: number[] = [];
    let seen: ReturnType<TestClient['seen']> = {};
    let first = 0;
    for (let round = 0; round < 12 || positions.length === 0; round += 1) {
      const one = await live.client(null, seen);
      expect(one.welcomes[0]?.refetch).toBe(false);
      if (round === 0) first = one.welcomes[0]?.position ?? 0;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 30));
      one.socket.disconnect();
      positions.push(...one.messages.map((message) => message.position));
      seen = one.seen();
    }
    const last = positions.at(-1) ?? 0;
    // Every position from the first to the last one tells this course's edit: none is missing, none is there twice.
    expect(positions).toEqual(Array.from({ length: last - first }, (_, n) => first + 1 + n));
  };
  await Promise.all([comingAndGoing(), comingAndGoing(), comingAndGoing()]).finally(() => {
    writing = false;
  });
  await writer;
});
