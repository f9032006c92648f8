const dayMs = 86_400_000;

/** A day (YYYY-MM-DD) so many days later. */
export const daysLater = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

/** The day on which the week (from Monday) or the month of a day begins. */
export const beginOf = (day: string, by: 'week' | 'month'): string =>
  by === 'month'
    ? `${day.slice(0, 7)}-01`
    : daysLater(day, -((new Date(Date.parse(day)).getUTCDay() + 6) % 7));

/** The day on which the next period begins. @param begins one that begins one. */
export const nextBegin = (begins: string, by: 'week' | 'month'): string =>
  by === 'week' ? daysLater(begins, 7) : beginOf(daysLater(begins, 31), 'month');

/** The days on which the periods begin that a span touches, its last day included. */
export const periodsOf = (from: string, to: string, by: 'week' | 'month'): string[] => {
  const begins: string[] = [];
  for (let day = beginOf(from, by); day <= to; day = nextBegin(day, by)) begins.push(day);
  return begins;
};
