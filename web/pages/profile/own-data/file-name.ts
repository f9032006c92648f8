import { formatLocalDate } from '../../../domains/activity/activity-calendar.ts';

/**
 * Returns the name of the file with the user's data. The date, in this device's time zone, tells copies from different days apart, and puts
 * them in order when files are sorted by name.
 */
export const createOwnDataFileName = (downloadedAt: Date): string =>
  `lyceum-my-data-${formatLocalDate(downloadedAt)}.zip`;
