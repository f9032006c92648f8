/** Formats the day of issue in UTC, so that it is the same for everybody. @param time ISO 8601. */
export const formatIssueDate = (time: string): string =>
  new Date(time).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
