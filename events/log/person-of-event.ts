import { streamId, streamKind } from '../catalogue/stream-id.ts';
import type { RecordedEvent } from './log.ts';

/** Who did it; null where the school did it by itself. */
export const actorOf = ({ metadata: { actor } }: Pick<RecordedEvent, 'metadata'>): string | null =>
  actor !== null && 'id' in actor ? actor.id : null;

/** Whom an event is about: the person whose stream it is of, or whose record. */
export const personAbout = (event: RecordedEvent): string | null => {
  if (streamKind(event.stream) === 'user') return streamId(event.stream);
  return 'userId' in event.data ? event.data.userId : null;
};

/** Who is named by an event that is about a course: the user whom it makes its instructor. */
export const teacherNamed = (event: RecordedEvent): string | null => {
  if (event.type === 'CourseAdded') return event.data.instructorId;
  return event.type === 'CourseEdited' ? (event.data.changes.instructorId ?? null) : null;
};

/** Whether an event is one of what the log holds on a person: they did it, it is about them, or it names them. */
export const concerns = (event: RecordedEvent, person: string): boolean =>
  actorOf(event) === person || personAbout(event) === person || teacherNamed(event) === person;
