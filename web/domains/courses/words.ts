/** '3-4 years', '1 year'; where a person wrote a unit themselves it stays: '18 months'. */
export const durationInYears = (duration: string): string => {
  if (/[\p{L}]/u.test(duration)) return duration;
  return /^\s*1\s*$/.test(duration) ? '1 year' : `${duration.trim()} years`;
};

/** '$1,200' or '$49.50'. */
export const priceInDollars = (price: number): string =>
  new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    trailingZeroDisplay: 'stripIfInteger',
  }).format(price);

/**
 * The duration as the start page has it, in months: a bare number is labelled so ('3' is '3 months'), years that a
 * person wrote are twelve of them ('1-2 years' is '12-24 months'), any other unit stays.
 */
export const durationInMonths = (duration: string): string => {
  const text = duration.trim();
  if (/^[\d\s.,–-]+$/.test(text)) return /^1$/.test(text) ? '1 month' : `${text} months`;
  const years = /^(\d+)(?:(\s*[-–]\s*)(\d+))?\s*years?$/i.exec(text);
  if (years === null) return text;
  const [, from, dash = '', to] = years;
  return `${Number(from) * 12}${dash.trim()}${to === undefined ? '' : Number(to) * 12} months`;
};

/** '৳1,200' or '৳49.50'. */
export const priceInTaka = (price: number): string => `৳${priceInDollars(price).slice(1)}`;

/** '1 student', '12 students'. */
export const studentsInWords = (count: number): string =>
  count === 1 ? '1 student' : `${count.toLocaleString('en')} students`;
