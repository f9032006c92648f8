const options = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const localDay = new Intl.DateTimeFormat('en-GB', options);
const utcDay = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' });

/** Formats the date of a time in the local time zone: '3 Mar 2026'. @param time ISO 8601. */
export const formatShortDay = (time: string): string => localDay.format(new Date(time));

/** Formats the date of a time in UTC, like {@link formatShortDay}. */
export const formatShortUtcDay = (time: string): string => utcDay.format(new Date(time));
