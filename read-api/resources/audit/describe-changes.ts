import { isDeepStrictEqual } from 'node:util';
import type { AuditChange } from '#contract/schemas/audit.ts';
import { streamId } from '#events/catalogue/stream-id.ts';
import type { CourseFields } from '#events/catalogue/streams/course.ts';
import type { RecordedEvent } from '#events/log/log.ts';
import { fieldsBeforeAndAfter } from './course-versions.ts';
import { type EventContext, userName } from './event-context.ts';

/** The maximum length of a text, in characters. Longer texts are shortened to the part that differs. */
const maxLength = 300;
/** How many unchanged characters are shown on each side of a difference. */
const margin = 40;

const excerpt = (text: string, start: number, end: number): string => {
  const to = Math.min(end, start + maxLength);
  // The ends may be inside a character. Half a character is left out.
  const part = text.slice(start, to).replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '');
  return `${start > 0 ? '…' : ''}${part}${to < text.length ? '…' : ''}`;
};

/** Returns both texts, shortened to the part that differs if either is long. */
export const excerptDifference = (from: string, to: string): [string, string] => {
  if (from.length <= maxLength && to.length <= maxLength) return [from, to];
  const shorterLength = Math.min(from.length, to.length);
  let prefixLength = 0;
  while (prefixLength < shorterLength && from[prefixLength] === to[prefixLength]) prefixLength += 1;
  let suffixLength = 0;
  while (
    suffixLength < shorterLength - prefixLength &&
    from.at(-1 - suffixLength) === to.at(-1 - suffixLength)
  )
    suffixLength += 1;
  const start = Math.max(0, prefixLength - margin);
  const endOf = (text: string) => Math.min(text.length, text.length - suffixLength + margin);
  return [excerpt(from, start, endOf(from)), excerpt(to, start, endOf(to))];
};

const change = (field: string, from: string | null, to: string | null): AuditChange => {
  const [before, after] =
    from !== null && to !== null
      ? excerptDifference(from, to)
      : [from && excerpt(from, 0, from.length), to && excerpt(to, 0, to.length)];
  return { field, from: before, to: after, sealed: false };
};
const hiddenChange = (field: string): AuditChange => ({ field, from: null, to: null, sealed: true });

/** Labels of the course fields, in the order in which changes are listed. */
const fieldLabels: Record<keyof CourseFields, string> = {
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

const formatField = (
  fields: CourseFields | null,
  field: keyof CourseFields,
  context: EventContext,
): string | null => {
  const value = fields?.[field] ?? null;
  if (value === null) return null;
  if (field === 'price') return `$${value}`;
  if (field === 'instructorId') return userName(context, String(value));
  return Array.isArray(value) ? value.join('\n') : String(value);
};

const courseChanges = (event: RecordedEvent, context: EventContext): AuditChange[] => {
  const { before, after } = fieldsBeforeAndAfter(context.streams, event);
  return (Object.keys(fieldLabels) as (keyof CourseFields)[])
    .filter((field) => !isDeepStrictEqual(before?.[field] ?? null, after?.[field] ?? null))
    .map((field) =>
      change(fieldLabels[field], formatField(before, field, context), formatField(after, field, context)),
    );
};

const ratingBefore = (event: RecordedEvent, { streams }: EventContext): string | null => {
  const previous = (streams.get(event.stream) ?? []).findLast(
    ({ version, type }) =>
      version < event.version && (type === 'ReviewSubmitted' || type === 'ReviewRevised'),
  );
  return previous && 'rating' in previous.data ? String(previous.data.rating) : null;
};

/**
 * Returns the change to a review's text. The text is shown only if this event was the last to change it, because
 * texts are encrypted in the log, and the read model has only the current text.
 */
const commentChange = (event: RecordedEvent, { reviewTexts }: EventContext): AuditChange => {
  const text = reviewTexts.get(streamId(event.stream));
  if (event.type === 'ReviewRemoved')
    return text?.changedAt === event.position
      ? change('Comment', text.comment, null)
      : hiddenChange('Comment');
  return text?.writtenAt === event.position ? change('Comment', null, text.comment) : hiddenChange('Comment');
};

/** Returns the fields that an event changed. The values of encrypted personal data are left out, except for the text of a review. */
export const describeChanges = (event: RecordedEvent, context: EventContext): AuditChange[] => {
  switch (event.type) {
    case 'CourseAdded':
    case 'CourseEdited':
      return courseChanges(event, context);
    case 'UserProfileEdited':
      return [hiddenChange('Name or picture')];
    case 'UserEmailChanged':
      return [hiddenChange('E-mail')];
    case 'UserRoleChanged':
      return [change('Role', event.data.from, event.data.to)];
    case 'ReviewSubmitted':
      return [change('Rating', null, String(event.data.rating)), commentChange(event, context)];
    case 'ReviewRevised': {
      const before = ratingBefore(event, context);
      const now = String(event.data.rating);
      return [...(before === now ? [] : [change('Rating', before, now)]), commentChange(event, context)];
    }
    case 'ReviewRemoved':
      return [change('Rating', ratingBefore(event, context), null), commentChange(event, context)];
    case 'AnnouncementPosted':
      return [change('Type', null, event.data.type), change('Text', null, event.data.text)];
    case 'StudentMessagePosted':
      return [change('Text', null, event.data.text)];
    case 'AnnouncementWithdrawn': {
      const posted = context.streams.get(event.stream)?.[0];
      return posted?.type === 'AnnouncementPosted' || posted?.type === 'StudentMessagePosted'
        ? [change('Text', posted.data.text, null)]
        : [];
    }
    case 'QuizFinished':
      return event.data.score === null
        ? []
        : [change('Score', null, `${event.data.score} of ${event.data.outOf}`)];
    case 'QuizMarked': {
      const marks = Object.values(event.data.marks).reduce((sum, mark) => sum + mark, 0);
      return [change('Marks', null, String(marks)), hiddenChange('Remark')];
    }
    case 'CertificateIssued':
      return [change('Number', null, event.data.number)];
    default:
      return [];
  }
};
