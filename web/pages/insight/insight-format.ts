const numberFormat = new Intl.NumberFormat('en');
export const formatNumber = (count: number): string => numberFormat.format(count);

/** Formats a share as '87%'. Shares above 0 are never rounded to '0%', and shares below the whole never to '100%'. Returns '–' if the whole is 0. */
export const formatShare = (part: number, whole: number): string => {
  if (whole === 0) return '–';
  const percent = (100 * part) / whole;
  const rounded = Math.round(percent);
  if (rounded === 0 && part > 0) return '<1%';
  if (rounded === 100 && part < whole) return '>99%';
  return `${rounded}%`;
};

/** Formats a share in percent with one decimal, without the percent sign: '86.7'. */
export const formatExactShare = (part: number, whole: number): string =>
  whole === 0 ? '–' : ((100 * part) / whole).toFixed(1);

/** Creates a format for dates without a time zone. They are parsed as UTC, so they are also formatted as UTC. */
const createFormat = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options });
const dayFormat = createFormat({ day: 'numeric', month: 'short' });
const longDayFormat = createFormat({ day: 'numeric', month: 'long', year: 'numeric' });
const monthFormat = createFormat({ month: 'short', year: '2-digit' });
const longMonthFormat = createFormat({ month: 'long', year: 'numeric' });
const parseDate = (date: string) => new Date(`${date}T00:00:00Z`);

/** Formats a period for an axis: '3 Mar' or 'Mar 26'. @param start the first day, as `YYYY-MM-DD`. */
export const formatPeriodShort = (start: string, by: 'week' | 'month'): string =>
  (by === 'week' ? dayFormat : monthFormat).format(parseDate(start));

/** Formats a period: 'Week of 3 March 2026' or 'March 2026'. @param start the first day, as `YYYY-MM-DD`. */
export const formatPeriod = (start: string, by: 'week' | 'month'): string =>
  by === 'week'
    ? `Week of ${longDayFormat.format(parseDate(start))}`
    : longMonthFormat.format(parseDate(start));

export const weekdays = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;

/** Formats an hour of the day: '09:00'. */
export const formatHour = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;
