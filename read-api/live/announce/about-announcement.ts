import { streamId } from '#events/catalogue/stream-id.ts';
import { presentAnnouncement } from '../../resources/announcements/present.ts';
import type { Announcement, Delivery } from '../announcement.ts';
import { userRoom } from '../rooms.ts';
import type { Needs } from './announces.ts';
import type { Rows } from './rows.ts';

/** An event of an announcement; each names its poster and the course that it is for (null: everybody). */
type OfAnnouncement = { stream: string; data: { userId: string; courseId: string | null } };

const audienceNeeds = ({ data: { courseId } }: OfAnnouncement): Needs =>
  courseId === null ? {} : { enrolled: [courseId] };

export const needsAnnouncement = (event: OfAnnouncement): Needs => ({
  ...audienceNeeds(event),
  announcements: [streamId(event.stream)],
});
export const needsAudience = audienceNeeds;

/**
 * The same to everybody who may GET it, the poster aside: whoever is signed in, or admins and those enrolled in its
 * course. These may be very many, so their list is handed on as it is and never copied.
 */
const toReaders = (
  { data: { courseId } }: OfAnnouncement,
  rows: Rows,
  message: Delivery['message'],
): Delivery[] =>
  courseId === null
    ? [{ to: ['signed-in'], message }]
    : [
        { to: ['role:Admin'], message },
        { to: rows.enrolled.get(courseId) ?? [], message },
      ];

/** The announcement, to its poster as their own: GET /announcement gives the same. */
export const tellAnnouncement = (event: OfAnnouncement, rows: Rows): Omit<Announcement, 'position'> => {
  const row = rows.announcements.get(streamId(event.stream));
  const { userId } = event.data;
  const kind = 'announcement-added';
  if (!row) return { subject: event.stream, withdraws: false, membership: null, deliveries: [] };
  const toOthers = (shown: typeof row) =>
    toReaders(event, rows, { kind, data: presentAnnouncement(shown, null) });
  const own: Delivery = { to: [userRoom(userId)], message: { kind, data: presentAnnouncement(row, userId) } };
  return {
    subject: event.stream,
    withdraws: false,
    membership: null,
    deliveries: [own, ...toOthers(row)],
    // It is the school's: it stays when its poster leaves, and their name does not.
    without: toOthers({ ...row, user_name: null }),
  };
};

export const tellWithdrawal = (event: OfAnnouncement, rows: Rows): Omit<Announcement, 'position'> => {
  const message = { kind: 'announcement-removed', data: { _id: streamId(event.stream) } } as const;
  return {
    subject: event.stream,
    withdraws: true,
    membership: null,
    deliveries: [{ to: [userRoom(event.data.userId)], message }, ...toReaders(event, rows, message)],
  };
};
