const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });

/** Formats the date of a time in the local time zone: '3 Mar 2026'. @param time ISO 8601. */
export const formatShortDay = (time: string): string => day.format(new Date(time));
