import type { LiveMessage } from '#contract/live-messages.ts';
import type { Announcement } from '#contract/schemas/announcements.ts';
import { createEmitter } from '../../../client/emitter.ts';
import { liveEvents } from '../../../client/live/live-events.ts';
import { registerAnnouncementLiveHandlers } from '../announcement-live.ts';

/** Returns the id of the announcement at this position. */
export const idAt = (position: number): string =>
  `${String(position).padStart(8, '0')}-0000-4000-8000-000000000000`;

export const announcementAt = (position: number, changes: Partial<Announcement> = {}): Announcement => ({
  _id: idAt(position),
  type: 'Exam Announcement',
  date: '2026-03-05',
  text: 'Bring a pencil.',
  userType: 'Admin',
  userName: null,
  own: false,
  courseId: null,
  courseName: null,
  courseCode: null,
  postedAt: '2026-03-05T08:00:00Z',
  position,
  ...changes,
});

/** Registers the announcement handlers with live events of their own. */
export const registerTestHandlers = () => {
  const live = {
    ...liveEvents,
    updates: createEmitter<LiveMessage>(),
    announcementsSeen: createEmitter<number>(),
    reconnected: createEmitter<void>(),
  };
  registerAnnouncementLiveHandlers(live);
  return live;
};
