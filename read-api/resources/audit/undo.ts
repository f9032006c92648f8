import { isDeepStrictEqual } from 'node:util';
import type { AuditEntry } from '#contract/audit.ts';
import type { RecordedEvent } from '#events/log/log.ts';
import { courseVersions } from './course-versions.ts';
import type { Surroundings } from './surroundings.ts';

const takeBack = (event: RecordedEvent, stream: readonly RecordedEvent[]): AuditEntry['undo'] => {
  const last = stream.at(-1);
  if (!last) return null;
  const isListed =
    stream.findLast(({ type }) => type === 'CourseRemoved' || type === 'CourseRestored')?.type !==
    'CourseRemoved';
  const versions = courseVersions(stream);
  const then = versions.get(event.version)?.after ?? null;
  if (!isListed || then === null || isDeepStrictEqual(then, versions.get(last.version)?.after)) return null;
  return { kind: 'take-back', expectedVersion: last.version };
};

/**
 * How what an event did can be undone as things stand; null: it cannot, or it has been. What an author took back, a student
 * left or whose key is gone nobody brings back for them.
 */
export const undoOf = (event: RecordedEvent, { streams }: Surroundings): AuditEntry['undo'] => {
  const stream = streams.get(event.stream) ?? [];
  const isLast = stream.at(-1)?.position === event.position;
  switch (event.type) {
    case 'CourseAdded':
    case 'CourseEdited':
      return takeBack(event, stream);
    case 'CourseRemoved':
    case 'AnnouncementWithdrawn':
      return isLast ? { kind: 'restore' } : null;
    case 'ReviewRemoved':
      return isLast && event.data.by === 'admin' ? { kind: 'restore' } : null;
    default:
      return null;
  }
};
