import { streamId } from '#events/catalogue/stream-id.ts';
import { presentAnnouncement } from '../../resources/announcements/present.ts';
import { type RoomList, userRoom } from '../rooms.ts';
import { defineLiveUpdate, type RequiredRows } from './define-live-update.ts';
import type { Delivery, LiveUpdateContent } from './live-update.ts';
import type { LiveUpdateRows } from './live-update-rows.ts';

/**
 * `userId` is the poster of the announcement. `courseId` is the course whose students, or some of whose students, it addresses;
 * null if it addresses all users.
 */
type AnnouncementEvent = { stream: string; data: { userId: string; courseId: string | null } };

const admins: RoomList = ['role:Admin'];

const rowsToFindReaders = ({ stream, data: { courseId } }: AnnouncementEvent): RequiredRows =>
  courseId === null ? {} : { enrolledUserRooms: [courseId], announcementRecipients: [streamId(stream)] };

/**
 * Returns the rooms of the students who may read an announcement for a course. A course may have many thousands of students, so
 * the set of their rooms is passed on and never copied. If the row of the announcement is missing, it is unknown whether only
 * selected students may read it, so no student receives it.
 */
const roomsOfStudentReaders = (
  { stream }: AnnouncementEvent,
  courseId: string,
  rows: LiveUpdateRows,
): RoomList => {
  const row = rows.announcementRecipients.get(streamId(stream));
  const enrolled = rows.enrolledUserRooms.get(courseId);
  if (!row || !enrolled) return [];
  return row.recipient_ids === null
    ? enrolled
    : row.recipient_ids.map(userRoom).filter((room) => enrolled.has(room));
};

/**
 * Returns the rooms of the users who may GET the announcement, separately for Admins and for others. The room of its poster is
 * not among them. An announcement to all users reaches Admins like everybody else.
 */
const roomsOfReaders = (
  event: AnnouncementEvent,
  rows: LiveUpdateRows,
): { admins: RoomList; users: RoomList } => {
  const { courseId } = event.data;
  return courseId === null
    ? { admins: [], users: ['signed-in'] }
    : { admins, users: roomsOfStudentReaders(event, courseId, rows) };
};

/** Returns the rooms of the users whose notifications may contain the announcement. Only the recipients are notified of a student message. */
const roomsOfNotifiedReaders = (event: AnnouncementEvent, rows: LiveUpdateRows): readonly RoomList[] => {
  const readers = roomsOfReaders(event, rows);
  const isMessage = rows.announcementRecipients.get(streamId(event.stream))?.recipient_ids != null;
  return isMessage ? [readers.users] : [readers.admins, readers.users];
};

/** Sends the announcement as GET /announcement shows it. Its poster receives it marked as their own. */
const announcementAdded = {
  requiredRows: (event: AnnouncementEvent): RequiredRows => ({
    ...rowsToFindReaders(event),
    announcements: [streamId(event.stream)],
  }),
  create: (event: AnnouncementEvent, rows: LiveUpdateRows): LiveUpdateContent => {
    const subject = event.stream;
    const row = rows.announcements.get(streamId(event.stream));
    if (!row) return { subject, deliveries: [] };
    const { userId } = event.data;
    const readers = roomsOfReaders(event, rows);
    const deliver = (
      to: RoomList,
      shownRow: typeof row,
      reader: Parameters<typeof presentAnnouncement>[1],
    ): Delivery => ({
      to,
      message: { kind: 'announcement-added', data: presentAnnouncement(shownRow, reader) },
    });
    const toOthers = (shownRow: typeof row) => [
      deliver(readers.admins, shownRow, { userId: null, isAdmin: true }),
      deliver(readers.users, shownRow, { userId: null, isAdmin: false }),
    ];
    return {
      subject,
      notifiedRooms: roomsOfNotifiedReaders(event, rows),
      deliveries: [deliver([userRoom(userId)], row, { userId, isAdmin: false }), ...toOthers(row)],
      // When its poster is removed, the announcement stays, without the poster's name.
      deliveriesWithoutOwner: toOthers({ ...row, user_name: null }),
    };
  },
};

export const announcementUpdates = [
  defineLiveUpdate('AnnouncementPosted', announcementAdded),
  defineLiveUpdate('StudentMessagePosted', announcementAdded),
  defineLiveUpdate('AnnouncementRestored', announcementAdded),
  defineLiveUpdate('AnnouncementWithdrawn', {
    requiredRows: rowsToFindReaders,
    create: (event, rows) => {
      const message = { kind: 'announcement-removed', data: { _id: streamId(event.stream) } } as const;
      const readers = roomsOfReaders(event, rows);
      return {
        subject: event.stream,
        isRemoval: true,
        notifiedRooms: roomsOfNotifiedReaders(event, rows),
        deliveries: [[userRoom(event.data.userId)], readers.admins, readers.users].map((to) => ({
          to,
          message,
        })),
      };
    },
  }),
];
