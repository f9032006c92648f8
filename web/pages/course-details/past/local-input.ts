const padToTwoDigits = (number: number) => String(number).padStart(2, '0');

/** Formats a time for an input of type `datetime-local`: in the time zone of this device, to the second. */
export const toLocalInput = (time: Date): string =>
  `${String(time.getFullYear()).padStart(4, '0')}-${padToTwoDigits(time.getMonth() + 1)}-${padToTwoDigits(time.getDate())}` +
  `T${padToTwoDigits(time.getHours())}:${padToTwoDigits(time.getMinutes())}:${padToTwoDigits(time.getSeconds())}`;

/**
 * Returns the end of the second that an input of type `datetime-local` names, so that the view includes the events
 * within that second. Returns null for an empty or malformed value.
 */
export const parseLocalInput = (value: string): Date | null => {
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(\.\d+)?$/.test(value) ? new Date(value) : null;
  if (time === null || Number.isNaN(time.getTime())) return null;
  time.setMilliseconds(999);
  return time;
};
