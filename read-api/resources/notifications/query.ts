import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { CourseCode } from '#contract/schemas/courses.ts';
import {
  kindOfNotification,
  maxNotifications,
  type NotificationEvent,
  type NotificationKind,
  notificationEvents,
  notificationTextLength,
} from '#contract/schemas/notifications.ts';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import { loadEnrolmentStartsOf } from '../announcements/enrolment-starts.ts';

type NotificationReader = { userId: string; canReadAllAnnouncements: boolean; canMarkQuizzes: boolean };

/** The state of a reader; see `state.announcements_seen`. */
export type NotificationState = {
  /** The position up to which announcements were seen on the page of announcements. */
  announcementsSeen: number;
  /** The position up to which the list of notifications was seen. */
  notificationsSeen: number;
  switchedOff: readonly NotificationKind[];
};

export type NotificationRow = {
  id: string;
  event: NotificationEvent;
  at: Date;
  /** The position from which the reader could see the notification. */
  position: number;
  /** The position of the event whose date is shown. It is different in each row. */
  event_position: number;
  is_unread: boolean;
  roles: string[];
  text: string | null;
  course_id: string | null;
  course_name: string | null;
  course_code: CourseCode | null;
  enrolment_id: string | null;
  certificate_number: string | null;
};

/**
 * Finds a page of a reader's notifications in the order of their dates, newest first, and counts the unread ones on all pages.
 * Each source contributes at most its newest {@link maxNotifications}.
 *
 * If an announcement for a course was posted before the reader's first enrolment, its position is that of the enrolment. So it
 * becomes unread with the enrolment, although it keeps its place in the list. Nothing from before the registration is unread.
 * @returns `latest` is the highest position on all pages. It can belong to any entry.
 */
export const loadNotifications = async (
  tables: Kysely<ReadTables>,
  reader: NotificationReader,
  state: NotificationState,
  page: { before: number | null; limit: number },
): Promise<{ rows: NotificationRow[]; unread: number; latest: number }> => {
  const courses = await loadEnrolmentStartsOf(tables, reader.userId);
  const sources = [...recordSources(reader), ...announcementSources(reader, courses)];
  const events = notificationEvents.filter((event) => !state.switchedOff.includes(kindOfNotification[event]));
  const before = page.before ?? Number.MAX_SAFE_INTEGER;
  type Counted = { unread: number; latest: number };
  const { rows } = await sql<Counted & (NotificationRow | { [K in keyof NotificationRow]: null })>`
    with newest as materialized (
      select found.*, (position > greatest(${state.notificationsSeen}::bigint,
          case when event in ('announcement', 'student-message') then ${state.announcementsSeen}::bigint end)
          and event_position > ${registeredPosition(reader)}) is true as is_unread
        from (${sql.join(sources, sql` union all `)}) as found
       where event = any(${events}::text[])
       order by event_position desc limit ${maxNotifications}),
    page as (
      select * from newest where event_position < ${before}::bigint order by event_position desc limit ${page.limit})
    select counted.unread, counted.latest, page.id, page.event, page.at, page.position::float8 as position,
           page.event_position::float8 as event_position, page.is_unread, page.roles, page.text, page.course_id,
           courses.name as course_name, courses.code as course_code, enrolments.id as enrolment_id,
           certificates.number as certificate_number
      from (select count(*) filter (where is_unread)::int as unread,
                   coalesce(max(position), 0)::float8 as latest from newest) as counted
      left join page on true
      left join courses on courses.id = page.course_id
      left join enrolments on enrolments.course_id = page.course_id and enrolments.user_id = ${reader.userId}
           and not enrolments.has_left
      left join certificates on page.event = 'certificate' and certificates.id = page.id
     order by page.event_position desc`.execute(tables);
  // Without a notification on the page there is one row, with the counts alone.
  const { unread, latest } = rows[0] ?? { unread: 0, latest: 0 };
  return { rows: rows.filter((row) => row.id !== null), unread, latest };
};

type Source = RawBuilder<unknown>;

const registeredPosition = ({ userId }: NotificationReader) =>
  sql`(select registered_position from users where id = ${userId})`;

const notificationColumns = sql`notifications.id, notifications.kind as event, notifications.course_id, notifications.roles,
  notifications.notified_at as at, notifications.notified_position as position,
  notifications.notified_position as event_position, null::text as text`;
const newestFirst = sql`order by notified_position desc limit ${maxNotifications}`;

/**
 * Selects the notifications about the reader's own account, quizzes and certificates, about the courses that they take or teach,
 * and about the quizzes that they have to mark as the teacher. A teacher's own changes to a course are left out, even if the
 * teacher also takes it.
 */
const recordSources = ({ userId, canMarkQuizzes }: NotificationReader): Source[] => {
  const own = sql`(select ${notificationColumns} from notifications
    where user_id = ${userId} and kind <> 'quiz-waiting' ${newestFirst})`;
  const byOthers = sql`not exists (select from audit where audit.position = notified_position and actor_id = ${userId})`;
  // Only staff, who may mark quizzes, change courses. Others are not searched for in the audit, which would cost time in each request.
  const ofCourses = sql`(select ${notificationColumns} from enrolments
    join notifications on notifications.id = enrolments.course_id
      and notifications.notified_position > enrolments.enrolled_position
    where enrolments.user_id = ${userId} and not enrolments.has_left ${canMarkQuizzes ? sql`and ${byOthers}` : sql``}
    ${newestFirst})`;
  if (!canMarkQuizzes) return [own, ofCourses];
  const toMark = sql`(select waiting.* from courses cross join lateral (
      select ${notificationColumns} from notifications
       where course_id = courses.id and kind = 'quiz-waiting' and user_id <> ${userId} ${newestFirst}) as waiting
    where courses.instructor_id = ${userId} order by waiting.position desc limit ${maxNotifications})`;
  const taught = sql`(select ${notificationColumns} from courses
    join notifications on notifications.id = courses.id
    where courses.instructor_id = ${userId} and ${byOthers}
      and not exists (select from enrolments where enrolments.user_id = ${userId} and enrolments.course_id = courses.id
        and not has_left and enrolled_position < notified_position)
    ${newestFirst})`;
  return [own, ofCourses, toMark, taught];
};

const announcementColumns = sql`announcements.id,
  case when announcements.recipient_ids is null then 'announcement' else 'student-message' end as event,
  announcements.course_id, '{}'::text[] as roles, announcements.posted_at as at`;
/** The reader's courses, with the positions of their first enrolments. */
const joinedCourses = (courses: readonly { course_id: string; position: number }[]) =>
  sql`unnest(${courses.map(({ course_id }) => course_id)}::uuid[],
      ${courses.map(({ position }) => position)}::bigint[]) as joined (course_id, position)`;
const textColumn = sql`left(announcements.body, ${sql.lit(notificationTextLength)}) as text`;

/**
 * Selects the announcements that the reader may read, except the reader's own. Announcements from before the registration are left out, unless
 * they are for a course in which the reader is enrolled and the reader is not an Admin. Student messages are found by their recipients,
 * because a course may have many messages to others. Admins may read all student messages, but are notified only as recipients.
 */
const announcementSources = (
  reader: NotificationReader,
  courses: readonly { course_id: string; position: number }[],
): Source[] => {
  const { userId, canReadAllAnnouncements } = reader;
  const audienceCondition = canReadAllAnnouncements ? sql`` : sql`and announcements.course_id is null`;
  const general = sql`(select ${announcementColumns}, announcements.posted_position as position,
      announcements.posted_position as event_position, ${textColumn}
    from announcements
    where not announcements.withdrawn and announcements.user_id <> ${userId} ${audienceCondition}
      and announcements.recipient_ids is null
      and announcements.posted_position > ${registeredPosition(reader)}
    order by announcements.posted_position desc limit ${maxNotifications})`;
  if (courses.length === 0) return [general];
  const messages = sql`(select ${announcementColumns},
      greatest(announcements.posted_position, joined.position) as position,
      announcements.posted_position as event_position, ${textColumn}
    from announcements join ${joinedCourses(courses)} on joined.course_id = announcements.course_id
    where announcements.recipient_ids @> array[${userId}]::uuid[] and not announcements.withdrawn
      and announcements.user_id <> ${userId}
    order by announcements.posted_position desc limit ${maxNotifications})`;
  if (canReadAllAnnouncements) return [general, messages];
  const ofCourses = sql`(select posted.* from ${joinedCourses(courses)}
    cross join lateral (
      select ${announcementColumns}, greatest(announcements.posted_position, joined.position) as position,
        announcements.posted_position as event_position, ${textColumn}
      from announcements
      where announcements.course_id = joined.course_id and not announcements.withdrawn
        and announcements.user_id <> ${userId} and announcements.recipient_ids is null
      order by announcements.posted_position desc limit ${maxNotifications}) as posted
    order by posted.event_position desc limit ${maxNotifications})`;
  return [general, messages, ofCourses];
};
