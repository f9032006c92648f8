import { io, type Socket } from 'socket.io-client';
import {
  type ClientToServer,
  type LiveMessage,
  liveMessage,
  type ServerToClient,
} from '#contract/live-messages.ts';
import { type Dashboard, dashboard } from '#contract/schemas/dashboard.ts';
import { type AttendedView, type CoursePresence, coursePresence } from '#contract/schemas/presence.ts';
import type { Product } from '../product/start-product.ts';

export type LiveClient = Disposable & {
  /** The live updates in order, parsed with the contract. */
  messages: LiveMessage[];
  /** The presence updates of the course that the client shows. */
  presence: CoursePresence[];
  dashboards: Dashboard[];
  /** Reports which view is shown. @returns why that is not allowed, or null. */
  attend: (view: AttendedView | null) => Promise<string | null>;
  /** The log positions that `audit-changed` sent to admins. */
  auditPositions: number[];
  /** The arguments of all other events, by event name. */
  events: Map<string, unknown[][]>;
};

/**
 * Connects to the product and waits for the welcome.
 * @param token null for a visitor.
 */
export const connectLiveClient = async (
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
  const presence: CoursePresence[] = [];
  const dashboards: Dashboard[] = [];
  socket.on('presence', (update) => presence.push(coursePresence.parse(update)));
  socket.on('dashboard', (update) => dashboards.push(dashboard.parse(update)));
  const auditPositions: number[] = [];
  socket.on('message', (message) => messages.push(liveMessage.parse(message)));
  socket.on('audit-changed', (position) => auditPositions.push(position));
  const events = new Map<string, unknown[][]>();
  socket.onAny((event: string, ...args: unknown[]) => {
    if (event !== 'message') events.set(event, [...(events.get(event) ?? []), args]);
  });
  await new Promise<void>((resolve, reject) => {
    socket.on('welcome', () => resolve());
    socket.on('connect_error', reject);
  });
  return {
    messages,
    presence,
    dashboards,
    auditPositions,
    attend: (view) => socket.timeout(30_000).emitWithAck('attend', view),
    events,
    [Symbol.dispose]: () => void socket.disconnect(),
  };
};
