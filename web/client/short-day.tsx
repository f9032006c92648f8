import { useAtomValue } from 'jotai';
import { formatShortDay, formatShortUtcDay } from '../ui/text/format-short-day.ts';
import { isHydratedAtom } from './hydration.ts';

/**
 * A date in the local time zone, and in UTC on a page that the server has rendered, until the client has taken over. Servers and browsers may
 * abbreviate a month differently. @param time ISO 8601.
 */
export const ShortDay = ({ time }: { time: string }) => (
  <time dateTime={time} suppressHydrationWarning>
    {useAtomValue(isHydratedAtom) ? formatShortDay(time) : formatShortUtcDay(time)}
  </time>
);
