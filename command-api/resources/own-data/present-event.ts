import { subjectOf } from '#events/catalogue/codec/codec.ts';
import type { RecordedEvent } from '#events/log/log.ts';
import { actorOf, findDescribedPerson, isMessageTo } from '#events/log/person-of-event.ts';
import type { CourseNames } from '../../read-table-lookups/course-names.ts';
import { describeEvent } from './describe-event.ts';
import type { CausedBy, OwnEvent } from './own-event.ts';

/** Converts an event to the form that its user receives, which has no ids of other people. */
export const presentEvent = (event: RecordedEvent, userId: string, courseNames: CourseNames): OwnEvent => {
  const isAboutOther = isAboutAnotherUser(event, userId);
  const by = findCause(event, userId);
  // A user receives the text of a message to them, although the event describes its sender.
  const isToUser = isMessageTo(event, userId);
  const { words, details } = describeEvent(event, { userId, by, isAboutOther, courseNames });
  return {
    position: event.position,
    at: event.recordedAt.toISOString(),
    type: event.type,
    words,
    details: isAboutOther && !isToUser ? [] : details,
    by,
    aboutYou: !isAboutOther || isToUser,
    stream: isAboutOther ? null : event.stream,
    version: isAboutOther ? null : event.version,
    command: event.commandId,
    request: by === 'you' ? event.metadata.correlationId : null,
    data: isAboutOther ? pickCourseId(event) : withoutOthers(userId, event.data),
  };
};

const findCause = (event: RecordedEvent, userId: string): CausedBy => {
  if (actorOf(event) === userId) return 'you';
  const { actor } = event.metadata;
  return actor !== null && 'role' in actor ? { role: actor.role } : null;
};

/** Returns whether the event describes another user, or has fields that are encrypted with another user's key. */
const isAboutAnotherUser = (event: RecordedEvent, userId: string): boolean => {
  const describedUser = findDescribedPerson(event);
  const keyOwner = subjectOf(event, event.stream);
  return (describedUser !== null && describedUser !== userId) || (keyOwner !== null && keyOwner !== userId);
};

const pickCourseId = (event: RecordedEvent): Record<string, unknown> =>
  'courseId' in event.data ? { courseId: event.data.courseId } : {};

/** Removes the ids of other instructors, and of other recipients of a message. */
const withoutOthers = (userId: string, data: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      if (name === 'instructorId') return [name, value === userId ? value : null];
      if (name === 'recipientIds') return [name, (value as string[]).filter((id) => id === userId)];
      return [name, name === 'changes' ? withoutOthers(userId, value) : value];
    }),
  );
