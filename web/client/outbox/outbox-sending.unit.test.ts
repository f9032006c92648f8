import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod/mini';
import { ApiError } from '../api/api-error.ts';
import { rememberRead } from '../api/log-position.ts';
import { type Connection, connectionAtom } from '../connection.ts';
import { recentUpdates } from '../live/recent-updates.ts';
import { store } from '../store.ts';
import { defineActionKind, registerActionKinds } from './action-kinds.ts';
import {
  answered,
  catchError,
  clock,
  createBrowser,
  createOfflineError,
  createServer,
  listWords,
  openTab,
  openTabOfSam,
  resetOutboxTests,
  silentKind,
} from './testing/outbox-tabs.ts';

/**
 * The live connection has delivered all updates after this position. Test files in the same worker share the earliest position that was
 * read (`rememberRead`). If an action reaches a lower position, newer updates may be unknown. So this position is higher than all
 * positions that other files read.
 */
const connectedAt = 1_000_000;
beforeEach(() => {
  recentUpdates.restartAt(connectedAt);
  store.set(connectionAtom, 'live');
});
afterEach(() => {
  recentUpdates.restartAt(0);
  store.set(connectionAtom, 'starting');
  resetOutboxTests();
  vi.useRealTimers();
});

/** Registers a kind of action whose answers change the query cache. `effects` lists what the answers did. */
const registerCachedKind = (options: { isEdit?: true } = {}) => {
  const effects: string[] = [];
  const kind = defineActionKind({
    name: 'cached',
    answerSchema: z.string(),
    cached: {
      ...options,
      update: () => effects.push('update'),
      merge: ({ position }) => effects.push(`merge ${position}`),
      refetch: async () => void effects.push('refetch'),
    },
  });
  registerActionKinds(kind);
  return { kind, effects };
};

test('sends offline actions in order, each once, and gives the page the answers', async () => {
  const { server, tab } = await openTabOfSam();
  tab.state.isOffline = true;
  const answers = [tab.enqueue('first'), tab.enqueue('second'), tab.enqueue('third')];
  await expect.poll(() => listWords(tab.screen.actions)).toEqual(['first', 'second', 'third']);
  expect(server.keys).toEqual([]);
  tab.state.isOffline = false;
  await tab.outbox.sendPending({ force: true });
  expect(await Promise.all(answers)).toEqual(['first', 'second', 'third']);
  expect(server.executed).toEqual(['first', 'second', 'third']);
  expect(answered).toEqual(['first', 'second', 'third']);
  expect(tab.screen.actions).toEqual([]);
  expect(tab.notices).toEqual([]);
});

test('retries with the same key and keeps the order', async () => {
  const { server, tab } = await openTabOfSam();
  let isConnected = false;
  server.failWith = () => (isConnected ? undefined : createOfflineError());
  const answers = [tab.enqueue('first'), tab.enqueue('second')];
  await expect.poll(() => tab.screen.actions[0]?.tries).toBe(1);
  // The retry is not due yet.
  await tab.outbox.sendPending();
  expect(server.keys).toHaveLength(1);
  isConnected = true;
  await tab.outbox.sendPending({ force: true });
  await Promise.all(answers);
  expect(server.executed).toEqual(['first', 'second']);
  expect(server.keys).toHaveLength(3);
  expect(server.keys[0]).toBe(server.keys[1]);
});

test('applies the answer, and then the live updates that are newer than the action, in every tab', async () => {
  const { kind, effects } = registerCachedKind();
  const { server, browser, tab } = await openTabOfSam();
  const other = openTab(browser, server, 'other');
  await other.outbox.setOwner('sam');
  for (const position of [1, 2, 3, 4].map((n) => connectedAt + n))
    recentUpdates.add({ position, kind: 'bookmark-removed', data: { _id: 'x' } });
  server.position = { logId: 'log', position: connectedAt + 2 };
  await tab.enqueue('first', kind);
  const expected = ['update', 'merge 1000003', 'merge 1000004'];
  await expect.poll(() => effects).toEqual([...expected, ...expected]);
});

describe.each([
  ['the answer names no position', null, []],
  ['the live connection was opened later', { logId: 'log', position: connectedAt - 1 }, ['merge 1000001']],
  ['the log has another history', { logId: 'other', position: connectedAt }, []],
])('if newer updates may be unknown: %s', (_, position, merged) => {
  beforeEach(() => {
    rememberRead({ logId: 'log', position: 1 });
    recentUpdates.add({ position: connectedAt + 1, kind: 'bookmark-removed', data: { _id: 'x' } });
  });

  test.each([
    [
      'applies the answer and the updates that are known to be newer, and fetches the data again',
      {},
      ['update', ...merged],
    ],
    ['after an edit, only fetches the data again', { isEdit: true } as const, []],
  ])('%s', async (__, options, expected) => {
    const { kind, effects } = registerCachedKind(options);
    const { server, tab } = await openTabOfSam();
    server.position = position;
    await tab.enqueue('first', kind);
    expect(effects).toEqual([...expected, 'refetch']);
  });
});

test.each<Connection>(['starting', 'reconnecting', 'offline'])(
  'also fetches the data again while the live connection is %s, because newer updates may not have arrived',
  async (connection) => {
    store.set(connectionAtom, connection);
    const { kind, effects } = registerCachedKind({ isEdit: true });
    const { server, tab } = await openTabOfSam();
    server.position = { logId: 'log', position: connectedAt + 1 };
    await tab.enqueue('first', kind);
    expect(effects).toEqual(['update', 'refetch']);
  },
);

test('retries automatically with backoff, or after the time that the server asks for', async () => {
  vi.useFakeTimers();
  const { server, tab } = await openTabOfSam();
  const busy = new ApiError({ code: 'unavailable', detail: 'Busy.', status: 503, retryAfterMs: 60_000 });
  const failures = [createOfflineError(), createOfflineError(), busy];
  server.failWith = () => failures.shift();
  const answer = tab.enqueue('first');
  const advance = async (ms: number) => {
    clock.now += ms;
    await vi.advanceTimersByTimeAsync(ms);
  };
  // The delays: 500 ms, 1 s, and the 60 s that the server asks for.
  for (const [ms, tries] of [
    [0, 1],
    [499, 1],
    [1, 2],
    [999, 2],
    [1, 3],
    [59_999, 3],
    [1, 4],
  ] as const) {
    await advance(ms);
    expect(server.keys).toHaveLength(tries);
  }
  expect(await answer).toBe('first');
});

test('sends actions from before a reload and notifies the user', async () => {
  const { server, browser, tab: before } = await openTabOfSam();
  before.state.isOffline = true;
  void catchError(before.enqueue('first'));
  void catchError(before.enqueue('second'));
  await expect.poll(() => before.screen.actions.length).toBe(2);
  await before.close();
  const after = openTab(browser, server, 'after');
  await after.outbox.setOwner('sam');
  expect(server.executed).toEqual(['first', 'second']);
  expect(answered).toEqual(['first', 'second']);
  expect(after.notices.map(({ type }) => type)).toEqual(['sent']);
});

test('sends each action of two tabs once and in order, and gives each page its own answers', async () => {
  const server = createServer();
  const browser = createBrowser();
  const tabs = [openTab(browser, server, 'a'), openTab(browser, server, 'b')] as const;
  for (const tab of tabs) {
    tab.state.isOffline = true;
    await tab.outbox.setOwner('sam');
  }
  const answers: Promise<unknown>[] = [];
  for (let n = 0; n < 6; n += 1) {
    answers.push(tabs[n % 2 === 0 ? 0 : 1].enqueue(String(n)));
    await expect.poll(() => tabs.map(({ screen }) => screen.actions.length)).toEqual([n + 1, n + 1]);
  }
  for (const tab of tabs) tab.state.isOffline = false;
  await Promise.all(tabs.map(({ outbox }) => outbox.sendPending({ force: true })));
  expect(await Promise.all(answers)).toEqual(['0', '1', '2', '3', '4', '5']);
  expect(server.executed).toEqual(['0', '1', '2', '3', '4', '5']);
  await expect.poll(() => tabs.map(({ screen }) => screen.actions.length)).toEqual([0, 0]);
  expect(tabs.flatMap(({ notices }) => notices)).toEqual([]);
});

test('keeps only the newest silent action per record and sends it after the others', async () => {
  const { server, browser, tab: before } = await openTabOfSam();
  before.state.isOffline = true;
  for (const second of ['1', '2', '3']) void catchError(before.enqueue(second, silentKind, 'course'));
  void catchError(before.enqueue('elsewhere', silentKind, 'other'));
  void catchError(before.enqueue('done'));
  await expect.poll(() => listWords(before.screen.actions)).toEqual(['3', 'elsewhere', 'done']);
  await before.close();
  const after = openTab(browser, server, 'after');
  await after.outbox.setOwner('sam');
  // Silent actions come last, without a notice.
  expect(server.executed).toEqual(['done', '3', 'elsewhere']);
  expect(after.notices).toMatchObject([{ type: 'sent', actions: [{ words: 'done' }] }]);
});

test('says that an action is not stored if the storage of the browser cannot be read', async () => {
  const { server, browser, tab } = await openTabOfSam();
  const { list } = browser.store;
  browser.store.list = () => Promise.reject(new DOMException('The database was closed.', 'UnknownError'));
  tab.state.isFailureExpected = true;
  expect(await catchError(tab.enqueue('first'))).toMatchObject({ name: 'ApiError', code: 'not-stored' });
  browser.store.list = list;
  await tab.outbox.sendPending({ force: true });
  expect(server.keys).toEqual([]);
});

test('sends an action that was stored before the storage of the browser failed for a while', async () => {
  vi.useFakeTimers();
  const { server, browser, tab } = await openTabOfSam();
  const { add, list } = browser.store;
  browser.store.add = async (action, isReplaced) => {
    const replaced = await add(action, isReplaced);
    browser.store.list = () => Promise.reject(new DOMException('The database was closed.', 'UnknownError'));
    return replaced;
  };
  tab.state.isFailureExpected = true;
  const answer = tab.enqueue('first');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(server.executed).toEqual([]);
  browser.store.list = list;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(server.executed).toEqual(['first']);
  expect(await answer).toBe('first');
});
