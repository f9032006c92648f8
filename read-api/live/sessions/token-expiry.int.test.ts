import { expect } from 'vitest';
import type { LiveClient } from '#testing/live-client.ts';
import { messageKinds, liveTest as test, waitForMessages } from '#testing/live-school.ts';
import { tokenOf } from '#testing/test-node.ts';

const authenticate = (client: LiveClient, token: string | null) =>
  client.socket.timeout(30_000).emitWithAck('authenticate', token);

test('moves an open socket to the user’s rooms on sign-in, and out of them on sign-out', async ({
  live,
  school,
}) => {
  const admin = await school.register('ada', 'Admin');
  const client = await live.connect(null);
  const signIn = () => authenticate(client, tokenOf(live.provider, admin));
  expect(await signIn()).toMatchObject({ refetch: true, position: 1 });
  await school.register('bob');
  await waitForMessages(client, 1);
  expect(await signIn()).toMatchObject({ refetch: false });
  expect(await authenticate(client, null)).toMatchObject({ refetch: true });
  await school.register('eve');
  await school.addCourse('Optics');
  await waitForMessages(client, 2);
  expect(messageKinds(client)).toEqual(['user-registered', 'course-added']);
});

test('refuses an invalid token, and keeps the socket a visitor’s', async ({ live, school }) => {
  const client = await live.connect(null);
  expect(await authenticate(client, 'nonsense')).toMatchObject({
    error: expect.stringMatching(/Sign in again/),
  });
  const forged = await live.connect(null, { token: 'nonsense' });
  await expect.poll(forged.renewalRequests).toBe(1);
  await school.register('bob');
  await school.addCourse('Optics');
  await waitForMessages(forged, 1);
  expect(messageKinds(forged)).toEqual(['course-added']);
});

test('asks for a new token before the old one expires, and downgrades a socket that sends none to a visitor’s', async ({
  live,
  school,
}) => {
  const strict = await live.addNode({ liveLimits: { renewTokenBeforeMs: 700 } });
  const admin = await school.register('ada', 'Admin');
  const expiringToken = () =>
    live.provider.token({ uid: admin.uid, email: admin.email, expiresInSeconds: 2 });
  const [renewing, expiring] = await Promise.all([
    live.connect(null, { token: expiringToken() }, strict.address),
    live.connect(null, { token: expiringToken() }, strict.address),
  ]);
  await expect.poll(() => [renewing.renewalRequests(), expiring.renewalRequests()]).toEqual([1, 1]);
  expect(await authenticate(renewing, tokenOf(live.provider, admin))).not.toHaveProperty('error');
  const messagesBefore = renewing.messages.length;
  let registered = 0;
  /** Returns whether the socket without a new token still receives registrations. */
  const isStillAdmin = async () => {
    registered += 1;
    const { id } = await school.register(`bob${registered}`);
    const course = await school.addCourse(`Optics ${registered}`);
    for (const client of [renewing, expiring])
      await expect.poll(() => client.messages.at(-1)?.data).toMatchObject({ _id: course });
    return JSON.stringify(expiring.messages).includes(id);
  };
  await expect.poll(isStillAdmin, { interval: 200 }).toBe(false);
  expect(
    messageKinds(renewing)
      .slice(messagesBefore)
      .filter((kind) => kind === 'user-registered'),
  ).toHaveLength(registered);
});
