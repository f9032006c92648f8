import { expect, test } from 'vitest';
import type { LiveUpdate } from '../updates/live-update.ts';
import type { ResolvedAudience } from './resolve-audience.ts';
import type { SocketSession } from './socket-session.ts';
import { connectSession } from './testing/connect-session.ts';

const id = '22222222-2222-4222-8222-222222222222';
const missed: LiveUpdate = {
  ...{ position: 5, subject: `course:${id}`, isRemoval: true, roleChange: null },
  deliveries: [{ to: ['everyone'], message: { kind: 'course-removed', data: { _id: id } } }],
};

const visitor: ResolvedAudience = {
  audience: null,
  position: 5,
  expiresAt: null,
  hasRequiredSecondFactor: false,
};

const admin: ResolvedAudience = {
  ...visitor,
  audience: { id, userType: 'Admin' },
  hasRequiredSecondFactor: true,
};
const student: ResolvedAudience = { ...admin, audience: { id, userType: 'Student' } };

test('orders a client to fetch everything again only after it has been welcomed', async () => {
  const client = await connectSession(
    { resolveAudience: async () => visitor, findMissedUpdates: async () => ({ updates: [missed], upTo: 5 }) },
    (session) => void session.orderRefetch(),
  );
  await expect.poll(() => client.welcomes.map(({ refetch }) => refetch)).toEqual([false, true]);
  expect(client.received()).toEqual(['5 course-removed']);
});

/** Opens a session, then orders its client to fetch everything again while the user's role cannot be resolved. */
const orderRefetchWithoutRole = async (opened: ResolvedAudience) => {
  const answers = [Promise.resolve(opened)];
  const opening = Promise.withResolvers<SocketSession>();
  let requests = 0;
  const resolveAudience = async () => {
    requests += 1;
    return answers.shift() ?? Promise.reject(new Error('The database does not answer.'));
  };
  const client = await connectSession({ resolveAudience }, opening.resolve);
  const session = await opening.promise;
  await expect.poll(() => client.welcomes.length).toBe(1);
  await session.orderRefetch();
  await expect.poll(() => client.welcomes.map(({ refetch }) => refetch)).toEqual([false, true]);
  return { client, session, requests: () => requests };
};

test('closes the connection of staff after the order if their role cannot be resolved again', async () => {
  const { client, session, requests } = await orderRefetchWithoutRole(admin);
  await expect.poll(() => client.socket.connected).toBe(false);
  await session.orderRefetch();
  expect(requests()).toBe(2);
});

test.each([
  ['visitor', visitor],
  ['Student', student],
])('keeps the connection of a %s after the order if the role cannot be resolved again', async (_, opened) => {
  const { client, session } = await orderRefetchWithoutRole(opened);
  await session.orderRefetch();
  await expect.poll(() => client.welcomes.length).toBe(3);
  expect(client.socket.connected).toBe(true);
});

test('does not treat a user as staff from the order to refetch until their role is resolved again', async () => {
  const again = Promise.withResolvers<ResolvedAudience>();
  const answers = [Promise.resolve(admin), again.promise];
  const opening = Promise.withResolvers<SocketSession>();
  const client = await connectSession(
    { resolveAudience: async () => answers.shift() ?? admin },
    opening.resolve,
  );
  const session = await opening.promise;
  await expect.poll(() => client.welcomes.length).toBe(1);
  expect(session.isStaff).toBe(true);
  const order = session.orderRefetch();
  expect(session.isStaff).toBe(false);
  again.resolve(admin);
  await order;
  expect(session.isStaff).toBe(true);
  await expect.poll(() => client.welcomes.map(({ refetch }) => refetch)).toEqual([false, true]);
});
