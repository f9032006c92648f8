import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type LiveSchool,
  openLiveSchool,
  waitForMessages,
  waitUntilAllSent,
} from '../testing/live-school.ts';
import type { School } from '../testing/school.ts';
import type { LiveClient } from '../testing/test-node.ts';

/** What a client missed may lie beyond what a node remembers, ahead of where it stands, or be too much. */
let live: LiveSchool;
let school: School;
beforeEach(async () => {
  live = await openLiveSchool();
  school = live.school;
});
afterEach(() => live[Symbol.asyncDispose]());
const allIsTold = () => waitUntilAllSent(live.node.address, school);

test('what no node remembers is read from the log itself', async () => {
  const first = await live.connect(null);
  const seen = first.lastSeen();
  first.socket.disconnect();
  const ids: string[] = [];
  for (let course = 0; course < 10; course += 1) ids.push(await school.addCourse(`Course ${course}`));
  for (const id of ids.slice(0, 5)) await school.editCourseManyTimes(id, 120);
  await school.removeCourse(ids[0] ?? '');
  await allIsTold();
  const again = await live.connect(null, seen);
  expect(again.welcomes[0]?.refetch).toBe(false);
  const positions = again.messages.map((message) => message.position);
  expect(positions).toEqual([...positions].sort((one, other) => one - other));
  expect(new Set(positions).size).toBe(positions.length);
  expect(again.received().at(-1)).toBe('611 course-removed');
  // Nine courses were added and stayed, four of them were edited 120 times each, one was removed.
  expect(again.messages).toHaveLength(9 + 4 * 120 + 1);
});

test('too much missed, or a position of another log, is to be fetched again', async () => {
  const witness = await live.connect(null);
  const id = await school.addCourse('Optics');
  await waitForMessages(witness, 1);
  const other = await live.connect(null, { since: 0, logId: '00000000-0000-4000-8000-000000000000' });
  expect([other.welcomes[0]?.refetch, other.messages]).toEqual([true, []]);
  const nameless = await live.connect(null, { since: 0 });
  expect(nameless.welcomes[0]?.refetch).toBe(true);
  await school.editCourseManyTimes(id, 1_100);
  await allIsTold();
  const late = await live.connect(null, { since: 0, logId: other.welcomes[0]?.logId });
  expect([late.welcomes[0]?.refetch, late.messages]).toEqual([true, []]);
  expect(late.welcomes[0]?.position).toBe(1_101);
});

test('a hundred thousand events behind is to be fetched again, and what happens then is told', async () => {
  const first = await live.connect(null);
  const id = await school.addCourse('Optics');
  await waitForMessages(first, 1);
  const seen = first.lastSeen();
  first.socket.disconnect();
  school.isProjectionPaused = true;
  for (let thousands = 0; thousands < 100; thousands += 1) await school.editCourseManyTimes(id, 1_000);
  await school.projectInOneStep();
  await allIsTold();
  const late = await live.connect(null, seen);
  expect(late).toMatchObject({ messages: [], welcomes: [{ position: 100_001, refetch: true }] });
  await school.addCourse('Acoustics');
  await waitForMessages(late, 1);
  expect(late.received()).toEqual(['100002 course-added']);
  // So it is on a node that has just begun.
  const fresh = await live.addNode();
  const elsewhere = await live.connect(null, seen, fresh.address);
  expect(elsewhere).toMatchObject({ messages: [], welcomes: [{ position: 100_002, refetch: true }] });
});

test('a position that no node has reached is waited for shortly, then fetched again', async () => {
  const { logId } = (await live.connect(null)).lastSeen();
  const patient = await live.addNode({ liveLimits: { waitForPositionMs: 60_000 } });
  school.isProjectionPaused = true;
  await school.addCourse('Optics');
  const ahead = live.connect(null, { since: 1, logId }, patient.address);
  await new Promise((resolve) => setTimeout(resolve, 100));
  await school.project();
  expect(await ahead).toMatchObject({ messages: [], welcomes: [{ position: 1, refetch: false }] });
  await allIsTold();
  const nonsense = await live.connect(null, { since: 9_999_999, logId });
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
    let seen: ReturnType<LiveClient['lastSeen']> = {};
    let first = 0;
    for (let round = 0; round < 12 || positions.length === 0; round += 1) {
      const one = await live.connect(null, seen);
      expect(one.welcomes[0]?.refetch).toBe(false);
      if (round === 0) first = one.welcomes[0]?.position ?? 0;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 30));
      one.socket.disconnect();
      positions.push(...one.messages.map((message) => message.position));
      seen = one.lastSeen();
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
