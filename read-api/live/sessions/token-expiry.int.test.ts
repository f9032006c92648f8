import { expect } from 'vitest';
import {
  type IdentityVerifier,
  openIdentityVerifier,
  type VerifierOptions,
} from '#platform/identity/identity-verifier.ts';
import { afterTests } from '#platform/testing/close-after-tests.ts';
import { type TestIdentityProvider, testProjectId } from '#platform/testing/identity-provider.ts';
import { connectAtHead, messageKinds, liveTest as test, waitForMessages } from '#testing/live-school.ts';
import { tokenOf } from '#testing/test-node.ts';

test('moves an open socket to the user’s rooms on sign-in, and out of them on sign-out', async ({
  live,
  school,
}) => {
  const admin = await school.register('ada', 'Admin');
  const client = await live.connect(null);
  const signIn = () => client.authenticate(tokenOf(live.provider, admin));
  expect(await signIn()).toMatchObject({ refetch: true, position: 1 });
  await school.register('bob');
  await waitForMessages(client, 1);
  expect(await signIn()).toMatchObject({ refetch: false });
  expect(await client.authenticate(null)).toMatchObject({ refetch: true });
  await school.register('eve');
  await school.addCourse('Optics');
  await waitForMessages(client, 2);
  expect(messageKinds(client)).toEqual(['user-registered', 'course-added']);
});

test('refuses an invalid token, and treats the socket as that of a visitor', async ({ live, school }) => {
  const client = await live.connect(null);
  expect(await client.authenticate('nonsense')).toMatchObject({
    error: expect.stringMatching(/Sign in again/),
  });
  const forged = await live.connect(null, { token: 'nonsense' });
  await expect.poll(forged.renewalRequests).toBe(1);
  await school.register('bob');
  await school.addCourse('Optics');
  for (const visitor of [client, forged]) {
    await waitForMessages(visitor, 1);
    expect(messageKinds(visitor)).toEqual(['course-added']);
  }
});

test('asks for a new token before the old one expires, and treats a socket that sends none as that of a visitor', async ({
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
  expect(await renewing.authenticate(tokenOf(live.provider, admin))).not.toHaveProperty('error');
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

/** Opens a verifier whose options differ from those of the nodes. It is closed after the test. */
const openVerifier = (
  { agent: httpAgent, credential }: TestIdentityProvider,
  options: Partial<VerifierOptions>,
): IdentityVerifier => {
  const defaults = { projectId: testProjectId, emulatorHost: null, httpAgent, credential };
  const verifier = openIdentityVerifier({ ...defaults, ...options });
  afterTests(verifier.close);
  return verifier;
};

test('treats an open socket as that of a visitor when its token is revoked, and does not affect others', async ({
  live,
  school,
}) => {
  const { provider } = live;
  const [ada, ann] = [await school.register('ada', 'Admin'), await school.register('ann', 'Admin')];
  for (const { uid } of [ada, ann]) provider.accounts.set(uid, { localId: uid });
  const node = await live.addNode({
    verifier: openVerifier(provider, { shouldCheckRevoked: true }),
    environment: { GOOGLE_APPLICATION_CREDENTIALS: 'given' },
    liveLimits: { tokenCheckIntervalMs: 20 },
  });
  const [revoked, kept] = [await live.connectTo(node.address, ada), await live.connectTo(node.address, ann)];
  provider.accounts.set(ada.uid, {
    localId: ada.uid,
    validSince: String(Math.floor(Date.now() / 1_000) + 60),
  });
  await expect.poll(revoked.renewalRequests).toBe(1);
  await school.register('bob');
  await school.addCourse('Optics');
  await waitForMessages(kept, 2);
  await waitForMessages(revoked, 1);
  expect(messageKinds(revoked)).toEqual(['course-added']);
  expect([revoked.renewalRequests(), kept.renewalRequests()]).toEqual([1, 0]);
});

test('an Admin without the required second factor reads and receives only what is public, and their own data', async ({
  live,
  school,
}) => {
  const { provider } = live;
  const strict = await live.addNode({
    verifier: openVerifier(provider, { adminSecondFactor: 'required' }),
  });
  const [ada, sam] = [await school.register('ada', 'Admin'), await school.register('sam')];
  const firebase = { sign_in_provider: 'password', identities: {}, sign_in_second_factor: 'totp' };
  const tokenWithFactor = provider.token({ uid: ada.uid, email: ada.email, claims: { firebase } });
  const withoutFactor = await live.connectTo(strict.address, ada);
  const withFactor = await connectAtHead(strict.address, school, { token: tokenWithFactor });
  const promoted = await live.connectTo(strict.address, sam);
  await school.changeRole(sam, 'Student', 'Admin');
  await school.register('bob');
  await school.addCourse('Optics');
  await expect.poll(() => messageKinds(withFactor)).toContain('course-added');
  await expect.poll(() => messageKinds(withoutFactor)).toEqual(['course-added']);
  await expect.poll(() => messageKinds(promoted)).toEqual(['own-role-changed', 'course-added']);
  expect(messageKinds(withFactor)).toContain('user-registered');
  withFactor[Symbol.dispose]();

  const read = async (path: string) => {
    const answer = await live.get(path, ada, {}, strict.address);
    return [answer.status, ((await answer.json()) as { code?: string }).code];
  };
  const refused = [403, 'second-factor-required'];
  expect(await read('/users')).toEqual(refused);
  expect(await read(`/notes/${sam.email}`)).toEqual(refused);
  expect(await read('/courses')).toEqual([200, undefined]);
  expect(await read('/reviews')).toEqual([200, undefined]);
  // The client learns that the user is an Admin, and can say what is missing.
  expect(await read(`/userType?email=${ada.email}`)).toEqual([200, undefined]);
  const headers = { authorization: `Bearer ${tokenWithFactor}` };
  expect((await fetch(`${strict.address}/users`, { headers })).status).toBe(200);
});
