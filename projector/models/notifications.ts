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

const notify = (
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

const aboutCourse = (kind: string) => (_: NotificationsTable | null, event: NotifyingEvent) =>
  notify(event, { kind, course_id: streamId(event.stream) });

/** Returns whether somebody has to mark it: a written quiz has no score yet, and an empty one needs no marks. */
const awaitsMarks = ({ data: { score, answers } }: Recorded<'QuizFinished'>): boolean =>
  score === null && Object.keys(answers ?? {}).length > 0;

/**
 * A row tells the newest about its record, and replaces what it told before: a quiz waits for marks until it is marked, and ten
 * edits of a course are one notification.
 */
export const notificationEvolutions: Evolutions<NotificationsTable> = {
  UserRoleChanged: (_, event) => {
    const { from, to } = event.data;
    // An Admin who gives the present role again declines the request.
    const kind = from === to ? 'role-declined' : 'role-changed';
    return notify(event, { kind, user_id: streamId(event.stream), roles: [from, to] });
  },
  UserWishDeclined: (_, event) =>
    notify(event, {
      kind: 'role-declined',
      user_id: streamId(event.stream),
      roles: [event.data.wishedType],
    }),
  QuizFinished: (row, event) =>
    awaitsMarks(event)
      ? notify(event, {
          kind: 'quiz-waiting',
          user_id: event.data.userId,
          course_id: event.data.courseId,
        })
      : row,
  // A missing row belonged to a removed student, so later events must not create one.
  QuizMarked: (row, event) =>
    row && notify(event, { kind: 'quiz-marked', user_id: event.data.userId, course_id: event.data.courseId }),
  CourseEdited: aboutCourse('course-changed'),
  CourseRemoved: aboutCourse('course-withdrawn'),
  CourseRestored: aboutCourse('course-restored'),
  CertificateIssued: (_, event) =>
    notify(event, { kind: 'certificate', user_id: event.data.userId, course_id: event.data.courseId }),
};

/** Read model `notifications`: the newest thing to tell about each account, quiz, course and certificate. */
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
