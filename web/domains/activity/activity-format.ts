import { type ActiveDay, type ActivityKind, activityKinds } from '#contract/schemas/activity.ts';

const names: Readonly<Record<ActivityKind, readonly [singular: string, plural: string]>> = {
  bookmark: ['bookmark', 'bookmarks'],
  enrolment: ['enrollment', 'enrollments'],
  start: ['course started', 'courses started'],
  module: ['module completed', 'modules completed'],
  note: ['note', 'notes'],
  quiz: ['quiz', 'quizzes'],
  review: ['review', 'reviews'],
  certificate: ['certificate', 'certificates'],
};

/** '1 note', '2 notes' */
export const formatCount = (count: number, singular: string, plural: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? singular : plural}`;

/** '2 modules completed, 1 note', in a fixed order */
export const formatActivityCounts = (kinds: ActiveDay['kinds']): string =>
  activityKinds
    .flatMap((kind) => {
      const count = kinds[kind] ?? 0;
      return count > 0 ? [formatCount(count, ...names[kind])] : [];
    })
    .join(', ');

/** Dates have no time zone, so they are formatted as UTC. */
const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options });
const weekday = format({ weekday: 'long' });
const wholeDay = format({ day: 'numeric', month: 'long', year: 'numeric' });
const wholeMonth = format({ month: 'long', year: 'numeric' });
const shortMonth = format({ month: 'short' });
const at = (date: string) => new Date(`${date}T00:00:00Z`);

/** 'Wednesday 4 March 2026' */
export const formatDay = (date: string): string => `${weekday.format(at(date))} ${wholeDay.format(at(date))}`;
/** @param month `YYYY-MM` */
export const formatMonth = (month: string): string => wholeMonth.format(at(`${month}-01`));
export const formatShortMonth = (date: string): string => shortMonth.format(at(date));

/** 'Wednesday 4 March 2026: 2 modules completed, 1 note' */
export const describeDay = ({ date, kinds, total }: Pick<ActiveDay, 'date' | 'kinds' | 'total'>): string =>
  `${formatDay(date)}: ${total === 0 ? 'no activity' : formatActivityCounts(kinds)}`;
