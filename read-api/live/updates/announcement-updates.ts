import { streamId } from '#events/catalogue/stream-id.ts';
import { presentAnnouncement } from '../../resources/announcements/present.ts';
import { type RoomList, userRoom } from '../rooms.ts';
import { defineLiveUpdate, type RequiredRows } from './define-live-update.ts';
import type { Delivery, LiveUpdateContent } from './live-update.ts';
import type { LiveUpdateRows } from './live-update-rows.ts';

/** `userId` posted the announcement. `courseId` is the course that it is for; null: all users. */
type AnnouncementEvent = { stream: string; data: { userId: string; courseId: string | null } };

const rowsOfReaders = ({ data: { courseId } }: AnnouncementEvent): RequiredRows =>
  courseId === null ? {} : { enrolledUserRooms: [courseId] };

/**
 * Sends the same message to everybody who may GET the announcement, except its poster. A course may have many thousands
 * of students, so the set of their rooms is passed on and never copied.
 */
const toReaders = (
  { data: { courseId } }: AnnouncementEvent,
  rows: LiveUpdateRows,
  message: Delivery['message'],
): Delivery[] =>
  courseId === null
    ? [{ to: ['signed-in'], message }]
    : [
        { to: ['role:Admin'], message },
        { to: rows.enrolledUserRooms.get(courseId) ?? [], message },
      ];

/** The users whose notifications contain the announcement. */
const notifiedReaders = (
  { data: { courseId } }: AnnouncementEvent,
  rows: LiveUpdateRows,
): readonly RoomList[] =>
  courseId === null ? [['signed-in']] : [['role:Admin'], rows.enrolledUserRooms.get(courseId) ?? []];

/** Sends the announcement as GET /announcement shows it. Its poster receives it marked as their own. */
const announcementAdded = {
  requiredRows: (event: AnnouncementEvent): RequiredRows => ({
    ...rowsOfReaders(event),
    announcements: [streamId(event.stream)],
  }),
  create: (event: AnnouncementEvent, rows: LiveUpdateRows): LiveUpdateContent => {
    const subject = event.stream;
    const row = rows.announcements.get(streamId(event.stream));
    if (!row) return { subject, deliveries: [] };
    const { userId } = event.data;
    const kind = 'announcement-added';
    const toOthers = (shownRow: typeof row) =>
      toReaders(event, rows, { kind, data: presentAnnouncement(shownRow, null) });
    return {
      subject,
      notifies: notifiedReaders(event, rows),
      deliveries: [
        { to: [userRoom(userId)], message: { kind, data: presentAnnouncement(row, userId) } },
        ...toOthers(row),
      ],
      // The announcement stays when its poster is removed, without the poster's name.
      deliveriesWithoutOwner: toOthers({ ...row, user_name: null }),
    };
  },
};

export const announcementUpdates = [
  defineLiveUpdate('AnnouncementPosted', announcementAdded),
  defineLiveUpdate('AnnouncementRestored', announcementAdded),
  defineLiveUpdate('AnnouncementWithdrawn', {
    requiredRows: rowsOfReaders,
    create: (event, rows) => {
      const message = { kind: 'announcement-removed', data: { _id: streamId(event.stream) } } as const;
      return {
        subject: event.stream,
        isRemoval: true,
        notifies: notifiedReaders(event, rows),
        deliveries: [{ to: [userRoom(event.data.userId)], message }, ...toReaders(event, rows, message)],
      };
    },
  }),
];
