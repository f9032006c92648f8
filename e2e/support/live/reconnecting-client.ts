import { setTimeout as sleep } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { headers } from '#contract/headers.ts';
import {
  type ClientToServer,
  type LiveMessage,
  liveMessage,
  type ServerToClient,
} from '#contract/live-messages.ts';
import { liveWelcome } from '#contract/public-live-messages.ts';
import { longWait } from '#platform/testing/long-wait.ts';
import { type LogPosition, readLogPosition } from '#web/client/api/log-position.ts';
import { createLiveCursor } from '#web/client/live/live-cursor.ts';
import { fetchWithRetry } from '../fetch-with-retry.ts';

/** A live connection like that of a page, but without a browser: the client's own cursor on a real socket that reconnects. */
export type ReconnectingClient = Disposable & {
  /** The live updates that the cursor accepted as new, which a page would show. */
  messages: LiveMessage[];
  /** Positions of all live updates that were received, accepted or not. */
  receivedPositions: number[];
  /** Returns how often the server told the client to refetch. */
  refetchCount: () => number;
  /** Returns how often the server welcomed the client. */
  welcomeCount: () => number;
  isConnected: () => boolean;
};

/**
 * Sends a GET until its answer names at least the position `after`. The server answers at once, with a lower position, if the events up
 * to `after` cannot change the answer. A client that continues from such a position receives the live updates of these events.
 */
const readAfter = async (url: string, after: number): Promise<LogPosition | null> => {
  const deadline = Date.now() + longWait.timeout;
  for (;;) {
    const response = await fetchWithRetry(`${url}/courses?limit=1`, {
      headers: { [headers.awaitLogPosition]: String(after) },
    });
    await response.body?.cancel();
    const readAt = readLogPosition(response.headers);
    if (readAt !== null && readAt.position >= after) return readAt;
    if (Date.now() > deadline) throw new Error(`No answer names position ${after}.`);
    await sleep(longWait.interval);
  }
};

/**
 * Sends a GET, as a page does first, and connects to receive everything after it. Resolves when the server has welcomed the client.
 * @param token null for a visitor.
 * @param after a log position that the answer to the GET must include. The client receives no updates up to this position.
 */
export const connectReconnectingClient = async (
  url: string,
  token: string | null,
  after = 0,
): Promise<ReconnectingClient> => {
  const readAt = await readAfter(url, after);
  const cursor = createLiveCursor();
  const socket: Socket<ServerToClient, ClientToServer> = io(url, {
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelayMax: 500,
    auth: (send) => send({ ...(token === null ? {} : { token }), ...cursor.handshake(readAt) }),
  });
  const messages: LiveMessage[] = [];
  const receivedPositions: number[] = [];
  let refetchCount = 0;
  let welcomeCount = 0;
  socket.on('message', (message) => {
    receivedPositions.push(message.position);
    if (cursor.accept(message)) messages.push(liveMessage.parse(message));
  });
  await new Promise<void>((resolve) => {
    socket.on('welcome', (welcome) => {
      welcomeCount += 1;
      if (cursor.welcome(liveWelcome.parse(welcome))) refetchCount += 1;
      resolve();
    });
  });
  return {
    messages,
    receivedPositions,
    refetchCount: () => refetchCount,
    welcomeCount: () => welcomeCount,
    isConnected: () => socket.connected,
    [Symbol.dispose]: () => void socket.disconnect(),
  };
};
