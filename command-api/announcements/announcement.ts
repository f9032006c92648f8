import { type AnnouncementEvent, announcementStream } from '#events/catalogue/announcement.ts';
import type { Aggregate, StreamRead } from '#events/log/aggregate.ts';

/** An announcement as decisions see it; who withdrew it says who may bring it back. */
export type AnnouncementState =
  | { status: 'unknown' }
  | { status: 'posted'; userId: string; courseId: string | null }
  | { status: 'withdrawn'; userId: string; courseId: string | null; by: 'poster' | 'admin' };

const whoseOf = ({ data: { userId, courseId } }: AnnouncementEvent) => ({ userId, courseId });

const evolve = (state: AnnouncementState, event: AnnouncementEvent): AnnouncementState => {
  switch (event.type) {
    case 'AnnouncementPosted':
    case 'AnnouncementRestored':
      return { status: 'posted', ...whoseOf(event) };
    case 'AnnouncementWithdrawn':
      return { status: 'withdrawn', ...whoseOf(event), by: event.data.by };
    default:
      return state;
  }
};

export const announcementAggregate: Aggregate<AnnouncementState, AnnouncementEvent> = {
  name: 'announcement',
  initial: { status: 'unknown' },
  evolve,
};

export const announcementOf = (id: string): StreamRead<AnnouncementState, AnnouncementEvent> => ({
  stream: announcementStream(id),
  aggregate: announcementAggregate,
});
