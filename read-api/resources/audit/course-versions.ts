import type { CourseFacts } from '#events/catalogue/course.ts';
import type { RecordedEvent } from '#events/log/log.ts';

/** What a course said before and after one of its events; null: it was not there. */
export type CourseVersion = { before: CourseFacts | null; after: CourseFacts | null };

/** The facts of a course by the version of its stream; pure. @param stream all events of it, in order. */
export const courseVersions = (stream: readonly RecordedEvent[]): ReadonlyMap<number, CourseVersion> => {
  const versions = new Map<number, CourseVersion>();
  let facts = null as CourseFacts | null;
  for (const event of stream) {
    const before = facts;
    if (event.type === 'CourseAdded') facts = event.data;
    else if (event.type === 'CourseEdited' && facts !== null) facts = { ...facts, ...event.data.changes };
    versions.set(event.version, { before, after: facts });
  }
  return versions;
};

/** As {@link courseVersions} gives it for one event. */
export const versionOf = (
  streams: ReadonlyMap<string, readonly RecordedEvent[]>,
  event: Pick<RecordedEvent, 'stream' | 'version'>,
): CourseVersion =>
  courseVersions(streams.get(event.stream) ?? []).get(event.version) ?? { before: null, after: null };
