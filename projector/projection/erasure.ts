import { streamId } from '#events/catalogue/stream-id.ts';
import { userStream } from '#events/catalogue/streams/user.ts';
import type { RecordedEvent } from '#events/log/log.ts';
import type { Projection } from './projection.ts';

/**
 * Returns the `userId` of the event; null if it has none or its data is damaged. In models that erase the rows of removed users,
 * this is the user to whom the event's stream belongs.
 */
export const ownerOf = (event: RecordedEvent): string | null => {
  try {
    return 'userId' in event.data ? event.data.userId : null;
  } catch {
    return null;
  }
};

/** Returns the streams that these events erase, each with the position of its last erasing event. */
export const findErasures = (
  projection: Pick<Projection, 'erasingEventTypes'>,
  events: readonly RecordedEvent[],
): Map<string, number> => {
  const erasures = new Map<string, number>();
  if (projection.erasingEventTypes.size > 0)
    for (const event of events)
      if (projection.erasingEventTypes.has(event.type)) erasures.set(event.stream, event.position);
  return erasures;
};

/** Returns the position at which the event's stream or its owner is erased; 0 if neither is. */
const erasurePosition = (erasures: ReadonlyMap<string, number>, event: RecordedEvent): number => {
  const owner = ownerOf(event);
  return Math.max(
    erasures.get(event.stream) ?? 0,
    owner === null ? 0 : (erasures.get(userStream(owner)) ?? 0),
  );
};

/** Returns whether a later event erases this one, or the event is itself the erasure. */
export const isErased = (erasures: ReadonlyMap<string, number>, event: RecordedEvent): boolean =>
  event.position <= erasurePosition(erasures, event);

type SeparatedEvents = {
  erasedStreams: Set<string>;
  /** The ids of the erased streams, which are ids of users. */
  erasedUserIds: string[];
  /** All events except those that a later event of the page erases. The erasing events are included. */
  remaining: readonly RecordedEvent[];
};

/** Returns the streams that a page erases, and the page without the erased events. */
export const separateErased = (
  projection: Pick<Projection, 'erasingEventTypes'>,
  events: readonly RecordedEvent[],
): SeparatedEvents => {
  const erasures = findErasures(projection, events);
  const erasedStreams = new Set(erasures.keys());
  if (erasedStreams.size === 0) return { erasedStreams, erasedUserIds: [], remaining: events };
  return {
    erasedStreams,
    erasedUserIds: [...erasedStreams].map(streamId),
    remaining: events.filter((event) => event.position >= erasurePosition(erasures, event)),
  };
};
