import type { Server } from 'socket.io';
import type { ClientToServer, ServerToClient } from '#contract/live-messages.ts';
import type { Room, RoomList } from './rooms.ts';
import { type LiveUpdate, messageAt } from './updates/live-update.ts';

/** @template Data the data attached to each socket. */
export type LiveIo<Data = object> = Server<ClientToServer, ServerToClient, Record<string, never>, Data>;

/**
 * Sends a live update to the sockets of this node: to each socket the first delivery for one of its rooms. Rooms that
 * are empty on this node are left out first, because there may be many thousands. A delivery that has no room left is
 * skipped: without a room, Socket.IO would send it to all sockets.
 */
export const broadcast = <Data>(
  io: LiveIo<Data>,
  { position, deliveries, notifies = [] }: LiveUpdate,
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
  tellNotified(io, notifies);
};

/** The requests that follow are spread over this time per socket, and over at most {@link maxSpreadMs}. */
const spreadPerSocketMs = 2;
const maxSpreadMs = 10_000;

/** Tells the sockets in these rooms that their notifications have changed. */
const tellNotified = <Data>(io: LiveIo<Data>, notifies: readonly RoomList[]): void => {
  const { rooms } = io.of('/').adapter;
  const occupied: Room[] = [];
  let sockets = 0;
  for (const list of notifies)
    for (const room of list) {
      const size = rooms.get(room)?.size ?? 0;
      if (size === 0) continue;
      occupied.push(room);
      sockets += size;
    }
  if (occupied.length === 0) return;
  io.to(occupied).emit('notifications-changed', Math.min(maxSpreadMs, sockets * spreadPerSocketMs));
};
