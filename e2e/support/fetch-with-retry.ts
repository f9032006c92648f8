import { backoffMs } from '#concurrency/backoff-ms.ts';
import { pause } from '#concurrency/pause.ts';
import { longWait } from '#platform/testing/long-wait.ts';

const maxRetries = 5;

/**
 * Sends a request, and retries it a few times while the server is overloaded (503) or the answer may lack what was just written
 * (`Log-Stale`). Only for requests that may be sent several times.
 */
export const fetchWithRetry = async (url: string, init: Omit<RequestInit, 'signal'>): Promise<Response> => {
  for (let attempt = 0; ; attempt += 1) {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(longWait.timeout) });
    const isFinal = response.status !== 503 && !response.headers.has('log-stale');
    if (isFinal || attempt === maxRetries) return response;
    await response.body?.cancel();
    await pause(backoffMs(attempt, { firstMs: 500, maxMs: 8_000 }));
  }
};
