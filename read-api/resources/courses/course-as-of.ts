import type { Kysely } from 'kysely';
import type { PastCourse } from '#contract/schemas/courses.ts';
import { courseStream } from '#events/catalogue/streams/course.ts';
import type { LogReader } from '#events/log/log.ts';
import { problemError } from '#platform/problems.ts';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import { type CourseVersion, courseVersions } from '../audit/course-versions.ts';
import { describeEvent } from '../audit/describe-event.ts';
import { loadEventContext } from '../audit/load-context.ts';
import { readCourseStatisticsAsOf } from './statistics-as-of.ts';

export type PastLog = Pick<LogReader, 'head' | 'readAt' | 'readStreams' | 'positionBefore'>;

const readVersions = async (log: PastLog, id: string): Promise<CourseVersion[]> => {
  const [stream = []] = await log.readStreams([{ stream: courseStream(id), afterVersion: 0 }]);
  return courseVersions(stream);
};

/**
 * Returns the last position that belongs to a moment.
 * @param moment a position or a time, as in the query parameter `asOf`.
 */
const findPositionAsOf = async (log: PastLog, moment: string): Promise<number> => {
  if (/^\d+$/.test(moment)) return Number(moment);
  // Recorded times are finer than a millisecond. The whole millisecond belongs to the moment.
  return log.positionBefore(new Date(Date.parse(moment) + 1));
};

const present = (
  id: string,
  versions: readonly CourseVersion[],
  index: number,
  version: CourseVersion,
  extra: Pick<PastCourse['asOf'], 'happened' | 'enrolled' | 'reviews' | 'rating' | 'countedAt'>,
): PastCourse => {
  const { fields, event, isRemoved, addedAt, updatedAt } = version;
  const next = versions[index + 1]?.event ?? null;
  return {
    _id: id,
    course_code: fields.code,
    course_name: fields.name,
    duration: fields.duration,
    difficulty: fields.difficulty,
    category: fields.category,
    details: fields.details,
    instructor: fields.instructor,
    price: fields.price,
    imageUrl: fields.imageUrl,
    instructorId: fields.instructorId,
    videos: fields.videos,
    addedAt: addedAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    asOf: {
      position: event.position,
      at: event.recordedAt.toISOString(),
      until: next?.recordedAt.toISOString() ?? null,
      version: index + 1,
      versions: versions.length,
      removed: isRemoved,
      previous: versions[index - 1]?.event.position ?? null,
      next: next?.position ?? null,
      ...extra,
    },
  };
};

/**
 * Returns a course as it was at a moment. Its versions come from the log, because the read tables hold only the present.
 * @throws problem 'not-found' if the course did not exist at that moment.
 */
export const readCourseAsOf = async (
  tables: Kysely<ReadTables>,
  log: PastLog,
  id: string,
  moment: string,
): Promise<PastCourse> => {
  const [versions, head, requested] = await Promise.all([
    readVersions(log, id),
    log.head(),
    findPositionAsOf(log, moment),
  ]);
  // The requested position may be after the head of the log.
  const position = Math.min(requested, head);
  const index = versions.findLastIndex(({ event }) => event.position <= position);
  const version = versions[index];
  if (!version) throw problemError('not-found', 'There was no such course at that moment.');
  const { event } = version;
  const [context, statistics, [last = event]] = await Promise.all([
    loadEventContext(tables, log, [event]),
    readCourseStatisticsAsOf(tables, log, id, position),
    log.readAt([position]),
  ]);
  return present(id, versions, index, version, {
    happened: describeEvent(event, context),
    ...statistics,
    countedAt: last.recordedAt.toISOString(),
  });
};
