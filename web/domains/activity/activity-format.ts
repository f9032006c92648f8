import { type ActiveDay, type ActivityKind, activityKinds } from '#contract/schemas/activity.ts';

const kindNames: Readonly<Record<ActivityKind, readonly [singular: string, plural: string]>> = {
  bookmark: ['bookmark', 'bookmarks'],
  enrolment: ['enrollment', 'enrollments'],
  start: ['course started', 'courses started'],
  module: ['module completed', 'modules completed'],
  note: ['note', 'notes'],
  quiz: ['quiz', 'quizzes'],
  review: ['review', 'reviews'],
  certificate: ['certificate', 'certificates'],
};

/** Formats a count, for example '1 note' or '2 notes'. */
export const formatCount = (count: number, singular: string, plural: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? singular : plural}`;

/** Formats counts in a fixed order: '2 modules completed, 1 note'. */
export const formatActivityCounts = (kinds: ActiveDay['kinds']): string =>
  activityKinds
    .flatMap((kind) => {
      const count = kinds[kind] ?? 0;
      return count > 0 ? [formatCount(count, ...kindNames[kind])] : [];
    })
    .join(', ');

/** Dates have no time zone, so they are formatted as UTC. */
const createFormat = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options });
const weekdayFormat = createFormat({ weekday: 'long' });
const dayFormat = createFormat({ day: 'numeric', month: 'long', year: 'numeric' });
const monthFormat = createFormat({ month: 'long', year: 'numeric' });
const shortMonthFormat = createFormat({ month: 'short' });
const parseDate = (date: string) => new Date(`${date}T00:00:00Z`);

/** Formats a day: 'Wednesday 4 March 2026'. */
export const formatDay = (date: string): string =>
  `${weekdayFormat.format(parseDate(date))} ${dayFormat.format(parseDate(date))}`;
/** Formats a month: 'March 2026'. @param month `YYYY-MM` */
export const formatMonth = (month: string): string => monthFormat.format(parseDate(`${month}-01`));
export const formatShortMonth = (date: string): string => shortMonthFormat.format(parseDate(date));

/** Describes a day: 'Wednesday 4 March 2026: 2 modules completed, 1 note'. */
export const describeDay = ({ date, kinds, total }: Pick<ActiveDay, 'date' | 'kinds' | 'total'>): string =>
  `${formatDay(date)}: ${total === 0 ? 'no activity' : formatActivityCounts(kinds)}`;
