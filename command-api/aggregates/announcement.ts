import { type AnnouncementEvent, announcementStream } from '#events/catalogue/streams/announcement.ts';
import type { Aggregate, StreamRead } from '#events/log/aggregate.ts';

/** `by` decides who may restore a withdrawn announcement. */
export type AnnouncementState =
  | { status: 'unknown' }
  | { status: 'posted'; userId: string; courseId: string | null }
  | { status: 'withdrawn'; userId: string; courseId: string | null; by: 'poster' | 'admin' };

const evolve = (state: AnnouncementState, event: AnnouncementEvent): AnnouncementState => {
  const { userId, courseId } = event.data;
  switch (event.type) {
    case 'AnnouncementPosted':
    case 'StudentMessagePosted':
    case 'AnnouncementRestored':
      return { status: 'posted', userId, courseId };
    case 'AnnouncementWithdrawn':
      return { status: 'withdrawn', userId, courseId, by: event.data.by };
    default:
      return state;
  }
};

export const announcementAggregate: Aggregate<AnnouncementState, AnnouncementEvent> = {
  name: 'announcement',
  initial: { status: 'unknown' },
  evolve,
};

export const announcementById = (id: string): StreamRead<AnnouncementState, AnnouncementEvent> => ({
  stream: announcementStream(id),
  aggregate: announcementAggregate,
});
