import { streamId, streamKind } from '../catalogue/stream-id.ts';
import type { RecordedEvent } from './log.ts';

/** Returns the id of the user who caused an event; null for events of the system or without an actor. */
export const actorOf = ({ metadata: { actor } }: Pick<RecordedEvent, 'metadata'>): string | null =>
  actor !== null && 'id' in actor ? actor.id : null;

/** Returns the user whom an event describes: the user of the stream, or the `userId` in its data; null if neither exists. */
export const findDescribedPerson = (event: RecordedEvent): string | null => {
  if (streamKind(event.stream) === 'user') return streamId(event.stream);
  return 'userId' in event.data ? event.data.userId : null;
};

/** Returns the user whom an event makes the teacher of a course; null if it names nobody. */
export const findNamedTeacher = (event: RecordedEvent): string | null => {
  if (event.type === 'CourseAdded') return event.data.instructorId;
  return event.type === 'CourseEdited' ? (event.data.changes.instructorId ?? null) : null;
};

/** Returns whether an event is a message to a user. */
export const isMessageTo = (event: RecordedEvent, person: string): boolean =>
  event.type === 'StudentMessagePosted' && event.data.recipientIds.includes(person);

/** Returns whether a person caused an event, is described by it, is named in it as the teacher, or gets it as a message. */
export const concernsPerson = (event: RecordedEvent, person: string): boolean =>
  actorOf(event) === person ||
  findDescribedPerson(event) === person ||
  findNamedTeacher(event) === person ||
  isMessageTo(event, person);
