import type { Kysely } from 'kysely';
import type { Server } from 'socket.io';
import type { Dashboard } from '#contract/dashboard.ts';
import type { ClientToServer, ServerToClient } from '#contract/live.ts';
import type { Logger } from '#platform/logging.ts';
import type { StateTables } from '#platform/state-tables/tables.ts';
import type { Standing } from '../../freshness/positions.ts';
import type { LiveLimits } from '../limits.ts';
import type { PresenceElsewhere } from '../presence/elsewhere.ts';
import { Presence } from '../presence/presence.ts';
import { courseRoom, type Room } from '../rooms.ts';
import { Watched } from './watched.ts';

export type PlacesServices = {
  state: Kysely<StateTables>;
  dashboard: () => Promise<Dashboard>;
  positions: () => Promise<Standing>;
  presenceElsewhere: Pick<PresenceElsewhere, 'on'>;
};

type Options = { services: PlacesServices; limits: LiveLimits; logger: Logger };

/** What those are told who show a place: how many learn a course, the dashboard, and that the school's numbers are others. */
export const openPlaces = <Data>(
  io: Server<ClientToServer, ServerToClient, Record<string, never>, Data>,
  { services, limits, logger }: Options,
) => {
  const { adapter } = io.of('/');
  const sizeOf = (room: Room): number => adapter.rooms.get(room)?.size ?? 0;
  const presence = new Presence({
    state: services.state,
    elsewhere: services.presenceElsewhere,
    tell: (found) => {
      const room = courseRoom(found.courseId);
      io.to(room).emit('presence', found);
      return sizeOf(room);
    },
    limits,
    logger,
  });
  const dashboard = new Watched<Dashboard>({
    name: 'The dashboard',
    find: services.dashboard,
    sameBy: (found) => JSON.stringify({ ...found, at: null }),
    watchers: () => sizeOf('dashboard'),
    emit: (found) => io.to('dashboard').emit('dashboard', found),
    everyMs: limits.sayDashboardMs,
    logger,
  });
  const insight = new Watched<number>({
    name: 'Where the numbers of the insight page stand',
    find: async () => (await services.positions()).models.get('insight')?.relevant ?? 0,
    sameBy: String,
    watchers: () => sizeOf('insight'),
    emit: (position) => io.to('insight').emit('insight-changed', position),
    everyMs: limits.sayInsightMs,
    logger,
  });
  adapter.on('join-room', (room: string) => {
    if (room === 'dashboard') dashboard.somebodyCame();
    else if (room === 'insight') insight.somebodyCame();
  });
  return {
    presence,
    start: () => presence.start(),
    close: async () => {
      await dashboard.close();
      await insight.close();
      await presence.close();
    },
  };
};
