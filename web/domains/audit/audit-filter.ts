import { type AuditKind, auditKinds } from '#contract/schemas/audit.ts';

/** A filter of the history, stored in the page's address. Days are in the user's time zone. */
export type AuditFilter = {
  kind: AuditKind | null;
  /** The id of a user. */
  person: string | null;
  /** The stream name of a record, for example `course-<id>`. */
  record: string | null;
  /** First and last day, YYYY-MM-DD, inclusive. */
  from: string | null;
  to: string | null;
};

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
const isKind = (text: string): text is AuditKind => Object.hasOwn(auditKinds, text);

/** Reads the filter from the query string. Invalid values are ignored. */
export const readAuditFilter = (query: URLSearchParams): AuditFilter => {
  const read = (name: string, isValid: (text: string) => boolean) => {
    const text = query.get(name) ?? '';
    return isValid(text) ? text : null;
  };
  const kind = query.get('kind') ?? '';
  return {
    kind: isKind(kind) ? kind : null,
    person: read('person', (text) => /^[0-9a-f-]{36}$/i.test(text)),
    record: read('record', (text) => /^(admins|log|[a-z]{1,20}-[0-9a-f-]{36})$/.test(text)),
    from: read('from', isDay),
    to: read('to', isDay),
  };
};

/** Returns the start of the day `offsetDays` after `day` in the user's time zone, as an ISO timestamp. */
const getStartOfDay = (day: string, offsetDays = 0): string => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + offsetDays).toISOString();
};

/** Converts the filter into the query parameters of GET /audit. */
export const toAuditQuery = (filter: AuditFilter): Record<string, string | undefined> => ({
  kind: filter.kind ?? undefined,
  person: filter.person ?? undefined,
  record: filter.record ?? undefined,
  from: filter.from === null ? undefined : getStartOfDay(filter.from),
  to: filter.to === null ? undefined : getStartOfDay(filter.to, 1),
});

export const isFilterActive = (filter: AuditFilter): boolean =>
  Object.values(filter).some((value) => value !== null);
