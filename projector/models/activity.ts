import type { ActivityKind } from '#contract/schemas/activity.ts';
import type { DomainEvent } from '#events/catalogue/catalogue.ts';
import type { RecordedEvent } from '#events/log/log.ts';
import type { ActivityTable } from '#platform/read-tables/activity.ts';
import { separateErased } from '../projection/erasure.ts';
import type { ProjectedTable, Projection } from '../projection/projection.ts';

/** An event that names a user and a course. */
type UserAndCourseEvent = Extract<DomainEvent, { data: { userId: string; courseId: string } }>;

/**
 * The events that count as learning activity. Other actions of a student, such as leaving a course, editing a note or starting
 * a quiz, do not count.
 */
const kindByType: Partial<Record<UserAndCourseEvent['type'], ActivityKind>> = {
  CourseBookmarked: 'bookmark',
  StudentEnrolled: 'enrolment',
  CourseStarted: 'start',
  ModuleCompleted: 'module',
  NoteTaken: 'note',
  QuizFinished: 'quiz',
  ReviewSubmitted: 'review',
  CertificateIssued: 'certificate',
};
const activityTypes = Object.keys(kindByType) as UserAndCourseEvent['type'][];
const isActivity = (event: RecordedEvent): event is RecordedEvent<UserAndCourseEvent> =>
  (activityTypes as readonly string[]).includes(event.type);

/** Returns the row for a learning activity; null for any other event. */
export const activityRow = (event: RecordedEvent): ActivityTable | null => {
  if (!isActivity(event)) return null;
  const kind = kindByType[event.type];
  if (kind === undefined) return null;
  const { userId, courseId } = event.data;
  return {
    position: event.position,
    user_id: userId,
    course_id: courseId,
    kind,
    acted_at: event.recordedAt,
  };
};

const columns: Record<keyof ActivityTable, true> = {
  position: true,
  user_id: true,
  course_id: true,
  kind: true,
  acted_at: true,
};
const table: ProjectedTable = { name: 'activity', key: 'position', columns: Object.keys(columns) };
const erasingEventTypes = new Set(['UserRemoved'] as const);

/**
 * Read model `activity`: one row per learning activity. Activities are counted by day at query time, because days
 * depend on the reader's time zone, and because parked streams are applied out of order.
 */
export const activity: Projection = {
  model: 'activity',
  tables: [table],
  eventTypes: new Set([...activityTypes, ...erasingEventTypes]),
  erasingEventTypes,
  async apply(page, tables) {
    const { erasedUserIds, remaining } = separateErased({ erasingEventTypes }, page);
    await tables.deleteByOwner<ActivityTable>(table, 'user_id', erasedUserIds);
    await tables.upsert(
      table,
      remaining.map(activityRow).filter((row) => row !== null),
    );
  },
};
