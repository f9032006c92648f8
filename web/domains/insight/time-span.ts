/** The time spans of the insight page, as named in its address. */
const timeSpanNames = ['12w', '6m', '12m', 'all'] as const;
export type TimeSpanName = (typeof timeSpanNames)[number];
/** The length of the periods into which a span is divided. */
export type PeriodLength = 'week' | 'month';
/** The first and last day are YYYY-MM-DD in the user's time zone. Without `from` the span starts with the first activity. */
export type TimeSpan = { name: TimeSpanName; by: PeriodLength; from?: string; to: string };

const isTimeSpanName = (text: string | null): text is TimeSpanName =>
  (timeSpanNames as readonly (string | null)[]).includes(text);

const dayMs = 86_400_000;
const formatDay = (time: number) => new Date(time).toISOString().slice(0, 10);

/** Returns the first day of a span: a Monday for 12w, the first of a month for 6m and 12m, undefined for all. */
const getFirstDay = (name: TimeSpanName, today: string): string | undefined => {
  if (name === 'all') return undefined;
  if (name === '12w') {
    const time = Date.parse(today);
    const daysSinceMonday = (new Date(time).getUTCDay() + 6) % 7;
    // The current week is the twelfth.
    return formatDay(time - (daysSinceMonday + 11 * 7) * dayMs);
  }
  // `month` starts at 1, but Date.UTC counts months from 0. So the current month is the last of the 6 or 12 months.
  const [year = 0, month = 1] = today.split('-').map(Number);
  return formatDay(Date.UTC(year, month - (name === '6m' ? 6 : 12), 1));
};

/**
 * Reads the time span from the address. The default is twelve months. By default, spans of up to six months are divided into weeks.
 * @param today YYYY-MM-DD in the user's time zone.
 */
export const readTimeSpan = (query: URLSearchParams, today: string): TimeSpan => {
  const span = query.get('span');
  const name = isTimeSpanName(span) ? span : '12m';
  const by = query.get('by');
  const defaultLength: PeriodLength = name === '12w' || name === '6m' ? 'week' : 'month';
  const from = getFirstDay(name, today);
  return {
    name,
    by: by === 'week' || by === 'month' ? by : defaultLength,
    ...(from ? { from } : {}),
    to: today,
  };
};
