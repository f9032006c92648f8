/** Returns the time zone of this device, or UTC if the browser does not know its name. */
export const localTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
