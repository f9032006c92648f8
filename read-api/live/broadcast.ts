import type { Server } from 'socket.io';
import type { ClientToServer, ServerToClient } from '#contract/live-messages.ts';
import type { Room } from './rooms.ts';
import { type LiveUpdate, messageAt } from './updates/live-update.ts';

/** @template Data the data attached to each socket. */
export type LiveIo<Data = object> = Server<ClientToServer, ServerToClient, Record<string, never>, Data>;

/**
 * Sends a live update to the sockets of this node: to each socket the first delivery for one of its rooms. Rooms that
 * are empty on this node are left out first, because there may be many thousands. A delivery that has no room left is
 * skipped: without a room, Socket.IO would send it to all sockets.
 */
export const broadcast = <Data>(io: LiveIo<Data>, { position, deliveries }: LiveUpdate): void => {
  const { rooms } = io.of('/').adapter;
  const served: Room[] = [];
  for (const { to, message } of deliveries) {
    const occupied: Room[] = [];
    for (const room of to) if (rooms.has(room)) occupied.push(room);
    if (occupied.length === 0) continue;
    io.to(occupied).except(served).emit('message', messageAt(position, message));
    for (const room of occupied) served.push(room);
  }
};
