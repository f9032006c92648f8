import { io } from 'socket.io-client';
import type { LiveMessage, LiveWelcome } from '#contract/live-messages.ts';
import type { Product } from './start-product.ts';

/** Connects a client that records its live updates and the requests to refetch. */
export const connectLiveClient = async (product: Product, token: string | null) => {
  const socket = io(product.address, {
    ...{ transports: ['websocket'], forceNew: true, reconnection: false },
    ...(token === null ? {} : { auth: { token } }),
  });
  const messages: LiveMessage[] = [];
  const welcomes: LiveWelcome[] = [];
  socket.on('message', (message: LiveMessage) => messages.push(message));
  await new Promise<void>((resolve, reject) => {
    socket.on('welcome', (welcome: LiveWelcome) => {
      welcomes.push(welcome);
      resolve();
    });
    socket.on('connect_error', reject);
  });
  return {
    messages,
    isConnected: () => socket.connected,
    /** The position of the node when the client connected. */
    connectedAt: welcomes[0]?.position ?? 0,
    /** How often it was told to refetch after it had connected. */
    refetches: () => welcomes.slice(1).filter(({ refetch }) => refetch).length,
    /** How often it received a kind of message about a record. */
    countMessages: (kind: LiveMessage['kind'], id: string) =>
      messages.filter(
        (message) =>
          message.kind === kind && message.data !== null && '_id' in message.data && message.data._id === id,
      ).length,
    [Symbol.dispose]: () => {
      socket.disconnect();
    },
  };
};
