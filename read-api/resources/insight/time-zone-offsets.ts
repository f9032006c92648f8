/** A time interval during which a time zone has one offset from UTC. `to` is exclusive. */
export type OffsetInterval = { from: Date; to: Date; offsetMinutes: number };

/** The step of the search for clock changes. Clocks hardly ever change twice in a week. */
const stepMs = 7 * 86_400_000;
/** The precision of the search. Clocks change at quarters of an hour. */
const precisionMs = 900_000;

/**
 * Returns the offsets of a time zone between two times. It uses the time zones of JavaScript, because the parameter was
 * validated with them. PostgreSQL may know other names, and reads '+05:30' with the opposite sign.
 */
export const timeZoneOffsets = (timeZone: string, from: Date, to: Date): OffsetInterval[] => {
  const offsetAt = createOffsetLookup(timeZone);
  const intervals: OffsetInterval[] = [];
  let start = Math.floor(from.getTime() / precisionMs) * precisionMs;
  const end = to.getTime();
  let offsetMinutes = offsetAt(start);
  for (let time = start; time < end; ) {
    const next = Math.min(time + stepMs, end);
    if (offsetAt(next) === offsetMinutes) {
      time = next;
      continue;
    }
    // Binary search: the change is after `low` and not after `high`.
    let [low, high] = [time, Math.ceil(next / precisionMs) * precisionMs];
    while (high - low > precisionMs) {
      const middle = low + Math.floor((high - low) / 2 / precisionMs) * precisionMs;
      if (offsetAt(middle) === offsetMinutes) low = middle;
      else high = middle;
    }
    intervals.push({ from: new Date(start), to: new Date(high), offsetMinutes });
    [start, time, offsetMinutes] = [high, high, offsetAt(high)];
  }
  if (start < end) intervals.push({ from: new Date(start), to, offsetMinutes });
  return intervals;
};

/** Returns a function that gives the offset from UTC at a time, in minutes. */
const createOffsetLookup = (timeZone: string): ((time: number) => number) => {
  const format = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, calendar: 'iso8601', numberingSystem: 'latn', hourCycle: 'h23' },
    ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' },
  });
  return (time) => {
    const parts = new Map(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
    const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
    const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'));
    return Math.round((local - Math.floor(time / 60_000) * 60_000) / 60_000);
  };
};
