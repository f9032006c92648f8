import type { Kysely } from 'kysely';
import type { LiveMessage } from '#contract/live.ts';
import type { LogReader } from '#events/log/log.ts';
import type { ReadTables } from '#platform/read-tables/tables.ts';
import { isTold } from './announce/announcers.ts';
import { type Announcement, messageFor, withoutWithdrawn } from './announcement.ts';
import type { LiveLimits } from './limits.ts';
import type { Room } from './rooms.ts';
import type { LiveTail } from './tail.ts';
import { tell } from './tell.ts';
import type { takeTurns } from './turns.ts';

/** Further back than this a client fetches again: that is shorter for both. */
export const catchUpLimits = {
  positions: 10_000,
  announcements: 1_000,
  bytes: 1_048_576,
} as const;

const pageSize = 1_000;

/** What is known to have been told after a client was last seen, up to a position; null: it has to fetch again. */
export type Missed = { announcements: readonly Announcement[]; upTo: number } | null;

type CatchUpServices = {
  log: LogReader;
  tables: Kysely<ReadTables>;
  /** Reading the log for many clients at once goes in turns. */
  oneOfFew: ReturnType<typeof takeTurns>;
  limits: Pick<LiveLimits, 'reachWithinMs'>;
};

const fromLog = async (services: CatchUpServices, tail: LiveTail, since: number): Promise<Missed> => {
  const upTo = tail.position;
  if (upTo - since > catchUpLimits.positions) return null;
  const announcements: Announcement[] = [];
  for (let after = since; after < upTo; ) {
    const { events } = await services.log.readPage(after, Math.min(pageSize, upTo - after));
    const last = events.at(-1);
    if (!last) return null;
    const told = events.filter(isTold);
    if (announcements.length + told.length > catchUpLimits.announcements) return null;
    announcements.push(...(await tell(services.tables, told, tail.anyParked)));
    after = last.position;
  }
  return { announcements, upTo };
};

/**
 * Finds what a client missed that has seen a log up to a position. What this node remembers is not asked for
 * again; what lies before that is read from the log, whoever wrote it and however often servers were restarted since.
 * @param seen the position and log that the client names; undefined for a new client, who missed nothing.
 */
export const findMissed = async (
  services: CatchUpServices,
  tail: LiveTail,
  seen: { since: number | undefined; logId: string | undefined },
): Promise<Missed> => {
  const { since, logId } = seen;
  if (since === undefined) return { announcements: [], upTo: tail.position };
  if (logId !== tail.logId) return null;
  // Another node was ahead of this one: what it told is not told again.
  if (!(await tail.reaches(since, services.limits.reachWithinMs))) return null;
  if (tail.recent.after(since) !== null) return { announcements: [], upTo: since };
  return services.oneOfFew(() => fromLog(services, tail, since));
};

/**
 * What a client who stands in these rooms is sent for what it missed, in order, up to where the tail is now. Done in
 * one turn with joining the rooms, so nothing is lost or doubled in between.
 * @returns null when it is too much, or no longer remembered: the client has to fetch again.
 */
export const messagesMissed = (
  missed: Missed,
  tail: LiveTail,
  rooms: readonly Room[],
): LiveMessage[] | null => {
  const since = missed && tail.recent.after(missed.upTo);
  if (!missed || !since) return null;
  const mine = new Set(rooms);
  const messages = withoutWithdrawn([...missed.announcements, ...since]).flatMap(
    (announcement) => messageFor(announcement, mine) ?? [],
  );
  const size = messages.reduce((sum, message) => sum + JSON.stringify(message).length, 0);
  return messages.length > catchUpLimits.announcements || size > catchUpLimits.bytes ? null : messages;
};
