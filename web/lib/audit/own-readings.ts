import type { AuditEntry } from '#events/contract/audit.ts';

type Told = Pick<AuditEntry, 'type' | 'actor'>;

/**
 * The entries that a reader of the history is to be told of: all but what was recorded because they read themselves. Whoever
 * opens the history is recorded for it, and would be told of a change that is their own looking. Pure.
 * @param readerId null where nobody is known: then all of them.
 */
export const withoutOwnReadings = <E extends Told>(entries: readonly E[], readerId: string | null): E[] =>
  entries.filter(
    ({ type, actor }) => type !== 'PersonalDataRead' || actor === null || actor._id !== readerId,
  );
