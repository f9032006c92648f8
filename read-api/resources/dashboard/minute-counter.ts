import pLimit from 'p-limit';
import type { Pool } from 'pg';
import { type Dashboard, dashboardLimits } from '#contract/schemas/dashboard.ts';
import { MinuteCounts, type MinuteRow, minuteMs, minuteNumber } from './minute-counts.ts';

/**
 * One call counts at most this many events, which takes about a quarter of a second. The minute of the last event
 * before these events and all earlier minutes are unknown.
 */
const defaultMaxEvents = 200_000;

/**
 * Creates a function that counts the commands and events of the log per minute. It remembers the counts, so a call usually counts
 * only the events since the previous call. Calls run one at a time, because a count goes on if the load of the
 * dashboard that began it fails.
 */
export const createMinuteCounter = (currentPrimary: () => Pool, maxEvents: number = defaultMaxEvents) => {
  const counts = new MinuteCounts(dashboardLimits.minutes);
  const oneAtATime = pLimit(1);
  let lastCall = { logId: '', at: 0 };
  const count = async (logId: string, head: number, now: number): Promise<Dashboard['minutes']> => {
    const primary = currentPrimary();
    const { countedUpTo } = counts;
    // Counts from a different history of the log, or of positions that the log no longer has, are not valid.
    const hasNoValidCounts = logId !== lastCall.logId || countedUpTo === null || countedUpTo > head;
    const isOutdated = now - lastCall.at > dashboardLimits.minutes * minuteMs;
    // Minutes that were forgotten while the clock was ahead are shown again now.
    const isSetBack = minuteNumber(now) < minuteNumber(lastCall.at);
    if (hasNoValidCounts || isOutdated || isSetBack || head - countedUpTo > maxEvents) {
      const firstMinute = minuteNumber(now) - dashboardLimits.minutes + 1;
      const firstPosition = await findFirstPosition(primary, new Date(firstMinute * minuteMs), head);
      const exceedsLimit = head - firstPosition >= maxEvents;
      const start = exceedsLimit ? head - maxEvents : firstPosition - 1;
      counts.restart(start, exceedsLimit ? (await findMinuteAt(primary, start)) + 1 : firstMinute);
    }
    counts.add(await countMinutes(primary, counts.countedUpTo ?? 0, head), head);
    lastCall = { logId, at: now };
    return counts.list(now);
  };
  return (...parameters: Parameters<typeof count>): Promise<Dashboard['minutes']> =>
    oneAtATime(count, ...parameters);
};

/**
 * Returns the position of the first event that was recorded at this time or later, by binary search: positions have no gaps, and their
 * times never decrease. Archived events are not searched, because they are older than any minute of the dashboard.
 */
const findFirstPosition = async (primary: Pool, since: Date, head: number): Promise<number> => {
  const { rows } = await primary.query<{ first: number }>({
    name: 'dashboard-first',
    text: `with recursive span(low, high) as (
        select log.archived_head() + 1, $2::bigint + 1
      union all
        select case when recorded_at < $1 then position + 1 else low end,
            case when recorded_at < $1 then high else position end
          from span join log.events on position = (low + high) / 2
          where low < high
      )
      select low::float8 as first from span where low = high`,
    values: [since, head],
  });
  return rows[0]?.first ?? head + 1;
};

const findMinuteAt = async (primary: Pool, position: number): Promise<number> => {
  const { rows } = await primary.query<{ at: Date }>(
    'select recorded_at as at from log.events where position = $1',
    [position],
  );
  return rows[0] ? minuteNumber(rows[0].at.getTime()) : 0;
};

const countMinutes = async (primary: Pool, after: number, upTo: number): Promise<MinuteRow[]> => {
  const { rows } = await primary.query<MinuteRow>({
    name: 'dashboard-minutes',
    text: `select floor(extract(epoch from recorded_at) / 60)::float8 as minute, count(*)::integer as events,
        count(distinct command_id)::integer as commands
      from log.events where position > $1 and position <= $2 group by 1`,
    values: [after, upTo],
  });
  return rows;
};
