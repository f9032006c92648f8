import { afterEach, expect, test } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import {
  catchError,
  clickKind,
  createBrowser,
  createServer,
  createServerError,
  editKind,
  listWords,
  openTab,
  openTabOfSam,
  resetOutboxTests,
  textKind,
} from './testing/outbox-tabs.ts';

afterEach(resetOutboxTests);

test('rejects a refused action, sets aside typed text until the user retries it, and continues with the next action', async () => {
  const { server, tab } = await openTabOfSam();
  tab.state.isOffline = true;
  const refused = catchError(tab.enqueue('first'));
  const typed = catchError(tab.enqueue('typed', textKind));
  // The server answers that this action had nothing to change.
  const answeredNothing = catchError(
    tab.outbox.enqueue(clickKind, { about: 'x', method: 'PUT', path: '/', words: 'x', body: 'nothing' }),
  );
  const last = tab.enqueue('last');
  server.failWith = (action) =>
    action.words === 'first' || action.words === 'typed'
      ? new ApiError({ code: 'conflict', detail: 'Not now.', status: 409 })
      : undefined;
  tab.state.isOffline = false;
  await tab.outbox.sendPending({ force: true });
  expect(await refused).toMatchObject({ message: 'Not now.', code: 'conflict', status: 409 });
  expect(await typed).toMatchObject({ message: 'Not now.' });
  expect(await answeredNothing).toMatchObject({ message: 'There is nothing to change.' });
  expect(await last).toBe('last');
  // The typed text is set aside and sent with the same key when the user retries.
  expect(tab.screen.actions).toMatchObject([{ words: 'typed', problem: 'Not now.' }]);
  const [setAside] = tab.screen.actions;
  server.failWith = () => undefined;
  await tab.outbox.sendPending({ force: true });
  expect(server.executed).toEqual(['x', 'last']);
  await tab.outbox.retry(setAside?.key ?? '');
  expect(server.executed).toEqual(['x', 'last', 'typed']);
  expect(server.keys.filter((key) => key === setAside?.key)).toHaveLength(2);
  expect(tab.screen.actions).toEqual([]);
});

test('sends typed text again with a new key if there was nothing to change', async () => {
  const { server, tab } = await openTabOfSam();
  const typed = { about: 'note', method: 'PUT', path: '/', words: 'typed', body: 'nothing' } as const;
  const refusal = await catchError(tab.outbox.enqueue(textKind, typed));
  expect(refusal).toMatchObject({ message: 'There is nothing to change.' });
  const [setAside] = tab.screen.actions;
  expect(setAside).toMatchObject({ words: 'typed', problem: 'There is nothing to change.' });
  await tab.outbox.retry(setAside?.key ?? '');
  expect(server.keys).toHaveLength(2);
  expect(new Set(server.keys).size).toBe(2);
});

test('gives up after three server errors', async () => {
  const { server, tab } = await openTabOfSam();
  server.failWith = createServerError;
  const answer = catchError(tab.enqueue('first'));
  for (let tries = 1; tries < 3; tries += 1) {
    await expect.poll(() => tab.screen.actions[0]?.failures).toBe(tries);
    await tab.outbox.sendPending({ force: true });
  }
  expect(await answer).toMatchObject({ message: 'The server failed.' });
  expect(server.keys).toHaveLength(3);
  expect(tab.screen.actions).toEqual([]);
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
  const sending = tab.outbox.sendPending({ force: true });
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

test('replaces an older change that was set aside, but not one that is still queued', async () => {
  const { server, tab } = await openTabOfSam();
  tab.state.isOffline = true;
  const first = tab.enqueue('first', editKind, 'note');
  const second = tab.enqueue('second', editKind, 'note');
  await expect.poll(() => listWords(tab.screen.actions)).toEqual(['first', 'second']);
  tab.state.isOffline = false;
  await tab.outbox.sendPending({ force: true });
  expect(await Promise.all([first, second])).toEqual(['first', 'second']);
  server.failWith = () => new ApiError({ code: 'conflict', detail: 'Not now.', status: 409 });
  await catchError(tab.enqueue('third', editKind, 'note'));
  expect(tab.screen.actions).toMatchObject([{ words: 'third', problem: 'Not now.' }]);
  server.failWith = () => undefined;
  await tab.enqueue('fourth', editKind, 'note');
  expect(tab.screen.actions).toEqual([]);
  expect(server.executed).toEqual(['first', 'second', 'fourth']);
});
