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
  /** What was told, in order; each message parsed by the contract. */
  messages: LiveMessage[];
  /** What was told of what it shows. */
  presence: CoursePresence[];
  dashboards: Dashboard[];
  /** Says what it shows. @returns why it may not, or null. */
  attend: (place: AttendedView | null) => Promise<string | null>;
  /** The positions up to which something happened, as admins are told. */
  auditPositions: number[];
  /** What else was said, by the name of its event: the arguments, each time. */
  events: Map<string, unknown[][]>;
};

/** Connects to the product as its own client does (a visitor without a token), and waits for the welcome. */
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
  socket.on('presence', (told) => presence.push(coursePresence.parse(told)));
  socket.on('dashboard', (told) => dashboards.push(dashboard.parse(told)));
  const audited: number[] = [];
  socket.on('message', (message) => messages.push(liveMessage.parse(message)));
  socket.on('audit-changed', (position) => audited.push(position));
  const said = new Map<string, unknown[][]>();
  socket.onAny((event: string, ...args: unknown[]) => {
    if (event !== 'message') said.set(event, [...(said.get(event) ?? []), args]);
  });
  await new Promise<void>((resolve, reject) => {
    socket.on('welcome', () => resolve());
    socket.on('connect_error', reject);
  });
  return {
    messages,
    presence,
    dashboards,
    auditPositions: audited,
    attend: (place) => socket.timeout(30_000).emitWithAck('attend', place),
    events: said,
    [Symbol.dispose]: () => void socket.disconnect(),
  };
};
