/**
 * A school with a node of the read-api in front of it, and clients that hear its live messages.
 *
 * A node follows the log a moment behind, and on a busy machine for longer. What a client is told therefore depends on
 * where its node stands when it connects: tests that count messages begin with clients that are told of nothing
 * older, and wait for the node before a client comes back.
 */
import { expect } from 'vitest';
import type { LiveHandshake } from '#contract/live-messages.ts';
import { connectLiveClient, type LiveClient, tokenOf } from './test-node.ts';
import type { TestUser, School } from './school.ts';
import { openServedSchool, type ServedSchool } from './served-school.ts';

/** Where the log stands. */
const headOf = async (school: School): Promise<LiveHandshake> => ({
  since: await school.log.reader.head(),
  logId: await school.log.reader.logId(),
});

/** Connects a client that is told of nothing that happened before: again, if its node is far behind. */
export const connectAtHead = async (
  address: string,
  school: School,
  auth: LiveHandshake = {},
): Promise<LiveClient> => {
  const here = await headOf(school);
  for (;;) {
    const client = await connectLiveClient(address, { ...auth, ...here });
    if (client.welcomes[0]?.refetch === false) return client;
    client[Symbol.dispose]();
  }
};

/** Until the node has told everything that stands in the log. */
export const waitUntilAllSent = async (address: string, school: School): Promise<void> => {
  using _ = await connectAtHead(address, school);
};

/** Until a client has been told so many messages. */
export const waitForMessages = (client: LiveClient, count: number) =>
  expect.poll(() => client.messages.length).toBe(count);

export const messageKinds = (client: LiveClient) => client.messages.map((message) => message.kind);

export type LiveSchool = ServedSchool & {
  /**
   * @param auth what it says to come back or to come in otherwise; without it the client is told of nothing older.
   * @param at another node than the first.
   */
  connect(person: TestUser | null, auth?: LiveHandshake, at?: string): Promise<LiveClient>;
  /** A visitor or a person who hears what happens from now on at another node than the first. */
  connectTo(at: string, person?: TestUser | null): Promise<LiveClient>;
};

/** @param options of the first node. */
export const openLiveSchool = async (
  ...options: Parameters<typeof openServedSchool>
): Promise<LiveSchool> => {
  const endings = new AsyncDisposableStack();
  const served = endings.use(await openServedSchool(...options));
  const { school, provider, node } = served;
  const tokenFor = (person: TestUser | null) => (person ? { token: tokenOf(provider, person) } : {});
  const clientAt: LiveSchool['connectTo'] = async (at, person = null) =>
    endings.use(await connectAtHead(at, school, tokenFor(person)));
  return {
    ...served,
    connectTo: clientAt,
    connect: async (person, auth, at = node.address) =>
      auth ? endings.use(await connectLiveClient(at, { ...tokenFor(person), ...auth })) : clientAt(at, person),
    [Symbol.asyncDispose]: () => endings.disposeAsync(),
  };
};
