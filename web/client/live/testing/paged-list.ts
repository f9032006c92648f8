/** Helpers for tests of lists that are loaded page by page while live updates arrive. */
import { afterEach, beforeEach, expect, vi } from 'vitest';
import type { LiveMessage } from '#contract/live-messages.ts';
import { createEmitter } from '../../emitter.ts';
import { queryClient } from '../../query-client.ts';
import { type LiveEvents, liveEvents } from '../live-events.ts';
import { recentUpdates } from '../recent-updates.ts';

/** Returns an answer with one page. @param next the cursor of the next page; null for the last page. */
export const respond = (body: unknown, next: string | null, position: number): Response =>
  Response.json(body, {
    headers: {
      'log-id': 'log',
      'log-position': String(position),
      ...(next === null ? {} : { 'next-cursor': next }),
    },
  });

/** Registers handlers with their own emitter of updates. Returns a function that delivers a live update as the socket does. */
export const registerWithLiveUpdates = (register: (live: LiveEvents) => void) => {
  const live = { ...liveEvents, updates: createEmitter<LiveMessage>() };
  register(live);
  return (message: LiveMessage): void => {
    recentUpdates.add(message);
    live.updates.emit(message);
  };
};

/**
 * Replaces `fetch` in each test of a file, and begins the recent updates after position 100.
 * @returns the requests of the test, and `answer`, which answers the request with a given index once it is sent.
 */
export const interceptRequests = () => {
  const requests: PromiseWithResolvers<Response>[] = [];
  beforeEach(() => {
    vi.stubGlobal('fetch', () => {
      const response = Promise.withResolvers<Response>();
      requests.push(response);
      return response.promise;
    });
    recentUpdates.restartAt(100);
  });
  afterEach(() => {
    queryClient.clear();
    recentUpdates.restartAt(0);
    requests.length = 0;
    vi.unstubAllGlobals();
  });
  const answer = async (index: number, response: Response): Promise<void> => {
    await expect.poll(() => requests.length).toBeGreaterThan(index);
    requests[index]?.resolve(response);
  };
  return { requests, answer };
};
