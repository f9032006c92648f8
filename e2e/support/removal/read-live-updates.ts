import { io } from 'socket.io-client';
import type { Requester } from './read-answers.ts';
import type { TextSources } from './read-storage.ts';

/**
 * What clients are told who come back after a long while: everything that the server pushes from a place in the log on, until
 * it has said all that there was (the welcome) and what came while it is being asked for.
 */
export const readLiveUpdates = async (
  url: string,
  askers: readonly Requester[],
  from: { since: number; logId: string },
): Promise<TextSources> => {
  const places: TextSources = new Map();
  for (const { name, token } of askers) {
    const said: unknown[] = [];
    const socket = io(url, {
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      timeout: 30_000,
      auth: { ...from, ...(token === null ? {} : { token }) },
    });
    socket.onAny((event: string, ...args: unknown[]) => said.push([event, ...args]));
    try {
      await new Promise<void>((resolve, reject) => {
        socket.once('welcome', () => resolve());
        socket.once('connect_error', (error) => {
          said.push(['connect_error', error.message]);
          // Whoever was removed is not let in, and is told why.
          if (token !== null) resolve();
          else reject(error);
        });
      });
    } finally {
      socket.disconnect();
    }
    places.set(`live messages to ${name} since ${from.since} at ${new URL(url).port}`, JSON.stringify(said));
  }
  return places;
};
