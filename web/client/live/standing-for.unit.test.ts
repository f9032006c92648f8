import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { standingFor, type Taken } from './standing-for.ts';

const tokenOf = (uid: string) => `x.${btoa(JSON.stringify({ sub: uid }))}.x`;

/** A tab with its provider and its server, which notes what it is told. */
const aTab = () => {
  const tab = {
    uid: null as string | null,
    isLoading: false,
    role: '',
    isConnected: false,
    /** Whether the identity provider can be reached. */
    provider: true,
    answers: [] as Taken[],
    said: [] as (string | null)[],
    opened: 0,
  };
  const standing = standingFor({
    person: () => (tab.isLoading ? null : { uid: tab.uid, role: tab.role }),
    token: async () => {
      if (!tab.provider) throw new Error('No line to the provider.');
      return tab.uid && tokenOf(tab.uid);
    },
    isConnected: () => tab.isConnected,
    say: async (token) => {
      tab.said.push(token);
      return tab.answers.shift() ?? 'taken';
    },
    reopen: () => {
      tab.opened += 1;
    },
  });
  const connect = async () => {
    const token = await standing.handshake();
    tab.isConnected = true;
    standing.look();
    await pass(0);
    return token;
  };
  return { tab, standing, connect };
};
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('what the handshake said is not said again; a login, another role and a logout are', async () => {
  const { tab, standing, connect } = aTab();
  expect(await connect()).toBeNull();
  expect(tab.said).toEqual([]);
  tab.uid = 'sam';
  standing.look();
  await pass(0);
  tab.role = 'Student';
  standing.look();
  await pass(0);
  tab.uid = null;
  standing.look();
  await pass(0);
  expect(tab.said).toEqual([tokenOf('sam'), tokenOf('sam'), null]);
  const { tab: other, connect: connectOther } = aTab();
  other.uid = 'sam';
  expect(await connectOther()).toBe(tokenOf('sam'));
  await pass(600_000);
  expect(other.said).toEqual([]);
});

test('a line that came back before the provider did says who is there as soon as that is possible', async () => {
  const { tab, connect } = aTab();
  tab.uid = 'sam';
  tab.provider = false;
  expect(await connect()).toBeNull();
  await pass(600_000);
  expect(tab.said).toEqual([]);
  tab.provider = true;
  await pass(60_000);
  expect(tab.said).toEqual([tokenOf('sam')]);
  await pass(600_000);
  expect(tab.said).toEqual([tokenOf('sam')]);
});

test('asked for a new token that cannot be had, it is not nobody: it is tried again', async () => {
  const { tab, standing, connect } = aTab();
  tab.uid = 'sam';
  await connect();
  tab.provider = false;
  standing.again();
  await pass(30_000);
  expect(tab.said).toEqual([]);
  tab.provider = true;
  await pass(60_000);
  expect(tab.said).toEqual([tokenOf('sam')]);
});

test('who logs out, or is another, while the line is being opened is said when it is open', async () => {
  const { tab, standing, connect } = aTab();
  tab.uid = 'sam';
  expect(await standing.handshake()).toBe(tokenOf('sam'));
  tab.uid = null;
  standing.look();
  await pass(0);
  expect(tab.said).toEqual([]);
  tab.isConnected = true;
  standing.look();
  await pass(0);
  expect(tab.said).toEqual([null]);
  tab.isConnected = false;
  tab.isLoading = true;
  await connect();
  tab.uid = 'eve';
  tab.isLoading = false;
  standing.look();
  await pass(0);
  expect(tab.said).toEqual([null, tokenOf('eve')]);
});

test('a refused token is renewed at once, then later; the one before is not left sitting there', async () => {
  const { tab, standing, connect } = aTab();
  tab.uid = 'sam';
  await connect();
  tab.uid = 'eve';
  tab.answers = ['refused', 'refused'];
  standing.look();
  await pass(0);
  expect(tab.said).toEqual([tokenOf('eve'), tokenOf('eve'), null]);
  await pass(60_000);
  expect(tab.said).toEqual([tokenOf('eve'), tokenOf('eve'), null, tokenOf('eve')]);
});

test('without an answer the line is opened anew, once; a line that is gone comes by itself', async () => {
  const { tab, standing, connect } = aTab();
  await connect();
  tab.uid = 'sam';
  tab.answers = ['unheard'];
  standing.look();
  await pass(0);
  expect(tab.opened).toBe(1);
  tab.isConnected = false;
  standing.again();
  await pass(600_000);
  expect(tab.opened).toBe(1);
  expect(await connect()).toBe(tokenOf('sam'));
});
