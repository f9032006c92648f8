/**
 * A school that is served by nodes of the read-api, with live clients.
 *
 * A node follows the log with a short delay, which is longer on a busy machine. So what a client receives depends on the position of its
 * node when it connects. Tests that count messages therefore connect their clients at the head of the log, and wait for the node before a
 * client reconnects.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test as plainTest } from 'vitest';
import type { LiveHandshake } from '#contract/live-messages.ts';
import { closeAfterTests } from '#platform/testing/close-after-tests.ts';
import { startIdentityProvider, type TestIdentityProvider } from '#platform/testing/identity-provider.ts';
import { connectLiveClient, type LiveClient } from './live-client.ts';
import { openSchool, type School, type TestUser } from './school.ts';
import { openTestNode, type TestNode, type TestNodeOptions, tokenOf } from './test-node.ts';

/** Connects a client that receives no earlier events. Connects again if the node does not reach the head in time. */
export const connectAtHead = async (
  address: string,
  school: School,
  auth: LiveHandshake = {},
): Promise<LiveClient> => {
  const { reader } = school.log;
  const head: LiveHandshake = { since: await reader.head(), logId: await reader.historyId() };
  for (;;) {
    const client = await connectLiveClient(address, { ...auth, ...head });
    if (client.welcomes[0]?.refetch === false) return client;
    client[Symbol.dispose]();
    await sleep(10);
  }
};

/** Waits until the node has sent everything that is in the log. */
export const waitUntilAllSent = async (address: string, school: School): Promise<void> => {
  using _ = await connectAtHead(address, school);
};

export const waitForMessages = (client: LiveClient, count: number) =>
  expect.poll(() => client.messages.length).toBe(count);

export const messageKinds = (client: LiveClient) => client.messages.map((message) => message.kind);

/** Somebody with an account at the identity provider, registered or not; null for a visitor. */
export type RequestUser = Pick<TestUser, 'uid' | 'email'> | null;

export type LiveSchool = {
  school: School;
  provider: TestIdentityProvider;
  /** The first node. */
  node: TestNode;
  addNode(options?: TestNodeOptions): Promise<TestNode>;
  /** Returns the `Authorization` header of a request of this user; no header for a visitor. */
  authorizationOf(user: RequestUser): Record<string, string>;
  /** Sends a GET. @param user a visitor by default. @param address of a node; the first by default. */
  get(
    path: string,
    user?: RequestUser,
    headers?: Record<string, string>,
    address?: string,
  ): Promise<Response>;
  /** Sends a GET and returns the JSON of the answer. */
  getJson(path: string, user?: RequestUser): Promise<unknown>;
  /**
   * Connects a client.
   * @param user null for a visitor.
   * @param auth the handshake; by default the client is connected at the head.
   * @param address of a node; the first by default.
   */
  connect(user: TestUser | null, auth?: LiveHandshake, address?: string): Promise<LiveClient>;
  /** Connects a client to the node at an address, at the head of the log. By default it is the client of a visitor. */
  connectTo(address: string, user?: TestUser | null): Promise<LiveClient>;
};

/**
 * Opens a school and a node that serves it. Nodes, clients and school are closed after the test, or after the tests of
 * the file.
 * @param options of the first node.
 * @param url of an existing database; by default the school gets a database of its own.
 */
export const openLiveSchool = async (options: TestNodeOptions = {}, url?: string): Promise<LiveSchool> => {
  const school = await openSchool(url);
  const provider = closeAfterTests(await startIdentityProvider());
  const resources = closeAfterTests(new AsyncDisposableStack());
  const addNode: LiveSchool['addNode'] = async (nodeOptions = {}) =>
    resources.use(await openTestNode(school.url, provider, nodeOptions));
  const node = await addNode(options);
  const handshakeOf = (user: RequestUser) => (user ? { token: tokenOf(provider, user) } : {});
  const authorizationOf = (user: RequestUser): Record<string, string> =>
    user ? { authorization: `Bearer ${tokenOf(provider, user)}` } : {};
  const get: LiveSchool['get'] = (path, user = null, headers = {}, address = node.address) =>
    fetch(address + path, { headers: { ...authorizationOf(user), ...headers } });
  const connectTo: LiveSchool['connectTo'] = async (address, user = null) =>
    resources.use(await connectAtHead(address, school, handshakeOf(user)));
  return {
    school,
    provider,
    node,
    addNode,
    authorizationOf,
    get,
    getJson: async (path, user) => (await get(path, user)).json(),
    connectTo,
    connect: async (user, auth, address = node.address) =>
      auth
        ? resources.use(await connectLiveClient(address, { ...handshakeOf(user), ...auth }))
        : connectTo(address, user),
  };
};

/** A Vitest `test` that gives each test a school of its own. */
export const liveTest = plainTest
  .extend('live', () => openLiveSchool())
  .extend('school', ({ live }) => live.school);
