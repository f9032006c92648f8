import { io } from 'socket.io-client';
import { longWait } from '#platform/testing/long-wait.ts';
import type { Requester } from './read-answers.ts';
import type { TextSources } from './read-storage.ts';

/** Returns what each client receives when it reconnects after a long time: everything up to the welcome. */
export const readLiveUpdates = async (
  url: string,
  requesters: readonly Requester[],
  from: { since: number; logId: string },
): Promise<TextSources> => {
  const sources: TextSources = new Map();
  for (const { name, token } of requesters) {
    const received: unknown[] = [];
    const socket = io(url, {
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      timeout: longWait.timeout,
      auth: { ...from, ...(token === null ? {} : { token }) },
    });
    socket.onAny((event: string, ...args: unknown[]) => received.push([event, ...args]));
    try {
      await new Promise<void>((resolve, reject) => {
        socket.once('welcome', () => resolve());
        socket.once('connect_error', reject);
      });
    } finally {
      socket.disconnect();
    }
    sources.set(
      `live messages to ${name} since ${from.since} at ${new URL(url).port}`,
      JSON.stringify(received),
    );
  }
  return sources;
};
