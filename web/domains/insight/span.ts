/** How far back the insight page looks, as its address names it. */
export const spans = ['12w', '6m', '12m', 'all'] as const;
export type SpanName = (typeof spans)[number];
export type Period = 'week' | 'month';
/** Days of the reader's calendar, YYYY-MM-DD; without `from` it begins with the first act. */
export type Span = { name: SpanName; by: Period; from?: string; to: string };

const isSpan = (text: string | null): text is SpanName =>
  (spans as readonly (string | null)[]).includes(text);

const dayMs = 86_400_000;
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

const beginOf = (name: SpanName, today: string): string | undefined => {
  if (name === 'all') return undefined;
  if (name === '12w') {
    const time = Date.parse(today);
    return dayOf(time - (((new Date(time).getUTCDay() + 6) % 7) + 11 * 7) * dayMs);
  }
  const [year = 0, month = 1] = today.split('-').map(Number);
  return dayOf(Date.UTC(year, month - (name === '6m' ? 6 : 12), 1));
};

/**
 * Reads a span from the address: the last twelve months unless it says otherwise, by weeks up to six months.
 * @param today of the reader's calendar.
 */
export const spanFrom = (query: URLSearchParams, today: string): Span => {
  const given = query.get('span');
  const name = isSpan(given) ? given : '12m';
  const by = query.get('by');
  const usual: Period = name === '12w' || name === '6m' ? 'week' : 'month';
  const from = beginOf(name, today);
  return { name, by: by === 'week' || by === 'month' ? by : usual, ...(from ? { from } : {}), to: today };
};
