import { QueryClient } from '@tanstack/react-query';
import { retryDelayMs, shouldRetry } from './api/retry-rules.ts';
import { fallBackToStoredResponse } from './response-cache/offline-fallback.ts';

/**
 * The cache of the server's answers. Live updates keep it current, so nothing is fetched again when a window gets the focus.
 * Without a connection queries use the response cache.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: 10 * 60_000,
      refetchOnWindowFocus: false,
      // Queries run offline too: they fail at once or return a stored response, and run again on reconnect.
      networkMode: 'always',
      refetchOnReconnect: true,
      persister: fallBackToStoredResponse,
      retry: (retries, error) => shouldRetry(retries, error) && navigator.onLine,
      retryDelay: retryDelayMs,
    },
    // Commands that can wait for a connection go through the outbox. The others fail after the usual retries.
    mutations: {
      networkMode: 'always',
      retry: shouldRetry,
      retryDelay: retryDelayMs,
    },
  },
});
