import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { ApiError } from '../api/api-error.ts';
import { type ActStore, actsInMemory } from './act-store.ts';
import { actKind } from './kinds.ts';
import type { News, TabMessage } from './news.ts';
import { type Alone, oneAtATime } from './one-at-a-time.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { keptForMs } from './rules.ts';
import type { WaitingAct } from './waiting-act.ts';

const done: string[] = [];
const click = actKind({
  name: 'click',
  answer: z.string(),
  answered: (answer) => done.push(answer),
  problemIn: (answer) => (answer === 'nothing' ? 'There is nothing to change.' : null),
});
const text = actKind({ name: 'text', answer: z.string(), keepsText: true });
const edit = actKind({ name: 'edit', answer: z.string(), keepsText: true, replaces: true });
const place = actKind({ name: 'place', answer: z.string(), replaces: true, silent: true });

/** A server that notes what it is sent; `fails` says what becomes of a try, undefined when it succeeds. */
type Server = { heard: string[]; keys: string[]; fails: (act: WaitingAct) => Error | undefined };
const aServer = (): Server => ({ heard: [], keys: [], fails: () => undefined });

type Browser = { store: ActStore; alone: Alone; tabs: { name: string; outbox: Outbox }[] };
const aBrowser = (): Browser => ({ store: actsInMemory(), alone: oneAtATime(undefined), tabs: [] });

let at = 1_000_000;
const aTab = (browser: Browser, server: Server, name = 'a') => {
  const shown: { acts: readonly WaitingAct[] } = { acts: [] };
  const news: News[] = [];
  const state = { offline: false };
  const outbox = createOutbox({
    ...{ store: browser.store, alone: browser.alone, tab: name, now: () => at },
    isOpen: async (tab) => browser.tabs.some((open) => open.name === tab),
    send: async (act) => {
      server.keys.push(act.key);
      const failure = server.fails(act);
      if (failure) throw failure;
      server.heard.push(act.words);
      return act.body ?? act.words;
    },
    isOffline: () => state.offline,
    post: (message: TabMessage) => {
      for (const other of browser.tabs)
        if (other.outbox !== outbox) other.outbox.hear(structuredClone(message));
    },
    show: (acts) => {
      shown.acts = acts;
    },
    say: (one) => news.push(one),
    log: (message, cause) => {
      throw new Error(message, { cause });
    },
  });
  browser.tabs.push({ name, outbox });
  const put = (words: string, kind = click, about = words) =>
    outbox.put(kind, { about, method: 'POST', path: '/', words });
  const close = () => {
    browser.tabs.splice(0, browser.tabs.length, ...browser.tabs.filter((one) => one.outbox !== outbox));
    return outbox.follow(null);
  };
  return { outbox, put, shown, news, state, close };
};
const quietly = (promise: Promise<unknown>) => promise.catch((error: Error) => error);
const words = (acts: readonly WaitingAct[]) => acts.map((act) => act.words);
const offline = () => new ApiError({ code: 'offline', detail: 'No line.' });
const broken = () => new ApiError({ code: 'internal-error', detail: 'The server broke.', status: 500 });

afterEach(() => {
  done.length = 0;
  vi.useRealTimers();
});

test('what is done without a line is sent when it is back, in its order, each once, and its page gets the answer', async () => {
  const server = aServer();
  const tab = aTab(aBrowser(), server);
  await tab.outbox.follow('sam');
  tab.state.offline = true;
  const answers = [tab.put('first'), tab.put('second'), tab.put('third')];
  await expect.poll(() => words(tab.shown.acts)).toEqual(['first', 'second', 'third']);
  expect(server.keys).toEqual([]);
  tab.state.offline = false;
  await tab.outbox.wake(true);
  expect(await Promise.all(answers)).toEqual(['first', 'second', 'third']);
  expect(server.heard).toEqual(['first', 'second', 'third']);
  expect(done).toEqual(['first', 'second', 'third']);
  expect(tab.shown.acts).toEqual([]);
  expect(tab.news).toEqual([]);
});

test('a try whose answer is lost is the same act: same key, and nothing overtakes it', async () => {
  const server = aServer();
  const tab = aTab(aBrowser(), server);
  await tab.outbox.follow('sam');
  let line = false;
  server.fails = () => (line ? undefined : offline());
  const answers = [tab.put('first'), tab.put('second')];
  await expect.poll(() => tab.shown.acts[0]?.tries).toBe(1);
  // Its time has not come: a look without hurry sends nothing.
  await tab.outbox.wake();
  expect(server.keys).toHaveLength(1);
  line = true;
  await tab.outbox.wake(true);
  await Promise.all(answers);
  expect(server.heard).toEqual(['first', 'second']);
  expect(server.keys).toHaveLength(3);
  expect(server.keys[0]).toBe(server.keys[1]);
});

test('it tries again by itself, later each time, and as late as the server asks', async () => {
  vi.useFakeTimers();
  const server = aServer();
  const tab = aTab(aBrowser(), server);
  await tab.outbox.follow('sam');
  const busy = new ApiError({ code: 'unavailable', detail: 'Busy.', status: 503, retryAfterMs: 60_000 });
  const failures = [offline(), offline(), busy];
  server.fails = () => failures.shift();
  const answer = tab.put('first');
  const pass = async (ms: number) => {
    at += ms;
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
    await pass(ms);
    expect(server.keys).toHaveLength(tries);
  }
  expect(await answer).toBe('first');
});

test('a reload keeps what waits; sent then, the person is told, for no page waits any more', async () => {
  const server = aServer();
  const browser = aBrowser();
  const before = aTab(browser, server, 'before');
  await before.outbox.follow('sam');
  before.state.offline = true;
  void quietly(before.put('first'));
  void quietly(before.put('second'));
  await expect.poll(() => before.shown.acts.length).toBe(2);
  await before.close();
  const after = aTab(browser, server, 'after');
  await after.outbox.follow('sam');
  expect(server.heard).toEqual(['first', 'second']);
  expect(done).toEqual(['first', 'second']);
  expect(after.news.map(({ is }) => is)).toEqual(['sent']);
});

test('nobody else sends or sees it', async () => {
  const server = aServer();
  const browser = aBrowser();
  const tab = aTab(browser, server);
  await tab.outbox.follow('sam');
  tab.state.offline = true;
  const answer = quietly(tab.put('of Sam'));
  await expect.poll(() => tab.shown.acts.length).toBe(1);
  tab.state.offline = false;
  await tab.outbox.follow('kim');
  await tab.outbox.wake(true);
  expect(tab.shown.acts).toEqual([]);
  expect(server.keys).toEqual([]);
  expect(await answer).toMatchObject({ code: 'dropped' });
  // A tab that has not heard yet that Sam is gone says what became of it: nothing that Kim is shown.
  const [act] = await browser.store.listOf('sam');
  if (act) tab.outbox.hear({ uid: 'sam', is: 'settled', settled: { is: 'answered', act, answer: 'of Sam' } });
  expect(done).toEqual([]);
  await tab.outbox.follow('sam');
  expect(server.heard).toEqual(['of Sam']);
});

test('who has to sign in again has lost nothing', async () => {
  const server = aServer();
  const tab = aTab(aBrowser(), server);
  await tab.outbox.follow('sam');
  server.fails = () => new ApiError({ code: 'sign-in-ended', detail: 'Log in again.' });
  void quietly(tab.put('first'));
  await expect.poll(() => tab.shown.acts[0]?.tries).toBe(1);
  await tab.outbox.follow(null);
  server.fails = () => undefined;
  await tab.outbox.follow('sam');
  expect(server.heard).toEqual(['first']);
});

test('a refusal is final and told, and what stands behind it goes on', async () => {
  const server = aServer();
  const tab = aTab(aBrowser(), server);
  await tab.outbox.follow('sam');
  tab.state.offline = true;
  const refused = quietly(tab.put('first'));
  const typed = quietly(tab.put('typed', text));
  const gone = quietly(
    tab.outbox.put(click, { about: 'x', method: 'PUT', path: '/', words: 'x', body: 'nothing' }),
  );
  const last = tab.put('last');
  server.fails = ({ words: name }) =>
    name === 'first' || name === 'typed'
      ? new ApiError({ code: 'conflict', detail: 'Not now.', status: 409 })
      : undefined;
  tab.state.offline = false;
  await tab.outbox.wake(true);
  expect(await refused).toMatchObject({ message: 'Not now.', code: 'conflict', status: 409 });
  expect(await typed).toMatchObject({ message: 'Not now.' });
  expect(await gone).toMatchObject({ message: 'There is nothing to change.' });
  expect(await last).toBe('last');
  // What was typed is put aside, and goes out with its key when its person says so.
  expect(tab.shown.acts).toMatchObject([{ words: 'typed', problem: 'Not now.' }]);
  const [aside] = tab.shown.acts;
  server.fails = () => undefined;
  await tab.outbox.wake(true);
  expect(server.heard).toEqual(['x', 'last']);
  await tab.outbox.sendAgain(aside?.key ?? '');
  expect(server.heard).toEqual(['x', 'last', 'typed']);
  expect(server.keys.filter((key) => key === aside?.key)).toHaveLength(2);
  expect(tab.shown.acts).toEqual([]);
});

test('what the server breaks over is tried three times, no more', async () => {
  const server = aServer();
  const tab = aTab(aBrowser(), server);
  await tab.outbox.follow('sam');
  server.fails = broken;
  const answer = quietly(tab.put('first'));
  for (let tries = 1; tries < 3; tries += 1) {
    await expect.poll(() => tab.shown.acts[0]?.failures).toBe(tries);
    await tab.outbox.wake(true);
  }
  expect(await answer).toMatchObject({ message: 'The server broke.' });
  expect(server.keys).toHaveLength(3);
  expect(tab.shown.acts).toEqual([]);
});

test('two tabs send everything once and in order, and each page gets its own answers', async () => {
  const server = aServer();
  const browser = aBrowser();
  const tabs = [aTab(browser, server, 'a'), aTab(browser, server, 'b')] as const;
  for (const tab of tabs) {
    tab.state.offline = true;
    await tab.outbox.follow('sam');
  }
  const answers: Promise<unknown>[] = [];
  for (let n = 0; n < 6; n += 1) {
    answers.push(tabs[n % 2 === 0 ? 0 : 1].put(String(n)));
    await expect.poll(() => tabs.map(({ shown }) => shown.acts.length)).toEqual([n + 1, n + 1]);
  }
  for (const tab of tabs) tab.state.offline = false;
  await Promise.all(tabs.map(({ outbox }) => outbox.wake(true)));
  expect(await Promise.all(answers)).toEqual(['0', '1', '2', '3', '4', '5']);
  expect(server.heard).toEqual(['0', '1', '2', '3', '4', '5']);
  await expect.poll(() => tabs.map(({ shown }) => shown.acts.length)).toEqual([0, 0]);
  expect(tabs.flatMap(({ news }) => news)).toEqual([]);
});

test('what waits can be dropped, alone or all of it; what is being sent cannot', async () => {
  const server = aServer();
  const browser = aBrowser();
  const tab = aTab(browser, server, 'a');
  const other = aTab(browser, server, 'b');
  for (const one of [tab, other]) {
    one.state.offline = true;
    await one.outbox.follow('sam');
  }
  const answers = [quietly(tab.put('first')), tab.put('second')];
  await expect.poll(() => other.shown.acts.length).toBe(2);
  expect(await other.outbox.drop(other.shown.acts[0]?.key ?? '')).toBe(true);
  expect(await answers[0]).toMatchObject({ code: 'dropped' });
  tab.state.offline = false;
  const key = tab.shown.acts[0]?.key ?? '';
  const sending = tab.outbox.wake(true);
  expect(await other.outbox.drop(key)).toBe(false);
  await sending;
  expect(server.heard).toEqual(['second']);

  tab.state.offline = true;
  const more = [quietly(tab.put('third')), quietly(tab.put('fourth'))];
  await expect.poll(() => tab.shown.acts.length).toBe(2);
  await tab.outbox.dropAll('sam');
  expect(await Promise.all(more)).toMatchObject([{ code: 'dropped' }, { code: 'dropped' }]);
  expect(tab.shown.acts).toEqual([]);
});

test('after fourteen days it is dropped, and that is said', async () => {
  const server = aServer();
  const browser = aBrowser();
  const before = aTab(browser, server, 'before');
  await before.outbox.follow('sam');
  before.state.offline = true;
  void quietly(before.put('old'));
  await expect.poll(() => before.shown.acts.length).toBe(1);
  at += keptForMs / 2;
  void quietly(before.put('young'));
  await expect.poll(() => before.shown.acts.length).toBe(2);
  await before.close();
  at += keptForMs / 2 + 1;
  const after = aTab(browser, server, 'after');
  await after.outbox.follow('sam');
  expect(after.news[0]).toMatchObject({ is: 'too-old', acts: [{ words: 'old' }] });
  expect(server.heard).toEqual(['young']);
});

test('a tab that slept for longer than an act is kept drops it, and sends the others', async () => {
  const server = aServer();
  const tab = aTab(aBrowser(), server);
  await tab.outbox.follow('sam');
  tab.state.offline = true;
  const old = quietly(tab.put('old'));
  await expect.poll(() => tab.shown.acts.length).toBe(1);
  at += keptForMs + 1;
  const young = tab.put('young');
  await expect.poll(() => tab.shown.acts.length).toBe(2);
  tab.state.offline = false;
  await tab.outbox.wake(true);
  expect(await old).toMatchObject({ code: 'dropped' });
  expect(await young).toBe('young');
  expect(tab.news).toMatchObject([{ is: 'too-old', acts: [{ words: 'old' }] }]);
  expect(server.heard).toEqual(['young']);
});

test('what somebody left here who never came back is dropped as well', async () => {
  const browser = aBrowser();
  const before = aTab(browser, aServer(), 'before');
  await before.outbox.follow('sam');
  before.state.offline = true;
  void quietly(before.put('old'));
  await expect.poll(() => before.shown.acts.length).toBe(1);
  at += keptForMs;
  void quietly(before.put('young'));
  await expect.poll(() => before.shown.acts.length).toBe(2);
  await before.close();
  at += 1;
  const after = aTab(browser, aServer(), 'after');
  await after.outbox.tidy();
  expect(words(await browser.store.listOf('sam'))).toEqual(['young']);
});

test('of several places only the newest is kept, and none holds up what was done', async () => {
  const server = aServer();
  const browser = aBrowser();
  const before = aTab(browser, server, 'before');
  await before.outbox.follow('sam');
  before.state.offline = true;
  for (const second of ['1', '2', '3']) void quietly(before.put(second, place, 'way'));
  void quietly(before.put('elsewhere', place, 'other'));
  void quietly(before.put('done'));
  await expect.poll(() => words(before.shown.acts)).toEqual(['3', 'elsewhere', 'done']);
  await before.close();
  const after = aTab(browser, server, 'after');
  await after.outbox.follow('sam');
  // What a person did goes first; of the rest nothing is said.
  expect(server.heard).toEqual(['done', '3', 'elsewhere']);
  expect(after.news).toMatchObject([{ is: 'sent', acts: [{ words: 'done' }] }]);
});

test('a newer change takes the place of one that was put aside, never of one that may be on its way', async () => {
  const server = aServer();
  const tab = aTab(aBrowser(), server);
  await tab.outbox.follow('sam');
  tab.state.offline = true;
  const first = tab.put('first', edit, 'note');
  const second = tab.put('second', edit, 'note');
  await expect.poll(() => words(tab.shown.acts)).toEqual(['first', 'second']);
  tab.state.offline = false;
  await tab.outbox.wake(true);
  expect(await Promise.all([first, second])).toEqual(['first', 'second']);
  server.fails = () => new ApiError({ code: 'conflict', detail: 'Not now.', status: 409 });
  await quietly(tab.put('third', edit, 'note'));
  expect(tab.shown.acts).toMatchObject([{ words: 'third', problem: 'Not now.' }]);
  server.fails = () => undefined;
  await tab.put('fourth', edit, 'note');
  expect(tab.shown.acts).toEqual([]);
  expect(server.heard).toEqual(['first', 'second', 'fourth']);
});
