const dayFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** Formats a time as `1 November 2026, 12:00 UTC`. */
export const formatMoment = (at: Date): string =>
  `${dayFormat.format(at)}, ${at.toISOString().slice(11, 16)} UTC`;

/** Returns the notice that the pages of a view of the past show. Refused commands are answered with it. */
export const asOfSentence = (at: Date): string =>
  `You see the school as it was on ${formatMoment(at)}. Nothing can be changed here.`;
