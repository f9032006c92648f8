import { streamId } from '#events/catalogue/stream-id.ts';
import type { RecordedEvent } from '#events/log/log.ts';
import type { EventContext } from './event-context.ts';

/** Returns a count such as "3 bookmarks" as the only element of a list, or an empty list for 0. */
const formatCount = (count: number, singular: string, plural = `${singular}s`) =>
  count === 0 ? [] : [`${count.toLocaleString('en')} ${count === 1 ? singular : plural}`];

const joinWithAnd = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;

const describeCourseRemoval = (
  event: RecordedEvent,
  { courseDependents, streams }: EventContext,
): string[] => {
  const dependents = courseDependents.get(streamId(event.stream));
  const isLastEvent = streams.get(event.stream)?.at(-1)?.position === event.position;
  // A removal that has been undone has no consequences.
  if (!dependents || !isLastEvent) return [];
  const hidden = [
    ...formatCount(dependents.bookmarks, 'bookmark'),
    ...formatCount(dependents.reviews, 'review'),
  ];
  const enrolled = formatCount(dependents.enrolled, 'enrolled student keeps', 'enrolled students keep');
  return [
    ...(hidden.length > 0 ? [`Hidden until the course is restored: ${joinWithAnd(hidden)}.`] : []),
    ...(enrolled.length > 0 ? [`${joinWithAnd(enrolled)} access to it.`] : []),
  ];
};

const describeUserRemoval = (event: RecordedEvent, { erasedRecords }: EventContext): string[] => {
  const counts = erasedRecords.get(streamId(event.stream));
  const erased = [
    ...formatCount(counts?.get('enrolment') ?? 0, 'enrolment'),
    ...formatCount(counts?.get('bookmark') ?? 0, 'bookmark'),
    ...formatCount(counts?.get('review') ?? 0, 'review'),
    ...formatCount(counts?.get('note') ?? 0, 'note'),
    ...formatCount(counts?.get('quiz') ?? 0, 'quiz', 'quizzes'),
  ];
  return [
    'The key of their personal data was destroyed. This cannot be undone.',
    ...(erased.length > 0 ? [`Removed with them: ${joinWithAnd(erased)}.`] : []),
  ];
};

/** Returns sentences about the effects of an event on other records. These effects have no events of their own. */
export const describeConsequences = (event: RecordedEvent, context: EventContext): string[] => {
  if (event.type === 'CourseRemoved') return describeCourseRemoval(event, context);
  return event.type === 'UserRemoved' ? describeUserRemoval(event, context) : [];
};
