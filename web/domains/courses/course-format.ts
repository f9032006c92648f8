/** Formats the duration of a course. A number or range without a unit is in years: '3-4' becomes '3-4 years'. A text with a unit stays as it is: '18 months'. */
export const formatDurationInYears = (duration: string): string => {
  if (/[\p{L}]/u.test(duration)) return duration;
  return /^\s*1\s*$/.test(duration) ? '1 year' : `${duration.trim()} years`;
};

/** Formats a price: '$1,200', '$49.50'. */
export const formatDollars = (price: number): string =>
  new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    trailingZeroDisplay: 'stripIfInteger',
  }).format(price);

/**
 * Formats the duration on the course's start page, where the specification requires months. A number or range without a unit is not
 * converted, although other pages show it as years: '3' becomes '3 months'. '1-2 years' becomes '12-24 months'. Any other text stays as it is.
 */
export const formatDurationInMonths = (duration: string): string => {
  const text = duration.trim();
  if (/^[\d\s.,–-]+$/.test(text)) return /^1$/.test(text) ? '1 month' : `${text} months`;
  const years = /^(\d+)(?:(\s*[-–]\s*)(\d+))?\s*years?$/i.exec(text);
  if (years === null) return text;
  const [, from, dash = '', to] = years;
  return `${Number(from) * 12}${dash.trim()}${to === undefined ? '' : Number(to) * 12} months`;
};

/** Formats a price with the taka sign, without converting it: '৳1,200', '৳49.50'. The specification requires this on the start page of a course. */
export const formatTaka = (price: number): string => `৳${formatDollars(price).slice(1)}`;

/** Formats a count: '1 student', '12 students'. */
export const formatStudentCount = (count: number): string =>
  count === 1 ? '1 student' : `${count.toLocaleString('en')} students`;
