import { type AuditKind, auditKinds } from '#contract/audit.ts';

/** What a history is kept to, as its address says it. Days are of the reader's own calendar. */
export type AuditFilter = {
  kind: AuditKind | null;
  /** A person's id. */
  person: string | null;
  /** A record by the name of its stream. */
  record: string | null;
  /** YYYY-MM-DD, both included. */
  from: string | null;
  to: string | null;
};

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
const isKind = (text: string): text is AuditKind => Object.hasOwn(auditKinds, text);

/** Reads a filter from the address; what is not understood is as if it were not there. */
export const filterFrom = (query: URLSearchParams): AuditFilter => {
  const read = (name: string, fits: (text: string) => boolean) => {
    const text = query.get(name) ?? '';
    return fits(text) ? text : null;
  };
  const kind = query.get('kind') ?? '';
  return {
    kind: isKind(kind) ? kind : null,
    person: read('person', (text) => /^[0-9a-f-]{36}$/i.test(text)),
    record: read('record', (text) => /^(admins|[a-z]{1,20}-[0-9a-f-]{36})$/.test(text)),
    from: read('from', isDay),
    to: read('to', isDay),
  };
};

/** The instant at which a day of the reader's begins, so many days later. */
const midnight = (day: string, later = 0): string => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + later).toISOString();
};

/** The filter as GET /audit takes it. */
export const auditQueryOf = (filter: AuditFilter): Record<string, string | undefined> => ({
  kind: filter.kind ?? undefined,
  person: filter.person ?? undefined,
  record: filter.record ?? undefined,
  from: filter.from === null ? undefined : midnight(filter.from),
  to: filter.to === null ? undefined : midnight(filter.to, 1),
});

export const isNarrowed = (filter: AuditFilter): boolean =>
  Object.values(filter).some((value) => value !== null);
