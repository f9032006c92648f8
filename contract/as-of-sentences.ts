const dayFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** Formats a time as `1 November 2026, 12:00 UTC`. */
export const formatMoment = (at: Date): string =>
  `${dayFormat.format(at)}, ${at.toISOString().slice(11, 16)} UTC`;

/** Returns the notice of a view of the past. Its pages show it, and refused requests are answered with it. */
export const asOfSentence = (at: Date): string =>
  `You see the school as it was on ${formatMoment(at)}. Nothing can be changed here.`;
