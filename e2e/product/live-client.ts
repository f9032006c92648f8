import { io, type Socket } from 'socket.io-client';
import {
  type ClientToServer,
  type LiveMessage,
  liveMessage,
  type ServerToClient,
} from '#events/contract/live.ts';
import type { Product } from './start-product.ts';

export type LiveClient = Disposable & {
  /** What was told, in order; each message parsed by the contract. */
  messages: LiveMessage[];
};

/** Connects to the product as its own client does (a visitor without a token), and waits for the welcome. */
export const connectLive = async (
  product: Pick<Product, 'url'>,
  token: string | null,
): Promise<LiveClient> => {
  const socket: Socket<ServerToClient, ClientToServer> = io(product.url, {
    transports: ['websocket'],
    auth: token === null ? {} : { token },
    forceNew: true,
    reconnection: false,
    timeout: 30_000,
  });
  const messages: LiveMessage[] = [];
  socket.on('message', (message) => messages.push(liveMessage.parse(message)));
  await new Promise<void>((resolve, reject) => {
    socket.on('welcome', () => resolve());
    socket.on('connect_error', reject);
  });
  return { messages, [Symbol.dispose]: () => void socket.disconnect() };
};
