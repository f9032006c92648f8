import { afterEach, beforeEach, expect, test } from 'vitest';
import { type LiveSchool, messageKinds, openLiveSchool, waitForMessages } from '../../testing/live-school.ts';
import type { School } from '../../testing/school.ts';
import { type LiveClient, tokenOf } from '../../testing/test-node.ts';

/** Signing in and out on an open socket. */
let live: LiveSchool;
let school: School;
beforeEach(async () => {
  live = await openLiveSchool();
  school = live.school;
});
afterEach(() => live[Symbol.asyncDispose]());

const authenticate = (of: LiveClient, token: string | null) =>
  of.socket.timeout(30_000).emitWithAck('authenticate', token);

test('gives the rooms of the person and takes them again', async () => {
  const admin = await school.register('ada', 'Admin');
  const one = await live.connect(null);
  const signIn = () => authenticate(one, tokenOf(live.provider, admin));
  expect(await signIn()).toMatchObject({ refetch: true, position: 1 });
  await school.register('bob');
  await waitForMessages(one, 1);
  expect(await signIn()).toMatchObject({ refetch: false });
  expect(await authenticate(one, null)).toMatchObject({ refetch: true });
  await school.register('eve');
  await school.addCourse('Optics');
  await waitForMessages(one, 2);
  expect(messageKinds(one)).toEqual(['user-registered', 'course-added']);
});

test('a token that is no good is answered, and changes nothing', async () => {
  const one = await live.connect(null);
  expect(await authenticate(one, 'nonsense')).toMatchObject({
    error: expect.stringMatching(/Sign in again/),
  });
  const forged = await live.connect(null, { token: 'nonsense' });
  await expect.poll(forged.renewalRequests).toBe(1);
  await school.register('bob');
  await school.addCourse('Optics');
  await waitForMessages(forged, 1);
  expect(messageKinds(forged)).toEqual(['course-added']);
});

test('before its token runs out it is asked for a new one; without one it is a visitor’s', async () => {
  const strict = await live.addNode({ liveLimits: { renewTokenBeforeMs: 700 } });
  const admin = await school.register('ada', 'Admin');
  const shortly = () => live.provider.token({ uid: admin.uid, email: admin.email, expiresInSeconds: 2 });
  const [renews, lapses] = await Promise.all([
    live.connect(null, { token: shortly() }, strict.address),
    live.connect(null, { token: shortly() }, strict.address),
  ]);
  await expect.poll(() => [renews.renewalRequests(), lapses.renewalRequests()]).toEqual([1, 1]);
  expect(await authenticate(renews, tokenOf(live.provider, admin))).not.toHaveProperty('error');
  const nodesTold = renews.messages.length;
  let registered = 0;
  /** Whether the one that did not sign in again is still told of somebody who registers. */
  const isStillTold = async () => {
    registered += 1;
    const { id } = await school.register(`bob${registered}`);
    const course = await school.addCourse(`Optics ${registered}`);
    for (const one of [renews, lapses])
      await expect.poll(() => one.messages.at(-1)?.data).toMatchObject({ _id: course });
    return JSON.stringify(lapses.messages).includes(id);
  };
  await expect.poll(isStillTold, { interval: 200 }).toBe(false);
  expect(
    messageKinds(renews)
      .slice(nodesTold)
      .filter((kind) => kind === 'user-registered'),
  ).toHaveLength(registered);
});
