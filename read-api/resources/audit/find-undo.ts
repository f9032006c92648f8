import { isDeepStrictEqual } from 'node:util';
import type { AuditEntry } from '#contract/schemas/audit.ts';
import type { RecordedEvent } from '#events/log/log.ts';
import { courseVersions } from './course-versions.ts';
import type { EventContext } from './event-context.ts';

/**
 * Returns how a course can be reverted to the version that an event created; null if the course is removed, or equal to
 * that version.
 */
const findReversion = (event: RecordedEvent, stream: readonly RecordedEvent[]): AuditEntry['undo'] => {
  const versions = courseVersions(stream);
  const current = versions.at(-1);
  const target = versions.find((version) => version.event.version === event.version);
  if (!current || !target || current.isRemoved || isDeepStrictEqual(target.fields, current.fields))
    return null;
  return { kind: 'take-back', expectedVersion: current.event.version };
};

/**
 * Returns how an event can be undone now, or null if it cannot be undone or has been undone already. Nobody else can bring back a
 * review that its author withdrew or an enrolment that its student ended. Nobody at all can bring back data whose key is destroyed,
 * such as the review of a removed author.
 */
export const findUndo = (
  event: RecordedEvent,
  { streams, userNames }: Pick<EventContext, 'streams' | 'userNames'>,
): AuditEntry['undo'] => {
  const stream = streams.get(event.stream) ?? [];
  const isLast = stream.at(-1)?.position === event.position;
  switch (event.type) {
    case 'CourseAdded':
    case 'CourseEdited':
      return findReversion(event, stream);
    case 'CourseRemoved':
    case 'AnnouncementWithdrawn':
      return isLast ? { kind: 'restore' } : null;
    case 'ReviewRemoved':
      return isLast && event.data.by === 'admin' && userNames.has(event.data.userId)
        ? { kind: 'restore' }
        : null;
    default:
      return null;
  }
};
