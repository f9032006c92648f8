import type { AuditEntry } from '#contract/schemas/audit.ts';

/** An item in a day of the history: a single entry (`change`), or consecutive readings of personal data, newest first. */
export type TimelineItem<Entry> =
  | { kind: 'change'; entry: Entry }
  | { kind: 'readings'; entries: readonly [Entry, ...Entry[]] };

/** Puts consecutive readings together, because an Admin who opens many pages would otherwise fill the history with readings. */
export const collapseReadings = <Entry extends Pick<AuditEntry, 'type'>>(
  entries: readonly Entry[],
): TimelineItem<Entry>[] => {
  const items: TimelineItem<Entry>[] = [];
  for (const entry of entries) {
    const last = items.at(-1);
    if (entry.type !== 'PersonalDataRead') items.push({ kind: 'change', entry });
    else if (last?.kind === 'readings') last.entries = [...last.entries, entry];
    else items.push({ kind: 'readings', entries: [entry] });
  }
  return items;
};
