import { streamId } from '#events/catalogue/stream-id.ts';
import type { RecordedEvent } from '#events/log/log.ts';
import type { Surroundings } from './surroundings.ts';

const counted = (count: number, one: string, many = `${one}s`) =>
  count === 0 ? [] : [`${count.toLocaleString('en')} ${count === 1 ? one : many}`];

const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;

const ofCourse = (event: RecordedEvent, { hangsOn, streams }: Surroundings): string[] => {
  const hanging = hangsOn.get(streamId(event.stream));
  // Once it is back nothing hangs on the removal any more.
  if (!hanging || streams.get(event.stream)?.at(-1)?.position !== event.position) return [];
  const hidden = [...counted(hanging.bookmarks, 'bookmark'), ...counted(hanging.reviews, 'review')];
  const kept = counted(hanging.enrolled, 'enrolled student keeps', 'enrolled students keep');
  return [
    ...(hidden.length > 0 ? [`Hidden with it until it is restored: ${listed(hidden)}.`] : []),
    ...(kept.length > 0 ? [`${listed(kept)} a way through it.`] : []),
  ];
};

const ofPerson = (event: RecordedEvent, { wentWith }: Surroundings): string[] => {
  const counts = wentWith.get(streamId(event.stream));
  const went = [
    ...counted(counts?.get('enrolment') ?? 0, 'enrolment'),
    ...counted(counts?.get('bookmark') ?? 0, 'bookmark'),
    ...counted(counts?.get('review') ?? 0, 'review'),
    ...counted(counts?.get('note') ?? 0, 'note'),
    ...counted(counts?.get('quiz') ?? 0, 'quiz', 'quizzes'),
  ];
  return [
    'The key of their personal data was destroyed. This cannot be undone.',
    ...(went.length > 0 ? [`Went with them: ${listed(went)}.`] : []),
  ];
};

/** What became of other records by an event, though nothing was written about them; in sentences. */
export const consequencesOf = (event: RecordedEvent, around: Surroundings): string[] => {
  if (event.type === 'CourseRemoved') return ofCourse(event, around);
  return event.type === 'UserRemoved' ? ofPerson(event, around) : [];
};
