import type { LiveMessage } from '#contract/live-messages.ts';
import type { UserType } from '#contract/schemas/users.ts';
import { isInAnyRoom, type Room, type RoomList } from '../rooms.ts';

type WithoutPosition<M> = M extends unknown ? Omit<M, 'position'> : never;

/** A message and the rooms that receive it. An empty list means nobody. */
export type Delivery = { to: RoomList; message: WithoutPosition<LiveMessage> };

/**
 * The messages that one event sends to sockets. A socket gets only the first delivery for one of its rooms. So it receives at
 * most one message per position, and the position of the last message is exactly what the client has seen.
 */
export type LiveUpdate = {
  position: number;
  deliveries: readonly Delivery[];
  /** The record that the deliveries describe: `course:<id>`, `user:<id>`, `certificate:<id>` or the name of its stream. */
  subject: string;
  /** The user whom the deliveries describe, as `user:<id>`. The deliveries are dropped when that user is removed. */
  owner?: string;
  /** The course that the event names. */
  courseId?: string;
  /** Deliveries that replace `deliveries` once the owner has been removed. None by default. */
  deliveriesWithoutOwner?: readonly Delivery[];
  /**
   * The course to which the sockets in these rooms lose access. Earlier updates in memory still name these sockets as receivers, but
   * must not be sent to them.
   */
  endsAccess?: { courseId: string; rooms: RoomList };
  /** Whether the event removes the subject. If so, earlier live updates about it must no longer be sent. */
  isRemoval: boolean;
  /** The rooms of the users whose notifications the event may change. */
  notifiedRooms?: readonly RoomList[];
  /** The new role of a user; `userType` is null if the user was removed. */
  roleChange: { userId: string; userType: UserType | null } | null;
};

/** A live update as a definition creates it: by default it is neither a removal nor a role change. */
export type LiveUpdateContent = Pick<
  LiveUpdate,
  'deliveries' | 'subject' | 'deliveriesWithoutOwner' | 'endsAccess' | 'notifiedRooms'
> &
  Partial<Pick<LiveUpdate, 'isRemoval' | 'roleChange'>>;

/** Returns the message as clients receive it. */
export const messageAt = (position: number, message: Delivery['message']): LiveMessage =>
  // TypeScript does not distribute the spread over the union of messages.
  ({ position, ...message }) as LiveMessage;

/** Returns the message of a live update for a socket in these rooms, or null. */
export const messageFor = (update: LiveUpdate, rooms: ReadonlySet<Room>): LiveMessage | null => {
  const delivery = update.deliveries.find(({ to }) => isInAnyRoom(rooms, to));
  return delivery ? messageAt(update.position, delivery.message) : null;
};

/**
 * Returns whether the rooms lose access to a course after an update about this course has been addressed to them. Updates for everybody do
 * not count.
 */
export const precedesEndOfAccess = (updates: readonly LiveUpdate[], rooms: ReadonlySet<Room>): boolean => {
  const roomsWithAccess = new Set([...rooms].filter((room) => room !== 'everyone'));
  const courses = new Set<string>();
  for (const { courseId, deliveries, endsAccess } of updates) {
    if (endsAccess && courses.has(endsAccess.courseId) && isInAnyRoom(rooms, endsAccess.rooms)) return true;
    if (courseId !== undefined && deliveries.some(({ to }) => isInAnyRoom(roomsWithAccess, to)))
      courses.add(courseId);
  }
  return false;
};

/**
 * Returns the update with the deliveries that a later removal permits: none if its subject was removed, and `deliveriesWithoutOwner`
 * if its owner was. An update without deliveries is kept, because it may contain a role change.
 */
export const withoutRemoved = (update: LiveUpdate, removed: ReadonlySet<string>): LiveUpdate => {
  const { subject, owner, deliveriesWithoutOwner = [] } = update;
  if (removed.has(subject)) return { ...update, deliveries: [] };
  if (owner !== undefined && removed.has(owner)) return { ...update, deliveries: deliveriesWithoutOwner };
  return update;
};

/** Returns the updates, each without what a later one of them removes. */
export const dropRemovedSubjects = (updates: readonly LiveUpdate[]): LiveUpdate[] => {
  const removed = new Set<string>();
  const newestFirst: LiveUpdate[] = [];
  for (const update of updates.toReversed()) {
    newestFirst.push(withoutRemoved(update, removed));
    if (update.isRemoval) removed.add(update.subject);
  }
  return newestFirst.reverse();
};
