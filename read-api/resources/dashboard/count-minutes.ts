import type { Pool } from 'pg';
import type { Dashboard } from '#contract/dashboard.ts';
import { dashboardLimits } from '#contract/dashboard.ts';
import { MinuteBook, type MinuteRow, minuteMs, minuteOf } from './minutes.ts';

/** More events than these are not counted at once: minutes before them are unknown. A quarter of a second's work. */
const countedAtMost = 200_000;

/** The first position that was recorded at a time or after it: positions are dense, and time never runs against them. */
const firstSince = async (primary: Pool, since: Date, head: number): Promise<number> => {
  const { rows } = await primary.query<{ first: number }>({
    name: 'dashboard-first',
    text: `with recursive span(low, high) as (
        select 1::bigint, $2::bigint + 1
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

const countBetween = async (primary: Pool, after: number, upTo: number): Promise<MinuteRow[]> =>
  (
    await primary.query<MinuteRow>({
      name: 'dashboard-minutes',
      text: `select floor(extract(epoch from recorded_at) / 60)::float8 as minute, count(*)::integer as events,
          count(distinct command_id)::integer as commands
        from log.events where position > $1 and position <= $2 group by 1`,
      values: [after, upTo],
    })
  ).rows;

const minuteAt = async (primary: Pool, position: number): Promise<number> => {
  const { rows } = await primary.query<{ at: Date }>(
    'select recorded_at as at from log.events where position = $1',
    [position],
  );
  return rows[0] ? minuteOf(rows[0].at.getTime()) : 0;
};

/**
 * Counts what the log takes in by the minute; each event is counted once by this process, however often it is asked. Not
 * to be asked twice at the same time.
 * @param most events that are counted at once.
 */
export const countMinutes = (primary: Pool, most: number = countedAtMost) => {
  const book = new MinuteBook(dashboardLimits.minutes);
  let counted = { logId: '', at: 0 };
  return async (logId: string, head: number, now: number): Promise<Dashboard['minutes']> => {
    const isOther = logId !== counted.logId || book.upTo === null || book.upTo > head;
    const isLongAgo = now - counted.at > dashboardLimits.minutes * minuteMs;
    if (isOther || isLongAgo || head - (book.upTo ?? 0) > most) {
      const from = minuteOf(now) - dashboardLimits.minutes + 1;
      const first = await firstSince(primary, new Date(from * minuteMs), head);
      const isTooMuch = head - first >= most;
      const after = isTooMuch ? head - most : first - 1;
      book.begin(after, isTooMuch ? (await minuteAt(primary, after)) + 1 : from);
    }
    book.add(await countBetween(primary, book.upTo ?? 0, head), head);
    counted = { logId, at: now };
    return book.at(now);
  };
};
