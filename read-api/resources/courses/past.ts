import type { PastCourse } from '#contract/courses.ts';
import type { CourseFacts } from '#events/catalogue/course.ts';
import { courseStream } from '#events/catalogue/course.ts';
import type { LogReader, RecordedEvent } from '#events/log/log.ts';
import type { FaredAt } from './then.ts';

/** What a course said after one of its events, and whether it was out of the catalogue. */
export type PastVersion = {
  facts: CourseFacts;
  event: RecordedEvent;
  removed: boolean;
  addedAt: Date;
  updatedAt: Date;
};

/** Every version of a course, in order; pure. @param stream all events of it, in order. */
export const versionsOf = (stream: readonly RecordedEvent[]): PastVersion[] => {
  const versions: PastVersion[] = [];
  for (const event of stream) {
    const last = versions.at(-1);
    if (event.type === 'CourseAdded')
      versions.push({
        ...{ facts: event.data, event, removed: false },
        ...{ addedAt: event.recordedAt, updatedAt: event.recordedAt },
      });
    else if (last && event.type === 'CourseEdited')
      versions.push({
        ...{ ...last, event, updatedAt: event.recordedAt },
        facts: { ...last.facts, ...event.data.changes },
      });
    else if (last) versions.push({ ...last, event, removed: event.type === 'CourseRemoved' });
  }
  return versions;
};

/** The last position of the log that belongs to a moment. @param moment as the query has it. */
export const positionAsOf = async (
  log: Pick<LogReader, 'positionBefore'>,
  moment: string,
): Promise<number> => {
  if (/^\d+$/.test(moment)) return Number(moment);
  // Times are told in milliseconds and recorded in finer steps: all of that millisecond belongs to it.
  return log.positionBefore(new Date(Date.parse(moment) + 1));
};

/** A version and those beside it, as of a position; null before there was any. Pure. */
export const asOf = (
  versions: readonly PastVersion[],
  position: number,
): { version: PastVersion; place: number } | null => {
  const place = versions.findLastIndex(({ event }) => event.position <= position);
  const version = versions[place];
  return version ? { version, place } : null;
};

/** All that ever happened to a course, in order. */
export const readVersions = async (
  log: Pick<LogReader, 'readStreams'>,
  id: string,
): Promise<PastVersion[]> => {
  const [stream = []] = await log.readStreams([{ stream: courseStream(id), afterVersion: 0 }]);
  return versionsOf(stream);
};

/** The only way from a version of a course to JSON. @param happened what made it, in words. @param fared at the moment. */
export const presentPast = (
  id: string,
  versions: readonly PastVersion[],
  { version, place }: { version: PastVersion; place: number },
  happened: string,
  fared: FaredAt,
): PastCourse => {
  const { facts, event, removed, addedAt, updatedAt } = version;
  const next = versions[place + 1]?.event ?? null;
  return {
    _id: id,
    course_code: facts.code,
    course_name: facts.name,
    duration: facts.duration,
    difficulty: facts.difficulty,
    category: facts.category,
    details: facts.details,
    instructor: facts.instructor,
    price: facts.price,
    imageUrl: facts.imageUrl,
    instructorId: facts.instructorId,
    videos: facts.videos,
    addedAt: addedAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    asOf: {
      position: event.position,
      at: event.recordedAt.toISOString(),
      until: next?.recordedAt.toISOString() ?? null,
      version: place + 1,
      versions: versions.length,
      happened,
      removed,
      previous: versions[place - 1]?.event.position ?? null,
      next: next?.position ?? null,
      ...fared,
    },
  };
};
