import { type Kysely, sql } from 'kysely';
import { enrolmentStream } from '#events/catalogue/streams/enrolment.ts';
import { reviewStream } from '#events/catalogue/streams/review.ts';
import type { LogReader, RecordedEvent } from '#events/log/log.ts';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import { ratingFactor } from '#platform/read-tables/reviews.ts';

/** `rating` is the mean rating, or null without reviews. */
type CourseStatistics = { enrolled: number; reviews: number; rating: number | null };

/**
 * A count as of a position. `count`: how many records count according to the read tables alone. `undecided`: the ids of the records
 * whose events have to be read; null if there are none.
 */
type Counted = { count: number; undecided: string[] | null };

type StreamLog = Pick<LogReader, 'readStreams'>;

/** Returns the events of each stream up to a position. */
const readUpTo = async (
  log: StreamLog,
  streams: readonly string[],
  position: number,
): Promise<RecordedEvent[][]> => {
  if (streams.length === 0) return [];
  const found = await log.readStreams(streams.map((stream) => ({ stream, afterVersion: 0 })));
  return found.map((events) => events.filter((event) => event.position <= position));
};

const countEnrolled = async (
  tables: Kysely<ReadTables>,
  log: StreamLog,
  courseId: string,
  position: number,
): Promise<number> => {
  const { rows } = await sql<Counted>`
    select count(*) filter (where is_enrolled)::int as count, array_agg(id) filter (where is_enrolled is null) as undecided
    from (
      select id, case
          when not has_left and enrolled_position <= ${position} then true
          when first_enrolled_position > ${position} then false
          when has_left and position <= ${position} then false
        end as is_enrolled
      from enrolments where course_id = ${courseId}) as enrolment`.execute(tables);
  const { count = 0, undecided = null } = rows[0] ?? {};
  const streams = await readUpTo(log, (undecided ?? []).map(enrolmentStream), position);
  const isEnrolled = (events: readonly RecordedEvent[]) =>
    events.findLast(({ type }) => type === 'StudentEnrolled' || type === 'StudentLeft')?.type ===
    'StudentEnrolled';
  return count + streams.filter(isEnrolled).length;
};

/** Returns the rating of a review after these events of its stream; null if there is no review. */
const ratingAfter = (events: readonly RecordedEvent[]): number | null => {
  let written: number | null = null;
  let isRemoved = false;
  for (const event of events) {
    if (event.type === 'ReviewSubmitted' || event.type === 'ReviewRevised') {
      written = event.data.rating;
      isRemoved = false;
    } else if (event.type === 'ReviewRemoved') isRemoved = true;
    else if (event.type === 'ReviewRestored') isRemoved = false;
  }
  return isRemoved ? null : written;
};

const sumRatings = async (
  tables: Kysely<ReadTables>,
  log: StreamLog,
  courseId: string,
  position: number,
): Promise<{ reviews: number; total: number }> => {
  const { rows } = await sql<Counted & { total: string }>`
    select count(*) filter (where is_decided and not removed)::int as count,
      coalesce(sum(round(rating::numeric * ${ratingFactor}::int)) filter (where is_decided and not removed), 0) as total,
      array_agg(id) filter (where not is_decided and is_possible) as undecided
    from (
      select review.id, review.rating, review.removed, review.position <= ${position} as is_decided,
        -- Only a student can review a course.
        enrolment.first_enrolled_position is null or enrolment.first_enrolled_position <= ${position} as is_possible
      from reviews as review left join enrolments as enrolment on enrolment.id = review.enrolment_id
      where review.course_id = ${courseId}) as review`.execute(tables);
  const { count = 0, total = '0', undecided = null } = rows[0] ?? {};
  const streams = await readUpTo(log, (undecided ?? []).map(reviewStream), position);
  const ratings = streams.map(ratingAfter).filter((rating) => rating !== null);
  return {
    reviews: count + ratings.length,
    total: ratings.reduce((sum, rating) => sum + Math.round(rating * ratingFactor), Number(total)),
  };
};

/**
 * Returns the number of enrolments and reviews, and the mean rating, of a course as of a position. The read tables give the state of every record that did not
 * change after the position. For others, the events of their short streams are read if necessary. Removed users are in no table, so they
 * are not counted.
 */
export const readCourseStatisticsAsOf = async (
  tables: Kysely<ReadTables>,
  log: StreamLog,
  courseId: string,
  position: number,
): Promise<CourseStatistics> => {
  const [enrolled, { reviews, total }] = await Promise.all([
    countEnrolled(tables, log, courseId, position),
    sumRatings(tables, log, courseId, position),
  ]);
  return { enrolled, reviews, rating: reviews === 0 ? null : total / (reviews * ratingFactor) };
};
