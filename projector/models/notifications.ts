import { streamId } from '#events/catalogue/stream-id.ts';
import type { NotificationsTable } from '#platform/read-tables/notifications.ts';
import type { Evolutions, Recorded } from '../projection/fold-rows.ts';
import { createRecordProjection } from '../projection/record-projection.ts';

type NotifyingEvent = Recorded<
  | 'CertificateIssued'
  | 'CourseEdited'
  | 'CourseRemoved'
  | 'CourseRestored'
  | 'QuizFinished'
  | 'QuizMarked'
  | 'UserRoleChanged'
  | 'UserWishDeclined'
>;

const toNotificationRow = (
  { stream, recordedAt, position }: NotifyingEvent,
  about: Pick<NotificationsTable, 'kind'> &
    Partial<Pick<NotificationsTable, 'user_id' | 'course_id' | 'roles'>>,
): NotificationsTable => ({
  id: streamId(stream),
  user_id: null,
  course_id: null,
  roles: [],
  notified_at: recordedAt,
  notified_position: position,
  position,
  ...about,
});

const createCourseEvolution = (kind: string) => (_: NotificationsTable | null, event: NotifyingEvent) =>
  toNotificationRow(event, { kind, course_id: streamId(event.stream) });

/** Returns whether somebody has to mark the quiz: it has answers but no score. A multiple-choice quiz with answers has a score. */
const awaitsMarks = ({ data: { score, answers } }: Recorded<'QuizFinished'>): boolean =>
  score === null && Object.keys(answers ?? {}).length > 0;

/**
 * A record (account, quiz, course or certificate) has at most one row: its newest notification, which replaces the previous one.
 * For example, a quiz is listed as marked and no longer as waiting, and ten edits of a course are one notification.
 */
export const notificationEvolutions: Evolutions<NotificationsTable> = {
  UserRoleChanged: (_, event) => {
    const { from, to } = event.data;
    // An Admin who assigns the current role again declines the request for a different role.
    const kind = from === to ? 'role-declined' : 'role-changed';
    return toNotificationRow(event, { kind, user_id: streamId(event.stream), roles: [from, to] });
  },
  UserWishDeclined: (_, event) =>
    toNotificationRow(event, {
      kind: 'role-declined',
      user_id: streamId(event.stream),
      roles: [event.data.wishedType],
    }),
  QuizFinished: (row, event) =>
    awaitsMarks(event)
      ? toNotificationRow(event, {
          kind: 'quiz-waiting',
          user_id: event.data.userId,
          course_id: event.data.courseId,
        })
      : row,
  // A missing row belonged to a removed student, so later events must not create one.
  QuizMarked: (row, event) =>
    row &&
    toNotificationRow(event, {
      kind: 'quiz-marked',
      user_id: event.data.userId,
      course_id: event.data.courseId,
    }),
  CourseEdited: createCourseEvolution('course-changed'),
  CourseRemoved: createCourseEvolution('course-withdrawn'),
  CourseRestored: createCourseEvolution('course-restored'),
  CertificateIssued: (_, event) =>
    toNotificationRow(event, {
      kind: 'certificate',
      user_id: event.data.userId,
      course_id: event.data.courseId,
    }),
};

/** Read model `notifications`: the newest notification about each account, quiz, course and certificate. */
export const notifications = createRecordProjection<NotificationsTable>({
  model: 'notifications',
  table: 'notifications',
  columns: {
    id: true,
    user_id: true,
    course_id: true,
    kind: true,
    roles: true,
    notified_at: true,
    notified_position: true,
    position: true,
  },
  evolutions: notificationEvolutions,
  ownerColumn: 'user_id',
});
