import type { CourseMoment } from '#contract/schemas/courses.ts';

const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
const timeFormat = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** Formats a time in the time zone of this device: '3 March 2026, 14:05:09'. */
export const formatMoment = (at: string): string => {
  const time = new Date(at);
  return `${dayFormat.format(time)}, ${timeFormat.format(time)}`;
};

/** Formats the period of a version: 'from … until …', 'since …, still current', or 'since …' if the course was removed then. */
export const formatVersionPeriod = ({
  at,
  until,
  removed,
}: Pick<CourseMoment, 'at' | 'until' | 'removed'>): string => {
  if (until !== null) return `from ${formatMoment(at)} until ${formatMoment(until)}`;
  return removed ? `since ${formatMoment(at)}` : `since ${formatMoment(at)}, still current`;
};
