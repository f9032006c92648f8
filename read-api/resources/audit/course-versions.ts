import type { CourseFields } from '#events/catalogue/streams/course.ts';
import type { RecordedEvent } from '#events/log/log.ts';

/** A course as it was after one of its events. */
export type CourseVersion = {
  fields: CourseFields;
  event: RecordedEvent;
  isRemoved: boolean;
  addedAt: Date;
  updatedAt: Date;
};

/**
 * Returns every version of a course, in order.
 * @param stream all events of the course, in order.
 */
export const courseVersions = (stream: readonly RecordedEvent[]): CourseVersion[] => {
  const versions: CourseVersion[] = [];
  for (const event of stream) {
    const last = versions.at(-1);
    const { recordedAt } = event;
    if (event.type === 'CourseAdded')
      versions.push({
        fields: event.data,
        event,
        isRemoved: false,
        addedAt: recordedAt,
        updatedAt: recordedAt,
      });
    else if (last && event.type === 'CourseEdited')
      versions.push({
        ...last,
        event,
        fields: { ...last.fields, ...event.data.changes },
        updatedAt: recordedAt,
      });
    else if (last) versions.push({ ...last, event, isRemoved: event.type === 'CourseRemoved' });
  }
  return versions;
};

/** Returns the fields of a course before and after one of its events; null if the course did not exist then. */
export const fieldsBeforeAndAfter = (
  streams: ReadonlyMap<string, readonly RecordedEvent[]>,
  event: Pick<RecordedEvent, 'stream' | 'version'>,
): { before: CourseFields | null; after: CourseFields | null } => {
  const versions = courseVersions(streams.get(event.stream) ?? []);
  const index = versions.findIndex((version) => version.event.version === event.version);
  return { before: versions[index - 1]?.fields ?? null, after: versions[index]?.fields ?? null };
};
