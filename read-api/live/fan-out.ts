import type { Server } from 'socket.io';
import type { ClientToServer, LiveMessage, ServerToClient } from '#contract/live.ts';
import type { Announcement } from './announcement.ts';
import type { Room } from './rooms.ts';

type NoEvents = Record<string, never>;

/**
 * Sends an announcement to the sockets of this node: to each the first delivery that is for a room of its own. Rooms that
 * nobody here stands in are left out before Socket.IO sees them: they may be many thousands, and no room at all would
 * mean everybody to it.
 */
export const fanOut = (
  io: Server<ClientToServer, ServerToClient, NoEvents, object>,
  { position, deliveries }: Announcement,
): void => {
  const { rooms } = io.of('/').adapter;
  const told: Room[] = [];
  for (const { to, message } of deliveries) {
    const here: Room[] = [];
    for (const room of to) if (rooms.has(room)) here.push(room);
    if (here.length === 0) continue;
    io.to(here)
      .except(told)
      .emit('message', { position, ...message } as LiveMessage);
    for (const room of here) told.push(room);
  }
};
