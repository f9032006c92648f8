/** Returns the time zone of this device, or UTC if the browser does not know its name. */
export const getLocalTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
