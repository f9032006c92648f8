import { setImmediate as nextTask } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { maxAgeMs } from './queue-rules.ts';
import {
  answered,
  catchError,
  clock,
  createBrowser,
  createServer,
  listWords,
  openTab,
  openTabOfSam,
  resetOutboxTests,
  silentKind,
  textKind,
} from './testing/outbox-tabs.ts';

afterEach(resetOutboxTests);

test('does not show or send the actions of another user', async () => {
  const { server, browser, tab } = await openTabOfSam();
  tab.state.isOffline = true;
  const answer = catchError(tab.enqueue('of Sam'));
  await expect.poll(() => tab.screen.actions.length).toBe(1);
  tab.state.isOffline = false;
  await tab.outbox.setOwner('kim');
  await tab.outbox.sendPending({ force: true });
  expect(tab.screen.actions).toEqual([]);
  expect(server.keys).toEqual([]);
  expect(await answer).toMatchObject({ code: 'discarded' });
  // Another tab, where Sam is still signed in, reports the answer. Kim must not see it.
  const [act] = await browser.store.list('sam');
  if (!act) throw new Error('Sam’s action is not stored.');
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

/** Ends Sam's session in two tabs, while two actions and a playback position are waiting. */
const endSessionOfSam = async () => {
  const { server, browser, tab } = await openTabOfSam();
  const other = openTab(browser, server, 'other');
  await other.outbox.setOwner('sam');
  for (const { state } of [tab, other]) state.isOffline = true;
  for (const typed of ['first', 'second']) void catchError(tab.enqueue(typed, textKind));
  void catchError(tab.enqueue('position', silentKind));
  await expect.poll(() => other.screen.actions.length).toBe(3);
  const tabs = [tab, other] as const;
  for (const { outbox } of tabs) {
    await outbox.setOwner(null);
    await outbox.removeOthers(null, { shouldHold: true });
  }
  for (const { state } of tabs) state.isOffline = false;
  return { server, browser, tabs };
};

test('holds the actions of an ended session in one tab only, until their user signs in again', async () => {
  const { server, browser, tabs } = await endSessionOfSam();
  const [holder, other] = tabs;
  expect(await browser.store.list('sam')).toEqual([]);
  expect(tabs.map(({ screen }) => screen)).toEqual([
    { actions: [], held: 2 },
    { actions: [], held: 0 },
  ]);
  // Sam signs in in the other tab first. Then the sign-in reaches the tab that holds the actions.
  await other.outbox.setOwner('sam');
  await other.outbox.removeOthers('sam', { shouldHold: true });
  expect(server.executed).toEqual([]);
  await holder.outbox.removeOthers('sam', { shouldHold: true });
  await holder.outbox.setOwner('sam');
  expect(server.executed).toEqual(['first', 'second']);
  expect(holder.screen).toEqual({ actions: [], held: 0 });
});

test('drops the actions of an ended session when another user signs in', async () => {
  const { server, browser, tabs } = await endSessionOfSam();
  for (const user of ['kim', null, 'sam'])
    for (const { outbox } of tabs) {
      await outbox.setOwner(user);
      await outbox.removeOthers(user, { shouldHold: true });
    }
  expect(tabs.map(({ screen }) => screen.held)).toEqual([0, 0]);
  expect(await browser.store.list('sam')).toEqual([]);
  expect(server.keys).toEqual([]);
});

test('sends an action of an ended session again with its key', async () => {
  const { server, tab } = await openTabOfSam();
  server.failWith = () => new ApiError({ code: 'sign-in-ended', detail: 'Log in again.' });
  void catchError(tab.enqueue('first'));
  await expect.poll(() => tab.screen.actions[0]?.tries).toBe(1);
  await tab.outbox.setOwner(null);
  await tab.outbox.removeOthers(null, { shouldHold: true });
  server.failWith = () => undefined;
  await tab.outbox.setOwner('sam');
  await tab.outbox.removeOthers('sam', { shouldHold: true });
  expect(server.executed).toEqual(['first']);
  expect(server.keys).toHaveLength(2);
  expect(new Set(server.keys).size).toBe(1);
});

test('does not leave an action in the store if the session ends while the action is being stored', async () => {
  const { server, browser, tab } = await openTabOfSam();
  void catchError(tab.enqueue('first'));
  await tab.outbox.setOwner(null);
  await tab.outbox.removeOthers(null, { shouldHold: true });
  await expect.poll(() => tab.screen.held).toBe(1);
  expect(await browser.store.list('sam')).toEqual([]);
  await tab.outbox.setOwner('sam');
  await tab.outbox.removeOthers('sam', { shouldHold: true });
  expect(server.executed).toEqual(['first']);
});

test('removes all actions of a user who signs out, silent ones included', async () => {
  const { browser, tab } = await openTabOfSam();
  tab.state.isOffline = true;
  void catchError(tab.enqueue('position', silentKind));
  void catchError(tab.enqueue('first'));
  await expect.poll(() => tab.screen.actions.length).toBe(2);
  await tab.outbox.setOwner(null);
  await tab.outbox.removeOthers(null, { shouldHold: false });
  expect(await browser.store.list('sam')).toEqual([]);
  expect(tab.screen.held).toBe(0);
});

test('removes an action that is still being stored when its user signs out', async () => {
  const { browser, tab } = await openTabOfSam();
  const { add } = browser.store;
  const storing = Promise.withResolvers<void>();
  browser.store.add = async (action, isReplaced) => {
    await storing.promise;
    return add(action, isReplaced);
  };
  const failure = catchError(tab.enqueue('first'));
  await tab.outbox.setOwner(null);
  await tab.outbox.removeOthers(null, { shouldHold: false });
  storing.resolve();
  await nextTask();
  expect(await browser.store.list('sam')).toEqual([]);
  expect(tab.screen.held).toBe(0);
  expect(await failure).toMatchObject({ code: 'discarded' });
});

test('removes actions after fourteen days and notifies the user', async () => {
  const { server, browser, tab: before } = await openTabOfSam();
  before.state.isOffline = true;
  void catchError(before.enqueue('old'));
  await expect.poll(() => before.screen.actions.length).toBe(1);
  clock.now += maxAgeMs / 2;
  void catchError(before.enqueue('young'));
  await expect.poll(() => before.screen.actions.length).toBe(2);
  await before.close();
  clock.now += maxAgeMs / 2 + 1;
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
  clock.now += maxAgeMs + 1;
  const young = tab.enqueue('young');
  await expect.poll(() => tab.screen.actions.length).toBe(2);
  tab.state.isOffline = false;
  await tab.outbox.sendPending({ force: true });
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
  clock.now += maxAgeMs;
  void catchError(before.enqueue('young'));
  await expect.poll(() => before.screen.actions.length).toBe(2);
  await before.close();
  clock.now += 1;
  const after = openTab(browser, createServer(), 'after');
  await after.outbox.removeAllExpired();
  expect(listWords(await browser.store.list('sam'))).toEqual(['young']);
});
