const number = new Intl.NumberFormat('en');
export const numberInWords = (count: number): string => number.format(count);

/** '87 %', never broken into two lines; little that is not nothing is not called nothing, and nearly all not all. */
export const shareInWords = (part: number, whole: number): string => {
  if (whole === 0) return '–';
  const percent = (100 * part) / whole;
  const rounded = Math.round(percent);
  if (rounded === 0 && part > 0) return '< 1 %';
  if (rounded === 100 && part < whole) return '> 99 %';
  return `${rounded} %`;
};

/** '86.7', as an analyst's answer has it. */
export const exactShare = (part: number, whole: number): string =>
  whole === 0 ? '–' : ((100 * part) / whole).toFixed(1);

/** Dates are read as they stand, in no time zone. */
const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options });
const [day, wholeDay, month, wholeMonth] = [
  format({ day: 'numeric', month: 'short' }),
  format({ day: 'numeric', month: 'long', year: 'numeric' }),
  format({ month: 'short', year: '2-digit' }),
  format({ month: 'long', year: 'numeric' }),
];
const at = (date: string) => new Date(`${date}T00:00:00Z`);

/** '3 Mar' or 'Mar 26': a period under the axis. */
export const periodInShort = (begins: string, by: 'week' | 'month'): string =>
  (by === 'week' ? day : month).format(at(begins));

/** 'Week from 3 March 2026' or 'March 2026'. */
export const periodInWords = (begins: string, by: 'week' | 'month'): string =>
  by === 'week' ? `Week from ${wholeDay.format(at(begins))}` : wholeMonth.format(at(begins));

export const weekdays = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;

/** '09:00' */
export const hourInWords = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;
