import type { Query } from '@tanstack/react-query';
import { logFailure } from '../log-failure.ts';
import { queryClient } from '../query-client.ts';
import { sessionAtom } from '../session/session.ts';
import { store } from '../store.ts';
import { isFromKept, replaceWhenPossible } from './answer-from-kept.ts';
import { forgetAnswersOf, keepAnswer, tidyAnswers } from './kept-answers.ts';
import { isKept, readerOfAnswer } from './reader.ts';

/** Several changes in a row are kept as one. */
const pauseMs = 1_500;
/** Ten thousand notes are some megabytes; more than that is not kept. */
const mostBytesOfOne = 6 * 1024 * 1024;

const waiting = new Map<string, { query: Query; timer: ReturnType<typeof setTimeout> }>();

const keep = async (query: Query) => {
  const reader = await readerOfAnswer();
  const { data } = query.state;
  // What was only read here is as old as it was.
  if (reader === null || data === undefined || isFromKept(query.queryHash)) return;
  const size = JSON.stringify(data).length;
  if (size <= mostBytesOfOne) await keepAnswer({ reader, name: query.queryHash, data, size });
};

const keepNow = (query: Query) => {
  clearTimeout(waiting.get(query.queryHash)?.timer);
  waiting.delete(query.queryHash);
  keep(query).catch((cause: unknown) => logFailure('An answer could not be kept.', cause));
};

const keepSoon = (query: Query) => {
  if (waiting.has(query.queryHash)) return;
  waiting.set(query.queryHash, { query, timer: setTimeout(keepNow, pauseMs, query) });
};

/** From now on what the server answers is kept for its reader, and forgotten when they leave. Called once. */
export const startKeeping = (): void => {
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success' && isKept(event.query.queryKey))
      keepSoon(event.query);
  });
  replaceWhenPossible((isShown) =>
    queryClient.invalidateQueries({ predicate: ({ queryHash }) => isShown(queryHash), refetchType: 'all' }),
  );
  let present: string | null = null;
  const followSession = () => {
    const session = store.get(sessionAtom);
    if (session.status === 'loading') return;
    const uid = session.status === 'signed-in' ? session.person.uid : null;
    if (present !== null && uid !== present) {
      for (const { timer } of waiting.values()) clearTimeout(timer);
      waiting.clear();
      forgetAnswersOf(present).catch((cause: unknown) =>
        logFailure('What was kept could not be forgotten.', cause),
      );
    }
    present = uid;
  };
  store.sub(sessionAtom, followSession);
  followSession();
  document.addEventListener('visibilitychange', () => {
    // The page may be gone in a moment.
    if (document.visibilityState === 'hidden') for (const { query } of [...waiting.values()]) keepNow(query);
  });
  tidyAnswers().catch((cause: unknown) => logFailure('What was kept could not be tidied.', cause));
};
