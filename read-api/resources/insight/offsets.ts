/** A stretch of time in which a time zone's clocks are so many minutes before UTC. `to` is not in it any more. */
export type Offset = { from: Date; to: Date; minutes: number };

const dayMs = 86_400_000;
/** Clocks are changed at quarters of an hour, and hardly twice in a week. */
const [step, smallest] = [7 * dayMs, 900_000];

/** How many minutes before UTC the clocks of a time zone are at a time. */
const minutesIn = (timeZone: string): ((time: number) => number) => {
  const format = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, calendar: 'iso8601', numberingSystem: 'latn', hourCycle: 'h23' },
    ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' },
  });
  return (time) => {
    const of = new Map(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
    const read = (type: Intl.DateTimeFormatPartTypes) => of.get(type) ?? 0;
    const local = Date.UTC(read('year'), read('month') - 1, read('day'), read('hour'), read('minute'));
    return Math.round((local - Math.floor(time / 60_000) * 60_000) / 60_000);
  };
};

/**
 * Where the clocks of a time zone stood from one time to another, stretch by stretch. JavaScript's own calendar knows the
 * names that are accepted; a database may know others, and reads '+05:30' the other way round.
 */
export const offsetsOf = (timeZone: string, from: Date, to: Date): Offset[] => {
  const minutesAt = minutesIn(timeZone);
  const offsets: Offset[] = [];
  let begin = Math.floor(from.getTime() / smallest) * smallest;
  const end = to.getTime();
  let minutes = minutesAt(begin);
  for (let time = begin; time < end; ) {
    const next = Math.min(time + step, end);
    if (minutesAt(next) === minutes) {
      time = next;
      continue;
    }
    // The change lies after `low` and not after `high`.
    let [low, high] = [time, Math.ceil(next / smallest) * smallest];
    while (high - low > smallest) {
      const middle = low + Math.floor((high - low) / 2 / smallest) * smallest;
      if (minutesAt(middle) === minutes) low = middle;
      else high = middle;
    }
    offsets.push({ from: new Date(begin), to: new Date(high), minutes });
    [begin, time, minutes] = [high, high, minutesAt(high)];
  }
  if (begin < end) offsets.push({ from: new Date(begin), to, minutes });
  return offsets;
};
