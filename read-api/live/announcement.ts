import type { LiveMessage } from '#contract/live.ts';
import type { UserType } from '#contract/users.ts';
import { isIn, type Room, type Rooms } from './rooms.ts';

type WithoutPosition<M> = M extends unknown ? Omit<M, 'position'> : never;

/** One message to whoever stands in one of the rooms; nobody where there are none. */
export type Delivery = { to: Rooms; message: WithoutPosition<LiveMessage> };

/**
 * What one event gives to tell. Deliveries exclude each other in their order: a socket gets the first one that is
 * for a room of its own. So a position brings a socket one message at most, and the position of the last
 * message says exactly what a client has seen.
 */
export type Announcement = {
  position: number;
  deliveries: readonly Delivery[];
  /** What the deliveries are about, as `course:<id>`. */
  subject: string;
  /** Another subject with which this one goes: the person whose it is. */
  partOf?: string;
  /** What is told in its place once that one is gone, where it does not go with them; nothing unless given. */
  without?: readonly Delivery[];
  /** The subject is gone: what was told about it before is told to nobody any more. */
  withdraws: boolean;
  /** This person's role is another from here on; null: none. */
  membership: { userId: string; userType: UserType | null } | null;
};

/** The message of an announcement for a socket that stands in these rooms, or null. */
export const messageFor = (announcement: Announcement, rooms: ReadonlySet<Room>): LiveMessage | null => {
  const delivery = announcement.deliveries.find(({ to }) => isIn(rooms, to));
  return delivery ? ({ position: announcement.position, ...delivery.message } as LiveMessage) : null;
};

/**
 * The announcements without what was told about something before it, or what it is a part of, was withdrawn; memberships
 * stay.
 */
export const withoutWithdrawn = (announcements: readonly Announcement[]): Announcement[] => {
  const gone = new Set<string>();
  const kept: Announcement[] = [];
  for (const announcement of announcements.toReversed()) {
    const { subject, partOf, without = [] } = announcement;
    if (gone.has(subject)) kept.push({ ...announcement, deliveries: [] });
    else if (partOf !== undefined && gone.has(partOf)) kept.push({ ...announcement, deliveries: without });
    else kept.push(announcement);
    if (announcement.withdraws) gone.add(subject);
  }
  return kept.reverse();
};
