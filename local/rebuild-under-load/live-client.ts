import { io } from 'socket.io-client';
import type { LiveMessage, LiveWelcome } from '#contract/live.ts';
import type { Product } from './product.ts';

/** A client who hears what happens: everything that it was told, and how often it was sent to fetch again. */
export const listen = async (product: Product, token: string | null) => {
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
    /** Where its node stood when it came. */
    cameAt: welcomes[0]?.position ?? 0,
    /** How often it was told to fetch again after it had come. */
    refetches: () => welcomes.slice(1).filter(({ refetch }) => refetch).length,
    /** How often it was told of a record by a kind of message. */
    timesTold: (kind: LiveMessage['kind'], id: string) =>
      messages.filter(
        (message) =>
          message.kind === kind && message.data !== null && '_id' in message.data && message.data._id === id,
      ).length,
    [Symbol.dispose]: () => {
      socket.disconnect();
    },
  };
};
