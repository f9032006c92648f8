import { type DehydratedState, hydrate } from '@tanstack/react-query';
import { type PageState, pageStateId } from '#contract/rendered-pages.ts';
import { rememberRead } from '../client/api/log-position.ts';
import { logFailure } from '../client/log-failure.ts';
import { queryClient } from '../client/query-client.ts';

/**
 * Returns the state that the server sent with the page; null if the server did not render the page, or if the page is incomplete because
 * the connection broke off.
 */
export const readPageState = (): PageState | null => {
  const text = document.getElementById(pageStateId)?.textContent;
  if (!text) return null;
  try {
    return JSON.parse(text) as PageState;
  } catch (cause) {
    logFailure('The page that the server rendered is incomplete.', cause);
    return null;
  }
};

/** Removes the state from the page, to free its memory. */
export const removePageState = (): void => document.getElementById(pageStateId)?.remove();

/** Returns whether the user went back or forward to the page. The browser may then show an old copy without asking the server. */
const isFromHistory = (): boolean => {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation instanceof PerformanceNavigationTiming && navigation.type === 'back_forward';
};

/**
 * Puts the answers of the server into the query cache. They count as fresh. If the user went back or forward to the page, they count as
 * outdated instead, and are fetched again. The live connection asks for all updates since their log position.
 */
export const restorePageState = ({ queries, readAt }: PageState): void => {
  const dehydrated = queries as DehydratedState;
  const dataUpdatedAt = isFromHistory() ? 0 : Date.now();
  hydrate(queryClient, {
    ...dehydrated,
    queries: dehydrated.queries.map((query) => ({ ...query, state: { ...query.state, dataUpdatedAt } })),
  });
  rememberRead(readAt);
};
