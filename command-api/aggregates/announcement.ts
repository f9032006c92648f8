import { type AnnouncementEvent, announcementStream } from '#events/catalogue/streams/announcement.ts';
import type { Aggregate, StreamRead } from '#events/log/aggregate.ts';

/** `isMessage`: whether the announcement is a message to selected students of the course. */
type PostedFields = { userId: string; courseId: string | null; isMessage: boolean };

/** `by`: who withdrew the announcement. `admin` is an Admin who did not post it; then only an Admin may restore it. */
export type AnnouncementState =
  | { status: 'unknown' }
  | ({ status: 'posted' } & PostedFields)
  | ({ status: 'withdrawn'; by: 'poster' | 'admin' } & PostedFields);

const evolve = (state: AnnouncementState, event: AnnouncementEvent): AnnouncementState => {
  const { userId, courseId } = event.data;
  const isMessage = state.status !== 'unknown' && state.isMessage;
  switch (event.type) {
    case 'AnnouncementPosted':
    case 'AnnouncementRestored':
      return { status: 'posted', userId, courseId, isMessage };
    case 'StudentMessagePosted':
      return { status: 'posted', userId, courseId, isMessage: true };
    case 'AnnouncementWithdrawn':
      return { status: 'withdrawn', userId, courseId, isMessage, by: event.data.by };
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
