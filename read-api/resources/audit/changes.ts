import { isDeepStrictEqual } from 'node:util';
import type { AuditChange } from '#contract/audit.ts';
import type { CourseFacts } from '#events/catalogue/course.ts';
import { streamId } from '#events/catalogue/stream-id.ts';
import type { RecordedEvent } from '#events/log/log.ts';
import { versionOf } from './course-versions.ts';
import { nameOf, type Surroundings } from './surroundings.ts';

/** Longer values than this are cut to what differs, and to this much of it. */
const longest = 300;
/** So much of what is the same on both sides of a difference is shown. */
const around = 40;

const cut = (text: string, start: number, end: number): string => {
  const to = Math.min(end, start + longest);
  const part = text.slice(start, to).toWellFormed();
  return `${start > 0 ? '…' : ''}${part}${to < text.length ? '…' : ''}`;
};

/** Two texts, cut to where they differ if either is long. Pure. */
export const narrowed = (from: string, to: string): [string, string] => {
  if (from.length <= longest && to.length <= longest) return [from, to];
  const most = Math.min(from.length, to.length);
  let same = 0;
  while (same < most && from[same] === to[same]) same += 1;
  let tail = 0;
  while (tail < most - same && from.at(-1 - tail) === to.at(-1 - tail)) tail += 1;
  const start = Math.max(0, same - around);
  const endOf = (text: string) => Math.min(text.length, text.length - tail + around);
  return [cut(from, start, endOf(from)), cut(to, start, endOf(to))];
};

const changed = (field: string, from: string | null, to: string | null): AuditChange => {
  const [before, after] =
    from !== null && to !== null
      ? narrowed(from, to)
      : [from && cut(from, 0, from.length), to && cut(to, 0, to.length)];
  return { field, from: before, to: after, sealed: false };
};
const sealed = (field: string): AuditChange => ({ field, from: null, to: null, sealed: true });

/** What a person calls the facts of a course, in the order of its form. */
const courseFields: Record<keyof CourseFacts, string> = {
  name: 'Name',
  code: 'Code',
  category: 'Category',
  duration: 'Duration',
  difficulty: 'Difficulty',
  price: 'Price',
  instructor: 'Instructor',
  instructorId: 'Instructor’s account',
  imageUrl: 'Image',
  details: 'Details',
  videos: 'Videos',
};

const factInWords = (
  facts: CourseFacts | null,
  field: keyof CourseFacts,
  surroundings: Surroundings,
): string | null => {
  const value = facts?.[field] ?? null;
  if (value === null) return null;
  if (field === 'price') return `$${value}`;
  if (field === 'instructorId') return nameOf(surroundings, String(value));
  return Array.isArray(value) ? value.join('\n') : String(value);
};

const courseChanges = (event: RecordedEvent, surroundings: Surroundings): AuditChange[] => {
  const { before, after } = versionOf(surroundings.streams, event);
  return (Object.keys(courseFields) as (keyof CourseFacts)[])
    .filter((field) => !isDeepStrictEqual(before?.[field] ?? null, after?.[field] ?? null))
    .map((field) =>
      changed(
        courseFields[field],
        factInWords(before, field, surroundings),
        factInWords(after, field, surroundings),
      ),
    );
};

const ratingBefore = (event: RecordedEvent, { streams }: Surroundings): string | null => {
  const earlier = (streams.get(event.stream) ?? []).findLast(
    (one) => one.version < event.version && (one.type === 'ReviewSubmitted' || one.type === 'ReviewRevised'),
  );
  return earlier && 'rating' in earlier.data ? String(earlier.data.rating) : null;
};

/** The words of a review where they still stand as this event left them. */
const commentAt = (event: RecordedEvent, { reviews }: Surroundings): AuditChange => {
  const words = reviews.get(streamId(event.stream));
  if (event.type === 'ReviewRemoved')
    return words?.changedAt === event.position ? changed('Comment', words.comment, null) : sealed('Comment');
  return words?.writtenAt === event.position ? changed('Comment', null, words.comment) : sealed('Comment');
};

/**
 * What differs since an event, field by field. Names, notes and answers are personal and sealed: that they are others is
 * said, not what they were; a review's words are shown while it is there.
 */
export const changesOf = (event: RecordedEvent, surroundings: Surroundings): AuditChange[] => {
  switch (event.type) {
    case 'CourseAdded':
    case 'CourseEdited':
      return courseChanges(event, surroundings);
    case 'UserProfileEdited':
      return [sealed('Name and image')];
    case 'UserRoleChanged':
      return [changed('Role', event.data.from, event.data.to)];
    case 'ReviewSubmitted':
      return [changed('Rating', null, String(event.data.rating)), commentAt(event, surroundings)];
    case 'ReviewRevised': {
      const before = ratingBefore(event, surroundings);
      const now = String(event.data.rating);
      return [...(before === now ? [] : [changed('Rating', before, now)]), commentAt(event, surroundings)];
    }
    case 'ReviewRemoved':
      return [changed('Rating', ratingBefore(event, surroundings), null), commentAt(event, surroundings)];
    case 'AnnouncementPosted':
      return [changed('Type', null, event.data.type), changed('Text', null, event.data.text)];
    case 'AnnouncementWithdrawn': {
      const posted = surroundings.streams.get(event.stream)?.[0];
      return posted?.type === 'AnnouncementPosted' ? [changed('Text', posted.data.text, null)] : [];
    }
    case 'QuizFinished':
      return event.data.score === null
        ? []
        : [changed('Score', null, `${event.data.score} of ${event.data.outOf}`)];
    case 'QuizMarked': {
      const marks = Object.values(event.data.marks).reduce((sum, mark) => sum + mark, 0);
      return [changed('Marks', null, String(marks)), sealed('Remark')];
    }
    case 'CertificateIssued':
      return [changed('Number', null, event.data.number)];
    default:
      return [];
  }
};
