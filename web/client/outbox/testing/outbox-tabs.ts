/** The outbox in tabs of a simulated browser, for its unit tests. */
import { z } from 'zod/mini';
import { ApiError } from '../../api/api-error.ts';
import type { LogPosition } from '../../api/log-position.ts';
import { defineActionKind, registerActionKinds } from '../action-kinds.ts';
import { type ActionStore, createMemoryActionStore } from '../action-store.ts';
import { createOutbox, type Outbox } from '../outbox.ts';
import type { OutboxNotice, TabMessage } from '../outbox-messages.ts';
import type { PendingAction } from '../pending-action.ts';
import { createWithLock, type WithLock } from '../with-lock.ts';

/** The answers that the handlers of `clickKind` received. All tests share this array, so `resetOutboxTests` empties it. */
export const answered: string[] = [];
const findProblem = (answer: string) => (answer === 'nothing' ? 'There is nothing to change.' : null);
export const clickKind = defineActionKind({
  name: 'click',
  answerSchema: z.string(),
  onAnswered: (answer) => answered.push(answer),
  findProblem,
});
export const textKind = defineActionKind({
  name: 'text',
  answerSchema: z.string(),
  hasUserText: true,
  findProblem,
});
export const editKind = defineActionKind({
  name: 'edit',
  answerSchema: z.string(),
  hasUserText: true,
  replacesOlder: true,
});
export const silentKind = defineActionKind({
  name: 'silent',
  answerSchema: z.string(),
  replacesOlder: true,
  isSilent: true,
});
registerActionKinds(clickKind, textKind, editKind, silentKind);

/**
 * A server that records what it receives. `failWith` returns the error of an attempt, or undefined for a success. `position` is the log
 * position in its answers.
 */
type Server = {
  executed: string[];
  keys: string[];
  failWith: (action: PendingAction) => Error | undefined;
  position: LogPosition | null;
};
/** Creates a server that answers every action. */
export const createServer = (): Server => ({
  executed: [],
  keys: [],
  failWith: () => undefined,
  position: null,
});

type Browser = { store: ActionStore; withLock: WithLock; tabs: { name: string; outbox: Outbox }[] };
/** Creates a browser whose tabs share one store. */
export const createBrowser = (): Browser => ({
  store: createMemoryActionStore(),
  withLock: createWithLock(undefined),
  tabs: [],
});

/** The clock of all tabs. */
export const clock = { now: 1_000_000 };
/** Opens a tab in which nobody is signed in yet. */
export const openTab = (browser: Browser, server: Server, name = 'a') => {
  const screen: { actions: readonly PendingAction[]; held: number } = { actions: [], held: 0 };
  const notices: OutboxNotice[] = [];
  /** `isFailureExpected`: failures that the outbox logs are not thrown. */
  const state = { isOffline: false, isFailureExpected: false };
  const outbox = createOutbox({
    store: browser.store,
    withLock: browser.withLock,
    tabId: name,
    now: () => clock.now,
    isTabOpen: async (tabId) => browser.tabs.some((tab) => tab.name === tabId),
    send: async (action) => {
      server.keys.push(action.key);
      const failure = server.failWith(action);
      if (failure) throw failure;
      server.executed.push(action.words);
      return { answer: action.body ?? action.words, position: server.position };
    },
    isOffline: () => state.isOffline,
    broadcast: (message: TabMessage) => {
      for (const other of browser.tabs)
        if (other.outbox !== outbox) other.outbox.receive(structuredClone(message));
    },
    onChange: (actions) => {
      screen.actions = actions;
    },
    onHeld: (count) => {
      screen.held = count;
    },
    notify: (notice) => notices.push(notice),
    log: (message, cause) => {
      if (!state.isFailureExpected) throw new Error(message, { cause });
    },
  });
  browser.tabs.push({ name, outbox });
  const enqueue = (words: string, kind = clickKind, about = words) =>
    outbox.enqueue(kind, { about, method: 'POST', path: '/', words });
  const close = () => {
    browser.tabs = browser.tabs.filter((tab) => tab.outbox !== outbox);
    return outbox.setOwner(null);
  };
  return { outbox, enqueue, screen, notices, state, close };
};
/** Opens the first tab of a browser, in which Sam is signed in. */
export const openTabOfSam = async () => {
  const server = createServer();
  const browser = createBrowser();
  const tab = openTab(browser, server, 'first');
  await tab.outbox.setOwner('sam');
  return { server, browser, tab };
};
/** Resolves with the answer, or with the error if there is one. */
export const catchError = (promise: Promise<unknown>) => promise.catch((error: Error) => error);
export const listWords = (actions: readonly PendingAction[]) => actions.map((action) => action.words);
export const createOfflineError = () => new ApiError({ code: 'offline', detail: 'No connection.' });
export const createServerError = () =>
  new ApiError({ code: 'internal-error', detail: 'The server failed.', status: 500 });

/** Empties {@link answered}. Call it after each test. */
export const resetOutboxTests = (): void => {
  answered.length = 0;
};
