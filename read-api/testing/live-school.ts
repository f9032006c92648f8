/**
 * A school that is served by a node of the read-api, with live clients.
 *
 * A node follows the log with a short delay, which is longer on a busy machine. So what a client receives depends on the
 * position of its node at the time of the connection. Tests that count messages therefore connect their clients at the
 * head of the log, and wait for the node before a client reconnects.
 */
import { expect, test as plainTest } from 'vitest';
import type { LiveHandshake } from '#contract/live-messages.ts';
import { connectLiveClient, type LiveClient } from './live-client.ts';
import type { School, TestUser } from './school.ts';
import { openServedSchool, type ServedSchool } from './served-school.ts';
import { tokenOf } from './test-node.ts';

/** Connects a client that receives no earlier events. It connects again if its node is far behind. */
export const connectAtHead = async (
  address: string,
  school: School,
  auth: LiveHandshake = {},
): Promise<LiveClient> => {
  const { reader } = school.log;
  const head: LiveHandshake = { since: await reader.head(), logId: await reader.logId() };
  for (;;) {
    const client = await connectLiveClient(address, { ...auth, ...head });
    if (client.welcomes[0]?.refetch === false) return client;
    client[Symbol.dispose]();
  }
};

/** Waits until the node has sent everything that is in the log. */
export const waitUntilAllSent = async (address: string, school: School): Promise<void> => {
  using _ = await connectAtHead(address, school);
};

export const waitForMessages = (client: LiveClient, count: number) =>
  expect.poll(() => client.messages.length).toBe(count);

export const messageKinds = (client: LiveClient) => client.messages.map((message) => message.kind);

export type LiveSchool = ServedSchool & {
  /**
   * Connects a client to the first node.
   * @param user null for a visitor.
   * @param auth the handshake; by default the client is connected at the head.
   * @param address of another node.
   */
  connect(user: TestUser | null, auth?: LiveHandshake, address?: string): Promise<LiveClient>;
  /** Connects a client to another node, at the head. The client is a visitor's unless a user is given. */
  connectTo(address: string, user?: TestUser | null): Promise<LiveClient>;
};

/** @param options of the first node. */
export const openLiveSchool = async (
  ...options: Parameters<typeof openServedSchool>
): Promise<LiveSchool> => {
  const resources = new AsyncDisposableStack();
  const served = resources.use(await openServedSchool(...options));
  const { school, provider, node } = served;
  const tokenFor = (user: TestUser | null) => (user ? { token: tokenOf(provider, user) } : {});
  const connectTo: LiveSchool['connectTo'] = async (address, user = null) =>
    resources.use(await connectAtHead(address, school, tokenFor(user)));
  return {
    ...served,
    connectTo,
    connect: async (user, auth, address = node.address) =>
      auth
        ? resources.use(await connectLiveClient(address, { ...tokenFor(user), ...auth }))
        : connectTo(address, user),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
};

/** A Vitest `test` that gives each test a school of its own, which is closed after the test. */
export const liveTest = plainTest
  .extend('live', async ({ onTestFinished }) => {
    const live = await openLiveSchool();
    onTestFinished(() => live[Symbol.asyncDispose]());
    return live;
  })
  .extend('school', ({ live }) => live.school);
