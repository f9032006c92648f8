/** The day on which something was issued, the same wherever it is looked at. @param time as ISO 8601. */
export const dayOf = (time: string): string =>
  new Date(time).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
