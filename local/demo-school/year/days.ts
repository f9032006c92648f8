/** The demo school is a year old: day 0 is twelve months ago. */
export const daysOfYear = 365;
