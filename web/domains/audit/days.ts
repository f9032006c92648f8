import type { AuditEntry } from '#contract/audit.ts';

const words = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});

/** Entries of one day of the reader's calendar. */
export type Day = { name: string; entries: readonly AuditEntry[] };

/** The entries by day, in their order; pure but for the reader's calendar. */
export const byDay = (entries: readonly AuditEntry[]): Day[] =>
  [...Map.groupBy(entries, ({ at }) => words.format(new Date(at)))].map(([name, of]) => ({
    name,
    entries: of,
  }));
