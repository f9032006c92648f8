import { QueryClient } from '@tanstack/react-query';
import { ApiError, isPassing } from './api/api-error.ts';
import { orKept } from './response-cache/answer-from-kept.ts';

const delayOf = (failures: number, error: unknown) =>
  (error instanceof ApiError ? error.retryAfterMs : null) ?? Math.min(500 * 2 ** failures, 8_000);

/**
 * The one cache of what the server said. What is loaded stays readable without a line (the browser
 * keeps it too, see `kept/`); the live socket keeps it true, so
 * nothing is fetched again merely because a window got the focus.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: 10 * 60_000,
      refetchOnWindowFocus: false,
      // Without a line a page says so at once, or shows what was kept; it asks again when the line is back.
      networkMode: 'always',
      refetchOnReconnect: true,
      persister: orKept,
      retry: (failures, error) => failures < 2 && isPassing(error) && navigator.onLine,
      retryDelay: delayOf,
    },
    // What may wait for the line is kept by the outbox; the rest fails at once, with a sentence.
    mutations: {
      networkMode: 'always',
      retry: (failures, error) => failures < 2 && isPassing(error),
      retryDelay: delayOf,
    },
  },
});
