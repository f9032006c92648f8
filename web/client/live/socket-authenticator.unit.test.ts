import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type AuthenticationResult, createSocketAuthenticator } from './socket-authenticator.ts';

const createToken = (uid: string) => `x.${btoa(JSON.stringify({ sub: uid }))}.x`;

/** Creates a tab with an identity provider and a server that records the tokens it receives. */
const createTab = () => {
  const tab = {
    uid: null as string | null,
    isLoading: false,
    role: '',
    isConnected: false,
    isProviderAvailable: true,
    results: [] as AuthenticationResult[],
    sentTokens: [] as (string | null)[],
    reconnects: 0,
    missedUpdates: 0,
  };
  const authenticator = createSocketAuthenticator({
    getCurrentUser: () => (tab.isLoading ? null : { uid: tab.uid, role: tab.role }),
    fetchToken: async () => {
      if (!tab.isProviderAvailable) throw new Error('The identity provider is not available.');
      return tab.uid && createToken(tab.uid);
    },
    isConnected: () => tab.isConnected,
    authenticate: async (token) => {
      tab.sentTokens.push(token);
      return tab.results.shift() ?? 'accepted';
    },
    reconnect: () => {
      tab.reconnects += 1;
    },
    onUpdatesMissed: () => {
      tab.missedUpdates += 1;
    },
  });
  const connect = async () => {
    const token = await authenticator.handshake();
    tab.isConnected = true;
    authenticator.update();
    await advance(0);
    return token;
  };
  return { tab, authenticator, connect };
};
const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('authenticates on a login, a change of role and a logout, but not again after a handshake', async () => {
  const { tab, authenticator, connect } = createTab();
  expect(await connect()).toBeNull();
  expect(tab.sentTokens).toEqual([]);
  tab.uid = 'sam';
  authenticator.update();
  await advance(0);
  tab.role = 'Student';
  authenticator.update();
  await advance(0);
  tab.uid = null;
  authenticator.update();
  await advance(0);
  expect(tab.sentTokens).toEqual([createToken('sam'), createToken('sam'), null]);
  const { tab: otherTab, connect: connectOther } = createTab();
  otherTab.uid = 'sam';
  expect(await connectOther()).toBe(createToken('sam'));
  await advance(600_000);
  expect(otherTab.sentTokens).toEqual([]);
});

test('retries until the identity provider is available again, and then authenticates once', async () => {
  const { tab, connect } = createTab();
  tab.uid = 'sam';
  tab.isProviderAvailable = false;
  expect(await connect()).toBeNull();
  await advance(600_000);
  expect(tab.sentTokens).toEqual([]);
  tab.isProviderAvailable = true;
  await advance(60_000);
  expect(tab.sentTokens).toEqual([createToken('sam')]);
  await advance(600_000);
  expect(tab.sentTokens).toEqual([createToken('sam')]);
});

test('retries instead of becoming a visitor when a token cannot be renewed', async () => {
  const { tab, authenticator, connect } = createTab();
  tab.uid = 'sam';
  await connect();
  tab.isProviderAvailable = false;
  authenticator.renew();
  await advance(30_000);
  expect(tab.sentTokens).toEqual([]);
  tab.isProviderAvailable = true;
  await advance(60_000);
  expect(tab.sentTokens).toEqual([createToken('sam')]);
});

test('authenticates if the user changed before the socket was connected, or if the session loads afterwards', async () => {
  const { tab, authenticator, connect } = createTab();
  tab.uid = 'sam';
  expect(await authenticator.handshake()).toBe(createToken('sam'));
  tab.uid = null;
  authenticator.update();
  await advance(0);
  expect(tab.sentTokens).toEqual([]);
  tab.isConnected = true;
  authenticator.update();
  await advance(0);
  expect(tab.sentTokens).toEqual([null]);
  tab.isConnected = false;
  tab.isLoading = true;
  await connect();
  tab.uid = 'eve';
  tab.isLoading = false;
  authenticator.update();
  await advance(0);
  expect(tab.sentTokens).toEqual([null, createToken('eve')]);
});

test('renews a refused token at once, then removes the previous user from the socket and retries later', async () => {
  const { tab, authenticator, connect } = createTab();
  tab.uid = 'sam';
  await connect();
  tab.uid = 'eve';
  tab.results = ['refused', 'refused'];
  authenticator.update();
  await advance(0);
  expect(tab.sentTokens).toEqual([createToken('eve'), createToken('eve'), null]);
  await advance(60_000);
  expect(tab.sentTokens).toEqual([createToken('eve'), createToken('eve'), null, createToken('eve')]);
});

test('reconnects once if the server does not answer, and not if the socket is disconnected', async () => {
  const { tab, authenticator, connect } = createTab();
  await connect();
  tab.uid = 'sam';
  tab.results = ['no-answer'];
  authenticator.update();
  await advance(0);
  expect(tab.reconnects).toBe(1);
  tab.isConnected = false;
  authenticator.renew();
  await advance(600_000);
  expect(tab.reconnects).toBe(1);
  expect(await connect()).toBe(createToken('sam'));
});

test('reports missed updates if the socket may have been a visitor’s before it reconnects with a token', async () => {
  const { tab, authenticator, connect } = createTab();
  tab.uid = 'sam';
  await connect();
  await connect();
  expect(tab.missedUpdates).toBe(0);
  // The token has expired, and the provider gives no new one.
  tab.isProviderAvailable = false;
  authenticator.renew();
  await advance(0);
  expect(await connect()).toBeNull();
  expect(tab.missedUpdates).toBe(0);
  tab.isProviderAvailable = true;
  await connect();
  expect(tab.missedUpdates).toBe(1);
  await connect();
  expect(tab.missedUpdates).toBe(1);
  // A new token over the open socket: the server says whether the tab must refetch.
  authenticator.renew();
  await advance(0);
  await connect();
  expect(tab.missedUpdates).toBe(1);
});
