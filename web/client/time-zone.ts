/** The reader's time zone; a browser that knows it by no name counts days as UTC does. */
export const readersTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
