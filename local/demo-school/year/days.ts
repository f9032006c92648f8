/** The number of days of the demo school; day 0 is twelve months ago. */
export const daysOfYear = 365;
