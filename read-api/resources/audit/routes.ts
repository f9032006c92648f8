import type { Kysely } from 'kysely';
import { endpoints } from '#contract/endpoints.ts';
import { type AuditEntry, type AuditQuery, auditFileLimit, auditPageLimit } from '#contract/schemas/audit.ts';
import { streamId, streamKind } from '#events/catalogue/stream-id.ts';
import type { LogReader } from '#events/log/log.ts';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import { cutPage } from '../../query-handler/cursor.ts';
import { defineQuery } from '../../query-handler/query-definition.ts';
import { csvEntry, csvHeader } from './csv.ts';
import { type HistoryLog, loadEventContext } from './load-context.ts';
import { presentEntry } from './present.ts';
import { type AuditFilter, findAuditPositions } from './query.ts';

type AuditLog = HistoryLog & Pick<LogReader, 'positionBefore'>;

const defaultPageSize = 50;

const toFilter = async (query: AuditQuery, log: AuditLog): Promise<AuditFilter> => {
  const { kind, person, record, withoutReadingsBy } = query;
  const [from, to, recordEvents] = await Promise.all([
    query.from === undefined ? 0 : log.positionBefore(new Date(query.from)),
    query.to === undefined ? Number.MAX_SAFE_INTEGER - 1 : log.positionBefore(new Date(query.to)),
    record === undefined ? undefined : log.readStreams([{ stream: record, afterVersion: 0 }]),
  ]);
  return {
    ...{ kind, person, withoutReadingsBy },
    ofRecord: recordEvents?.flat().map(({ position }) => position),
    above: Math.max(from, query.after ?? 0),
    below: Math.min(to + 1, query.cursor ?? Number.MAX_SAFE_INTEGER),
    limit: query.limit ?? (query.format === 'csv' ? auditFileLimit : defaultPageSize),
  };
};

const loadEntries = async (
  tables: Kysely<ReadTables>,
  log: AuditLog,
  positions: readonly number[],
): Promise<AuditEntry[]> => {
  const events = await log.readAt(positions);
  const context = await loadEventContext(tables, log, events);
  return events.toReversed().map((event) => presentEntry(event, context));
};

/** Builds the file in batches, so that the context of one batch is released before the next is loaded. */
const buildCsv = async (
  tables: Kysely<ReadTables>,
  log: AuditLog,
  positions: readonly number[],
): Promise<string> => {
  const rows = [csvHeader];
  for (let start = 0; start < positions.length; start += auditPageLimit)
    rows.push(
      ...(await loadEntries(tables, log, positions.slice(start, start + auditPageLimit))).map(csvEntry),
    );
  return rows.join('');
};

/**
 * Returns the user whose history is requested: the person of the query, or the owner of a record (a note, an
 * enrolment). Returns null if the history is about several users or about the Admin who reads it.
 */
const findSubjectId = async (
  log: AuditLog,
  { person, record }: AuditQuery,
  adminId: string | null,
): Promise<string | null> => {
  const findOwnerId = async (): Promise<string | null> => {
    if (person !== undefined) return person;
    if (record === undefined) return null;
    if (streamKind(record) === 'user') return streamId(record);
    const [events = []] = await log.readStreams([{ stream: record, afterVersion: 0 }]);
    const data = events[0]?.data ?? {};
    return 'userId' in data && typeof data.userId === 'string' ? data.userId : null;
  };
  const ownerId = await findOwnerId();
  return ownerId === adminId ? null : ownerId;
};

/** GET /audit */
export const readAudit = (tables: Kysely<ReadTables>, log: AuditLog) =>
  defineQuery(endpoints.readAudit, {
    models: ['audit', 'users', 'courses', 'reviews', 'bookmarks', 'enrolments'],
    subjectId: ({ query, reader }) => findSubjectId(log, query, reader?.userId ?? null),
    answer: async ({ query }) => {
      const filter = await toFilter(query, log);
      const found = await findAuditPositions(tables, { ...filter, limit: filter.limit + 1 });
      const { rows: positions, headers } = cutPage(found, filter.limit, String);
      if (query.format === 'json') return { body: await loadEntries(tables, log, positions), headers };
      return {
        text: { type: 'text/csv; charset=utf-8', content: await buildCsv(tables, log, positions) },
        headers: { ...headers, 'content-disposition': 'attachment; filename="lyceum-history.csv"' },
      };
    },
  });
