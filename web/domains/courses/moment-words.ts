import type { CourseMoment } from '#contract/courses.ts';

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });

/** '3 March 2026, 14:05:09', by the reader's clock. */
export const momentInWords = (at: string): string => {
  const time = new Date(at);
  return `${day.format(time)}, ${clock.format(time)}`;
};

/** From when to when a version stood. */
export const stoodInWords = ({
  at,
  until,
  removed,
}: Pick<CourseMoment, 'at' | 'until' | 'removed'>): string => {
  if (until !== null) return `from ${momentInWords(at)} until ${momentInWords(until)}`;
  return removed ? `since ${momentInWords(at)}` : `since ${momentInWords(at)}, and as it still is`;
};
