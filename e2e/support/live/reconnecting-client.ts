import { io, type Socket } from 'socket.io-client';
import {
  type ClientToServer,
  type LiveMessage,
  liveMessage,
  liveWelcome,
  type ServerToClient,
} from '#contract/live.ts';
import { placeOf } from '#web/client/api/log-position.ts';
import { liveCursor } from '#web/client/live/cursor.ts';

/** A page's live messages without the page: the client's own cursor on a real socket that connects again by itself. */
export type ReturningClient = Disposable & {
  /** What a page would have shown: each message that the cursor took as new, parsed by the contract. */
  messages: LiveMessage[];
  /** Positions of all messages that came. */
  came: number[];
  /** How often it was told to fetch again. */
  refetches: () => number;
  /** How often it was welcomed. */
  welcomes: () => number;
  isConnected: () => boolean;
};

/**
 * Reads, as a page does first, and connects to hear what happens from there on; resolves when it is welcomed.
 * @param token null for a visitor.
 */
export const connectReturning = async (address: string, token: string | null): Promise<ReturningClient> => {
  const answer = await fetch(`${address}/courses?limit=1`, { signal: AbortSignal.timeout(30_000) });
  await answer.body?.cancel();
  const cursor = liveCursor();
  const socket: Socket<ServerToClient, ClientToServer> = io(address, {
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelayMax: 500,
    auth: (give) =>
      give({ ...(token === null ? {} : { token }), ...cursor.handshake(placeOf(answer.headers)) }),
  });
  const messages: LiveMessage[] = [];
  const came: number[] = [];
  let [refetches, welcomes] = [0, 0];
  socket.on('message', (message) => {
    came.push(message.position);
    if (cursor.accept(message)) messages.push(liveMessage.parse(message));
  });
  await new Promise<void>((resolve) => {
    socket.on('welcome', (welcome) => {
      welcomes += 1;
      if (cursor.welcome(liveWelcome.parse(welcome))) refetches += 1;
      resolve();
    });
  });
  return {
    messages,
    came,
    refetches: () => refetches,
    welcomes: () => welcomes,
    isConnected: () => socket.connected,
    [Symbol.dispose]: () => void socket.disconnect(),
  };
};
