import { QueryClient } from '@tanstack/react-query';
import { backoffMs } from '#concurrency/backoff-ms.ts';
import { ApiError, isTransient } from './api/api-error.ts';
import { fallBackToStoredResponse } from './response-cache/offline-fallback.ts';

const maxRetries = 2;

const retryDelayMs = (failures: number, error: unknown) =>
  (error instanceof ApiError ? error.retryAfterMs : null) ??
  backoffMs(failures, { firstMs: 500, maxMs: 8_000 });

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
      retry: (failures, error) => failures < maxRetries && isTransient(error) && navigator.onLine,
      retryDelay: retryDelayMs,
    },
    // Commands that can wait for a connection go through the outbox. The others fail at once.
    mutations: {
      networkMode: 'always',
      retry: (failures, error) => failures < maxRetries && isTransient(error),
      retryDelay: retryDelayMs,
    },
  },
});
