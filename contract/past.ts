const day = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** `1 November 2026, 12:00 UTC` */
export const momentInWords = (at: Date): string => `${day.format(at)}, ${at.toISOString().slice(11, 16)} UTC`;

/** What is said wherever the school is shown as it was. */
export const pastInWords = (at: Date): string =>
  `You see the school as it was on ${momentInWords(at)}. Nothing can be changed here.`;
