import type { DomainEvent } from '#events/catalogue/catalogue.ts';
import type { ActKind } from '#contract/activity.ts';
import type { RecordedEvent } from '#events/log/log.ts';
import type { ActivityTable } from '#platform/read-tables/activity.ts';
import { type ProjectedTable, type Projection, withoutErased } from '../projection/projection.ts';

/** An event that says which student did it, and in which course. */
type Act = Extract<DomainEvent, { data: { userId: string; courseId: string } }>;

/** What counts: acts of the student's own that moved their learning on, not what they took back or what others did. */
const kinds: Partial<Record<Act['type'], ActKind>> = {
  CourseBookmarked: 'bookmark',
  StudentEnrolled: 'enrolment',
  CourseStarted: 'start',
  ModuleCompleted: 'module',
  NoteTaken: 'note',
  QuizFinished: 'quiz',
  ReviewSubmitted: 'review',
  CertificateIssued: 'certificate',
};
const types = Object.keys(kinds) as Act['type'][];
const isAct = (event: RecordedEvent): event is RecordedEvent<Act> =>
  (types as readonly string[]).includes(event.type);

/** The row of an act; none for any other event. Pure. */
export const rowOf = (event: RecordedEvent): ActivityTable | null => {
  const kind = isAct(event) ? kinds[event.type] : undefined;
  if (!isAct(event) || kind === undefined) return null;
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
const erasing = new Set(['UserRemoved'] as const);

/**
 * Read model `activity`: one row an act. A count by day would have to be right although streams are parked and freed out of
 * their order, and would fix whose midnight it is; rows that are counted when asked need neither.
 */
export const activity: Projection = {
  model: 'activity',
  tables: [table],
  eventTypes: new Set([...types, ...erasing]),
  erasing,
  async apply(page, tables) {
    const { persons, left } = withoutErased({ erasing }, page);
    await tables.deleteOf<ActivityTable>(table, 'user_id', persons);
    await tables.upsert(
      table,
      left.map(rowOf).filter((row) => row !== null),
    );
  },
};
