import { expect } from 'vitest';
import { retryLaterError } from '#platform/problems.ts';
import type { Reading } from '#read-api/admin-reads/reading.ts';
import {
  messageKinds,
  liveTest as plainTest,
  waitForMessages,
  waitUntilAllSent,
} from '#testing/live-school.ts';

/** A node that collects the readings that it has to record. The test can make recording fail. */
const test = plainTest.extend('recording', async ({ live }) => {
  const state = {
    recorded: [] as Reading[],
    canRecord: true,
    now: new Date('2026-03-05T08:15:00Z'),
  };
  const node = await live.addNode({
    clock: () => state.now,
    liveLimits: { dashboardIntervalMs: 20 },
    recordReading: async (reading) => {
      if (!state.canRecord) throw retryLaterError('unavailable', 'Your access could not be recorded.', 2);
      state.recorded.push(reading);
    },
  });
  return { state, address: node.address, kinds: () => state.recorded.map(({ what }) => what) };
});

test('records what an Admin reads in a catch-up, but only once per hour', async ({
  live,
  school,
  recording: { state, address, kinds },
}) => {
  const admin = await school.register('ada', 'Admin');
  const first = await live.connectTo(address, admin);
  const seen = first.lastSeen();
  first.socket.disconnect();
  await school.addCourse('Optics');
  await waitUntilAllSent(address, school);
  expect(messageKinds(await live.connect(admin, seen, address))).toEqual(['course-added']);
  expect(state.recorded).toEqual([]);
  await school.register('bob');
  await waitUntilAllSent(address, school);
  for (let time = 0; time < 2; time += 1)
    expect(messageKinds(await live.connect(admin, seen, address))).toEqual([
      'course-added',
      'user-registered',
    ]);
  expect(state.recorded).toMatchObject([
    { adminId: admin.id, what: 'users', userId: null, authorization: expect.stringMatching(/^Bearer /) },
  ]);
  state.now = new Date('2026-03-05T09:00:00Z');
  await live.connect(admin, seen, address);
  expect(kinds()).toEqual(['users', 'users']);
});

test('sends an Admin no messages, but the order to refetch, if the catch-up cannot be recorded', async ({
  live,
  school,
  recording: { state, address },
}) => {
  const admin = await school.register('ada', 'Admin');
  const student = await school.register('sam');
  const [first] = await Promise.all([live.connectTo(address, admin), live.connectTo(address, student)]);
  const seen = first.lastSeen();
  first.socket.disconnect();
  await school.register('bob');
  await school.addCourse('Optics');
  await waitUntilAllSent(address, school);
  state.canRecord = false;
  const refused = await live.connect(admin, seen, address);
  expect(refused).toMatchObject({ messages: [], welcomes: [{ refetch: true }] });
  const own = await live.connect(student, seen, address);
  expect(messageKinds(own)).toEqual(['course-added']);
  expect(state.recorded).toEqual([]);
});

test('does not record what an Admin receives about themselves', async ({
  live,
  school,
  recording: { state, address },
}) => {
  const first = await live.connectTo(address, null);
  const seen = first.lastSeen();
  const admin = await school.register('ada', 'Admin');
  await waitUntilAllSent(address, school);
  await waitForMessages(await live.connect(admin, seen, address), 1);
  expect(state.recorded).toEqual([]);
});

test('records once per hour that an Admin attends the dashboard, and sends no dashboard if recording fails', async ({
  live,
  school,
  recording: { state, address, kinds },
}) => {
  const admin = await school.register('ada', 'Admin');
  const client = await live.connectTo(address, admin);
  state.canRecord = false;
  expect(await client.attend({ at: 'dashboard' })).toMatch(/recorded/);
  await school.addCourse('Optics');
  await waitForMessages(client, 1);
  expect(client.dashboards).toEqual([]);
  state.canRecord = true;
  expect(await client.attend({ at: 'dashboard' })).toBeNull();
  await expect.poll(() => client.dashboards.length).toBeGreaterThan(0);
  expect(kinds()).toEqual(['dashboard']);
  state.now = new Date('2026-03-05T09:00:00Z');
  await expect.poll(kinds).toEqual(['dashboard', 'dashboard']);
  state.canRecord = false;
  state.now = new Date('2026-03-05T10:00:00Z');
  await expect.poll(() => client.welcomes.at(-1)?.refetch).toBe(true);
  const sent = client.dashboards.length;
  await school.addCourse('Acoustics');
  await waitForMessages(client, 2);
  expect(client.dashboards).toHaveLength(sent);
});
