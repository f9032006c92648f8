import type { Server } from 'socket.io';
import type { ClientToServer, ServerToClient } from '#contract/live-messages.ts';
import type { Room, RoomList } from './rooms.ts';
import { type LiveUpdate, messageAt } from './updates/live-update.ts';

/** @template Data the data attached to each socket. */
export type LiveIo<Data = object> = Server<ClientToServer, ServerToClient, Record<string, never>, Data>;

/**
 * Sends a live update to the sockets of this node. Each socket receives the first delivery that names one of its rooms. Rooms that
 * are empty on this node are left out first, because there may be many thousands. A delivery with no rooms left is skipped: without
 * a room, Socket.IO would send it to all sockets.
 */
export const broadcast = <Data>(
  io: LiveIo<Data>,
  { position, deliveries, notifiedRooms = [] }: LiveUpdate,
): void => {
  const { rooms } = io.of('/').adapter;
  const served: Room[] = [];
  for (const { to, message } of deliveries) {
    const occupied: Room[] = [];
    for (const room of to) if (rooms.has(room)) occupied.push(room);
    if (occupied.length === 0) continue;
    io.to(occupied).except(served).emit('message', messageAt(position, message));
    for (const room of occupied) served.push(room);
  }
  sendNotificationsChanged(io, notifiedRooms);
};

/**
 * Clients fetch their notifications after a random delay, so that they do not all fetch at once. Each socket adds this time to the
 * maximum delay, up to {@link maxSpreadMs}.
 */
const spreadPerSocketMs = 2;
const maxSpreadMs = 10_000;

/** Tells the sockets in these rooms that their notifications have changed. */
const sendNotificationsChanged = <Data>(io: LiveIo<Data>, notifiedRooms: readonly RoomList[]): void => {
  const { rooms } = io.of('/').adapter;
  const occupied: Room[] = [];
  let sockets = 0;
  for (const list of notifiedRooms)
    for (const room of list) {
      const size = rooms.get(room)?.size ?? 0;
      if (size === 0) continue;
      occupied.push(room);
      sockets += size;
    }
  if (occupied.length === 0) return;
  io.to(occupied).emit('notifications-changed', Math.min(maxSpreadMs, sockets * spreadPerSocketMs));
};
