import { z } from 'zod';
import { act } from '../api/act.ts';
import { connectionAtom } from '../live/connection.ts';
import { logFailure } from '../log-failure.ts';
import { refuseInPast } from '../as-of/past.ts';
import { isEndOfAccount, onSessionNotice } from '../session/notices.ts';
import { sessionAtom } from '../session/session.ts';
import { store } from '../store.ts';
import { actsInBrowser } from './acts-in-browser.ts';
import { type Kind, kindOf } from './kinds.ts';
import type { News, TabMessage } from './news.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { createOutbox } from './outbox.ts';
import { isTabOpen, tabName } from './tab.ts';
import { outboxAtom } from './waiting.ts';
import type { NewAct } from './waiting-act.ts';

const channel = new BroadcastChannel('lyceum-outbox');
const listeners = new Set<(news: News) => void>();

/** Has `listener` told what no page waits for any more. */
export const onOutboxNews = (listener: (news: News) => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const outbox = createOutbox({
  store: actsInBrowser(logFailure),
  alone: oneAtATime(navigator.locks),
  tab: tabName,
  isOpen: isTabOpen,
  send: (waiting) => {
    const kind = kindOf(waiting);
    const body = kind?.bodyAt ? kind.bodyAt(waiting, Date.now()) : waiting.body;
    return act(waiting.method, waiting.path, kind?.answer ?? z.unknown(), {
      key: waiting.key,
      person: waiting.uid,
      ...(body === undefined ? {} : { body }),
    });
  },
  isOffline: () => !navigator.onLine,
  now: Date.now,
  post: (message) => channel.postMessage(message),
  show: (acts, signIn) => store.set(outboxAtom, { acts, signIn }),
  say: (news) => {
    for (const listener of listeners) listener(news);
  },
  log: logFailure,
});

/**
 * Does something in the person's name that may wait for the line. Resolves with the answer; where the page is gone by then,
 * the kind's own functions still see it. @throws ApiError
 */
export const doWhenPossible = async <S extends z.ZodType>(
  kind: Kind<S>,
  given: NewAct,
): Promise<z.output<S>> => {
  refuseInPast();
  // The answer was parsed with the kind's schema.
  return (await outbox.put(kind as unknown as Kind, given)) as z.output<S>;
};

export const { drop: dropAct, sendAgain: sendActAgain } = outbox;

/** Tries what waits now; resolves when it is sent, or could not be. */
export const sendNow = (): Promise<void> => outbox.wake(true);

/** Takes out everything that the signed-in person has here. */
export const dropAllActs = async (): Promise<void> => {
  const session = store.get(sessionAtom);
  if (session.status === 'signed-in') await outbox.dropAll(session.person.uid);
};

/** From now on the acts of whoever is signed in are sent. Called once. */
export const startOutbox = (): void => {
  let last: string | null = null;
  const followSession = () => {
    const session = store.get(sessionAtom);
    if (session.status === 'loading') return;
    const uid = session.status === 'signed-in' ? session.person.uid : null;
    last = uid ?? last;
    // What is theirs and too old they are told of first.
    void outbox.follow(uid).then(outbox.tidy);
  };
  // Who was removed has nobody left in whose name anything could be sent.
  onSessionNotice((notice) => {
    if (isEndOfAccount(notice) && last !== null)
      outbox.dropAll(last).catch((cause: unknown) => logFailure('What waited could not be dropped.', cause));
  });
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => outbox.hear(data);
  store.sub(sessionAtom, followSession);
  followSession();
  addEventListener('online', () => void outbox.wake(true));
  store.sub(connectionAtom, () => {
    if (store.get(connectionAtom) === 'live') void outbox.wake(true);
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void outbox.wake();
  });
};
