import { streamId } from '#events/catalogue/stream-id.ts';
import { presentAnnouncement } from '../../announcements/present.ts';
import type { Announcement, Delivery } from '../announcement.ts';
import { type Room, userRoom } from '../rooms.ts';
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

/** Who may GET it, the poster aside: whoever is signed in, or those enrolled in its course, and admins. */
const roomsFor = ({ data: { courseId } }: OfAnnouncement, rows: Rows): Room[] =>
  courseId === null ? ['signed-in'] : ['role:Admin', ...(rows.enrolled.get(courseId) ?? []).map(userRoom)];

/** The announcement, to its poster as their own: GET /announcement gives the same. */
export const tellAnnouncement = (event: OfAnnouncement, rows: Rows): Omit<Announcement, 'position'> => {
  const row = rows.announcements.get(streamId(event.stream));
  const { userId } = event.data;
  const deliveries: Delivery[] = row
    ? [
        {
          to: [userRoom(userId)],
          message: { kind: 'announcement-added', data: presentAnnouncement(row, userId) },
        },
        {
          to: roomsFor(event, rows),
          message: { kind: 'announcement-added', data: presentAnnouncement(row, null) },
        },
      ]
    : [];
  return { subject: event.stream, withdraws: false, membership: null, deliveries };
};

export const tellWithdrawal = (event: OfAnnouncement, rows: Rows): Omit<Announcement, 'position'> => ({
  subject: event.stream,
  withdraws: true,
  membership: null,
  deliveries: [
    {
      to: [userRoom(event.data.userId), ...roomsFor(event, rows)],
      message: { kind: 'announcement-removed', data: { _id: streamId(event.stream) } },
    },
  ],
});
