import { type ActiveDay, type ActKind, actKinds } from '#contract/activity.ts';

const names: Readonly<Record<ActKind, readonly [one: string, more: string]>> = {
  bookmark: ['bookmark', 'bookmarks'],
  enrolment: ['enrolment', 'enrolments'],
  start: ['course started', 'courses started'],
  module: ['module completed', 'modules completed'],
  note: ['note', 'notes'],
  quiz: ['quiz', 'quizzes'],
  review: ['review', 'reviews'],
  certificate: ['certificate', 'certificates'],
};

export const counted = (count: number, one: string, more: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : more}`;

/** '2 modules completed, 1 note', always in one order. */
export const kindsInWords = (kinds: ActiveDay['kinds']): string =>
  actKinds
    .flatMap((kind) => {
      const count = kinds[kind] ?? 0;
      return count > 0 ? [counted(count, ...names[kind])] : [];
    })
    .join(', ');

/** Dates are read as they stand, in no time zone. */
const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options });
const weekday = format({ weekday: 'long' });
const wholeDay = format({ day: 'numeric', month: 'long', year: 'numeric' });
const wholeMonth = format({ month: 'long', year: 'numeric' });
const shortMonth = format({ month: 'short' });
const at = (date: string) => new Date(`${date}T00:00:00Z`);

/** 'Wednesday 4 March 2026' */
export const dayInWords = (date: string): string =>
  `${weekday.format(at(date))} ${wholeDay.format(at(date))}`;
/** @param month `YYYY-MM` */
export const monthInWords = (month: string): string => wholeMonth.format(at(`${month}-01`));
export const monthInShort = (date: string): string => shortMonth.format(at(date));

/** 'Wednesday 4 March 2026: 2 modules completed, 1 note' */
export const daySentence = ({ date, kinds, total }: Pick<ActiveDay, 'date' | 'kinds' | 'total'>): string =>
  `${dayInWords(date)}: ${total === 0 ? 'nothing' : kindsInWords(kinds)}`;
