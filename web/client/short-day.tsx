import { useAtomValue } from 'jotai';
import { formatShortDay, formatShortUtcDay } from '../ui/text/format-short-day.ts';
import { isHydratedAtom } from './hydration.ts';

/**
 * Shows the date of a time in the local time zone. On a page that the server has rendered, the date is in UTC until the client has
 * taken over. `suppressHydrationWarning` is set because the server and the browser may abbreviate a month differently.
 * @param time ISO 8601.
 */
export const ShortDay = ({ time }: { time: string }) => (
  <time dateTime={time} suppressHydrationWarning>
    {useAtomValue(isHydratedAtom) ? formatShortDay(time) : formatShortUtcDay(time)}
  </time>
);
