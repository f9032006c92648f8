import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { ApiError } from '../api/api-error.ts';
import { defineActionKind, registerActionKinds } from './action-kinds.ts';
import { type ActionStore, createMemoryActionStore } from './action-store.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import type { OutboxNotice, TabMessage } from './outbox-messages.ts';
import type { PendingAction } from './pending-action.ts';
import { maxAgeMs } from './queue-rules.ts';
import { createWithLock, type WithLock } from './with-lock.ts';

const answered: string[] = [];
const click = defineActionKind({
  name: 'click',
  answerSchema: z.string(),
  onAnswered: (answer) => answered.push(answer),
  findProblem: (answer) => (answer === 'nothing' ? 'There is nothing to change.' : null),
});
const text = defineActionKind({ name: 'text', answerSchema: z.string(), hasUserText: true });
const edit = defineActionKind({
  ...{ name: 'edit', answerSchema: z.string() },
  ...{ hasUserText: true, replacesOlder: true },
});
const silent = defineActionKind({
  ...{ name: 'silent', answerSchema: z.string() },
  ...{ replacesOlder: true, isSilent: true },
});
registerActionKinds(click, text, edit, silent);

/** A server that records what it receives. `failWith` returns the error of a try, or undefined for a success. */
type Server = {
  executed: string[];
  keys: string[];
  failWith: (action: PendingAction) => Error | undefined;
};
const createServer = (): Server => ({ executed: [], keys: [], failWith: () => undefined });

type Browser = { store: ActionStore; withLock: WithLock; tabs: { name: string; outbox: Outbox }[] };
const createBrowser = (): Browser => ({
  store: createMemoryActionStore(),
  withLock: createWithLock(undefined),
  tabs: [],
});

let now = 1_000_000;
const openTab = (browser: Browser, server: Server, name = 'a') => {
  const screen: { actions: readonly PendingAction[] } = { actions: [] };
  const notices: OutboxNotice[] = [];
  const state = { isOffline: false };
  const outbox = createOutbox({
    ...{ store: browser.store, withLock: browser.withLock, tabId: name, now: () => now },
    isTabOpen: async (tab) => browser.tabs.some((open) => open.name === tab),
    send: async (action) => {
      server.keys.push(action.key);
      const failure = server.failWith(action);
      if (failure) throw failure;
      server.executed.push(action.words);
      return action.body ?? action.words;
    },
    isOffline: () => state.isOffline,
    broadcast: (message: TabMessage) => {
      for (const other of browser.tabs)
        if (other.outbox !== outbox) other.outbox.receive(structuredClone(message));
    },
    onChange: (actions) => {
      screen.actions = actions;
    },
    notify: (notice) => notices.push(notice),
    log: (message, cause) => {
      throw new Error(message, { cause });
    },
  });
  browser.tabs.push({ name, outbox });
  const enqueue = (words: string, kind = click, about = words) =>
    outbox.enqueue(kind, { about, method: 'POST', path: '/', words });
  const close = () => {
    browser.tabs = browser.tabs.filter((tab) => tab.outbox !== outbox);
    return outbox.setOwner(null);
  };
  return { outbox, enqueue, screen, notices, state, close };
};
/** Opens the first tab of a browser, in which Sam is signed in. */
const openTabOfSam = async () => {
  const [server, browser] = [createServer(), createBrowser()];
  const tab = openTab(browser, server, 'first');
  await tab.outbox.setOwner('sam');
  return { server, browser, tab };
};
const catchError = (promise: Promise<unknown>) => promise.catch((error: Error) => error);
const words = (actions: readonly PendingAction[]) => actions.map((action) => action.words);
const offline = () => new ApiError({ code: 'offline', detail: 'No connection.' });
const serverError = () => new ApiError({ code: 'internal-error', detail: 'The server failed.', status: 500 });

afterEach(() => {
  answered.length = 0;
  vi.useRealTimers();
});

test('sends offline actions in order, each once, and gives the page the answers', async () => {
  const { server, tab } = await openTabOfSam();
  tab.state.isOffline = true;
  const answers = [tab.enqueue('first'), tab.enqueue('second'), tab.enqueue('third')];
  await expect.poll(() => words(tab.screen.actions)).toEqual(['first', 'second', 'third']);
  expect(server.keys).toEqual([]);
  tab.state.isOffline = false;
  await tab.outbox.sendPending(true);
  expect(await Promise.all(answers)).toEqual(['first', 'second', 'third']);
  expect(server.executed).toEqual(['first', 'second', 'third']);
  expect(answered).toEqual(['first', 'second', 'third']);
  expect(tab.screen.actions).toEqual([]);
  expect(tab.notices).toEqual([]);
});

test('retries with the same key and keeps the order', async () => {
  const { server, tab } = await openTabOfSam();
  let isConnected = false;
  server.failWith = () => (isConnected ? undefined : offline());
  const answers = [tab.enqueue('first'), tab.enqueue('second')];
  await expect.poll(() => tab.screen.actions[0]?.tries).toBe(1);
  // It is not due yet.
  await tab.outbox.sendPending();
  expect(server.keys).toHaveLength(1);
  isConnected = true;
  await tab.outbox.sendPending(true);
  await Promise.all(answers);
  expect(server.executed).toEqual(['first', 'second']);
  expect(server.keys).toHaveLength(3);
  expect(server.keys[0]).toBe(server.keys[1]);
});

test('retries automatically with backoff, or after the time that the server asks for', async () => {
  vi.useFakeTimers();
  const { server, tab } = await openTabOfSam();
  const busy = new ApiError({ code: 'unavailable', detail: 'Busy.', status: 503, retryAfterMs: 60_000 });
  const failures = [offline(), offline(), busy];
  server.failWith = () => failures.shift();
  const answer = tab.enqueue('first');
  const advance = async (ms: number) => {
    now += ms;
    await vi.advanceTimersByTimeAsync(ms);
  };
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

test('does not show or send the actions of another user', async () => {
  const { server, browser, tab } = await openTabOfSam();
  tab.state.isOffline = true;
  const answer = catchError(tab.enqueue('of Sam'));
  await expect.poll(() => tab.screen.actions.length).toBe(1);
  tab.state.isOffline = false;
  await tab.outbox.setOwner('kim');
  await tab.outbox.sendPending(true);
  expect(tab.screen.actions).toEqual([]);
  expect(server.keys).toEqual([]);
  expect(await answer).toMatchObject({ code: 'discarded' });
  // Another tab, where Sam is still signed in, reports the answer. Kim must not see it.
  const [act] = await browser.store.list('sam');
  if (act)
    tab.outbox.receive({ uid: 'sam', is: 'settled', settled: { is: 'answered', act, answer: 'of Sam' } });
  expect(answered).toEqual([]);
  await tab.outbox.setOwner('sam');
  expect(server.executed).toEqual(['of Sam']);
});

test('keeps an action until the user signs in again', async () => {
  const { server, tab } = await openTabOfSam();
  server.failWith = () => new ApiError({ code: 'sign-in-ended', detail: 'Log in again.' });
  void catchError(tab.enqueue('first'));
  await expect.poll(() => tab.screen.actions[0]?.tries).toBe(1);
  await tab.outbox.setOwner(null);
  server.failWith = () => undefined;
  await tab.outbox.setOwner('sam');
  expect(server.executed).toEqual(['first']);
});

test('rejects a refused action, sets aside typed text and continues with the next action', async () => {
  const { server, tab } = await openTabOfSam();
  tab.state.isOffline = true;
  const refused = catchError(tab.enqueue('first'));
  const typed = catchError(tab.enqueue('typed', text));
  const gone = catchError(
    tab.outbox.enqueue(click, { about: 'x', method: 'PUT', path: '/', words: 'x', body: 'nothing' }),
  );
  const last = tab.enqueue('last');
  server.failWith = (action) =>
    action.words === 'first' || action.words === 'typed'
      ? new ApiError({ code: 'conflict', detail: 'Not now.', status: 409 })
      : undefined;
  tab.state.isOffline = false;
  await tab.outbox.sendPending(true);
  expect(await refused).toMatchObject({ message: 'Not now.', code: 'conflict', status: 409 });
  expect(await typed).toMatchObject({ message: 'Not now.' });
  expect(await gone).toMatchObject({ message: 'There is nothing to change.' });
  expect(await last).toBe('last');
  // The typed text is set aside and sent with the same key when the user retries.
  expect(tab.screen.actions).toMatchObject([{ words: 'typed', problem: 'Not now.' }]);
  const [setAside] = tab.screen.actions;
  server.failWith = () => undefined;
  await tab.outbox.sendPending(true);
  expect(server.executed).toEqual(['x', 'last']);
  await tab.outbox.retry(setAside?.key ?? '');
  expect(server.executed).toEqual(['x', 'last', 'typed']);
  expect(server.keys.filter((key) => key === setAside?.key)).toHaveLength(2);
  expect(tab.screen.actions).toEqual([]);
});

test('gives up after three server errors', async () => {
  const { server, tab } = await openTabOfSam();
  server.failWith = serverError;
  const answer = catchError(tab.enqueue('first'));
  for (let tries = 1; tries < 3; tries += 1) {
    await expect.poll(() => tab.screen.actions[0]?.failures).toBe(tries);
    await tab.outbox.sendPending(true);
  }
  expect(await answer).toMatchObject({ message: 'The server failed.' });
  expect(server.keys).toHaveLength(3);
  expect(tab.screen.actions).toEqual([]);
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
  await Promise.all(tabs.map(({ outbox }) => outbox.sendPending(true)));
  expect(await Promise.all(answers)).toEqual(['0', '1', '2', '3', '4', '5']);
  expect(server.executed).toEqual(['0', '1', '2', '3', '4', '5']);
  await expect.poll(() => tabs.map(({ screen }) => screen.actions.length)).toEqual([0, 0]);
  expect(tabs.flatMap(({ notices }) => notices)).toEqual([]);
});

test('discards one action or all of them, but none that is being sent', async () => {
  const server = createServer();
  const browser = createBrowser();
  const tab = openTab(browser, server, 'a');
  const other = openTab(browser, server, 'b');
  for (const each of [tab, other]) {
    each.state.isOffline = true;
    await each.outbox.setOwner('sam');
  }
  const answers = [catchError(tab.enqueue('first')), tab.enqueue('second')];
  await expect.poll(() => other.screen.actions.length).toBe(2);
  expect(await other.outbox.discard(other.screen.actions[0]?.key ?? '')).toBe(true);
  expect(await answers[0]).toMatchObject({ code: 'discarded' });
  tab.state.isOffline = false;
  const key = tab.screen.actions[0]?.key ?? '';
  const sending = tab.outbox.sendPending(true);
  expect(await other.outbox.discard(key)).toBe(false);
  await sending;
  expect(server.executed).toEqual(['second']);

  tab.state.isOffline = true;
  const more = [catchError(tab.enqueue('third')), catchError(tab.enqueue('fourth'))];
  await expect.poll(() => tab.screen.actions.length).toBe(2);
  await tab.outbox.discardAll('sam');
  expect(await Promise.all(more)).toMatchObject([{ code: 'discarded' }, { code: 'discarded' }]);
  expect(tab.screen.actions).toEqual([]);
});

test('removes actions after fourteen days and notifies the user', async () => {
  const { server, browser, tab: before } = await openTabOfSam();
  before.state.isOffline = true;
  void catchError(before.enqueue('old'));
  await expect.poll(() => before.screen.actions.length).toBe(1);
  now += maxAgeMs / 2;
  void catchError(before.enqueue('young'));
  await expect.poll(() => before.screen.actions.length).toBe(2);
  await before.close();
  now += maxAgeMs / 2 + 1;
  const after = openTab(browser, server, 'after');
  await after.outbox.setOwner('sam');
  expect(after.notices[0]).toMatchObject({ type: 'expired', actions: [{ words: 'old' }] });
  expect(server.executed).toEqual(['young']);
});

test('removes expired actions and sends the others in a tab that was suspended for fourteen days', async () => {
  const { server, tab } = await openTabOfSam();
  tab.state.isOffline = true;
  const old = catchError(tab.enqueue('old'));
  await expect.poll(() => tab.screen.actions.length).toBe(1);
  now += maxAgeMs + 1;
  const young = tab.enqueue('young');
  await expect.poll(() => tab.screen.actions.length).toBe(2);
  tab.state.isOffline = false;
  await tab.outbox.sendPending(true);
  expect(await old).toMatchObject({ code: 'discarded' });
  expect(await young).toBe('young');
  expect(tab.notices).toMatchObject([{ type: 'expired', actions: [{ words: 'old' }] }]);
  expect(server.executed).toEqual(['young']);
});

test('removes expired actions of users who never return', async () => {
  const browser = createBrowser();
  const before = openTab(browser, createServer(), 'before');
  await before.outbox.setOwner('sam');
  before.state.isOffline = true;
  void catchError(before.enqueue('old'));
  await expect.poll(() => before.screen.actions.length).toBe(1);
  now += maxAgeMs;
  void catchError(before.enqueue('young'));
  await expect.poll(() => before.screen.actions.length).toBe(2);
  await before.close();
  now += 1;
  const after = openTab(browser, createServer(), 'after');
  await after.outbox.removeExpiredOfAllUsers();
  expect(words(await browser.store.list('sam'))).toEqual(['young']);
});

test('keeps only the newest silent action per record and sends it after the others', async () => {
  const { server, browser, tab: before } = await openTabOfSam();
  before.state.isOffline = true;
  for (const second of ['1', '2', '3']) void catchError(before.enqueue(second, silent, 'course'));
  void catchError(before.enqueue('elsewhere', silent, 'other'));
  void catchError(before.enqueue('done'));
  await expect.poll(() => words(before.screen.actions)).toEqual(['3', 'elsewhere', 'done']);
  await before.close();
  const after = openTab(browser, server, 'after');
  await after.outbox.setOwner('sam');
  // Silent actions come last, without a notice.
  expect(server.executed).toEqual(['done', '3', 'elsewhere']);
  expect(after.notices).toMatchObject([{ type: 'sent', actions: [{ words: 'done' }] }]);
});

test('a newer change replaces one that was set aside, but never one that may have been sent', async () => {
  const { server, tab } = await openTabOfSam();
  tab.state.isOffline = true;
  const first = tab.enqueue('first', edit, 'note');
  const second = tab.enqueue('second', edit, 'note');
  await expect.poll(() => words(tab.screen.actions)).toEqual(['first', 'second']);
  tab.state.isOffline = false;
  await tab.outbox.sendPending(true);
  expect(await Promise.all([first, second])).toEqual(['first', 'second']);
  server.failWith = () => new ApiError({ code: 'conflict', detail: 'Not now.', status: 409 });
  await catchError(tab.enqueue('third', edit, 'note'));
  expect(tab.screen.actions).toMatchObject([{ words: 'third', problem: 'Not now.' }]);
  server.failWith = () => undefined;
  await tab.enqueue('fourth', edit, 'note');
  expect(tab.screen.actions).toEqual([]);
  expect(server.executed).toEqual(['first', 'second', 'fourth']);
});
