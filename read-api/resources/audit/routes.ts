import type { Kysely } from 'kysely';
import { type AuditEntry, type AuditQuery, auditAtOnce, auditInFile } from '#contract/audit.ts';
import { calls } from '#contract/calls.ts';
import { headers } from '#contract/headers.ts';
import { streamId, streamKind } from '#events/catalogue/stream-id.ts';
import type { LogReader } from '#events/log/log.ts';
import type { ReadTables } from '#platform/read-tables/tables.ts';
import { queryOf } from '../../query-handler/answer.ts';
import { auditFileHead, auditFileRow } from './csv.ts';
import { gather } from './gather.ts';
import { presentEntry } from './present.ts';
import { type AuditChoice, auditPositions } from './query.ts';

type History = Pick<LogReader, 'readAt' | 'readStreams' | 'positionBefore'>;

const pageSize = 50;
const farthest = Number.MAX_SAFE_INTEGER;

const choiceOf = async (query: AuditQuery, log: History): Promise<AuditChoice> => {
  const [from, to] = await Promise.all([
    query.from === undefined ? 0 : log.positionBefore(new Date(query.from)),
    query.to === undefined ? farthest : log.positionBefore(new Date(query.to)),
  ]);
  return {
    kind: query.kind,
    person: query.person,
    record: query.record,
    withoutReadingsBy: query.withoutReadingsBy,
    above: Math.max(from, query.after ?? 0),
    below: Math.min(to === farthest ? farthest : to + 1, query.cursor ?? farthest),
    limit: query.limit ?? (query.format === 'csv' ? auditInFile : pageSize),
  };
};

const entriesAt = async (
  tables: Kysely<ReadTables>,
  log: History,
  positions: readonly number[],
): Promise<AuditEntry[]> => {
  const events = await log.readAt(positions);
  const around = await gather(tables, log, events);
  return events.toReversed().map((event) => presentEntry(event, around));
};

/**
 * Whose history is asked for: the person's, or that of whoever a record belongs to (a note, an enrolment). Null where it is
 * about many: the whole, a course, an Admin's own acts, which are about others.
 */
const subjectOf = async (
  log: Pick<History, 'readStreams'>,
  { person, record }: Pick<AuditQuery, 'person' | 'record'>,
  adminId: string | null,
): Promise<string | null> => {
  if (person !== undefined) return person === adminId ? null : person;
  if (record === undefined) return null;
  if (streamKind(record) === 'user') return streamId(record) === adminId ? null : streamId(record);
  const [events = []] = await log.readStreams([{ stream: record, afterVersion: 0 }]);
  const data = events[0]?.data ?? {};
  const whose = 'userId' in data && typeof data.userId === 'string' ? data.userId : null;
  return whose === adminId ? null : whose;
};

/** GET /audit */
export const readAudit = (tables: Kysely<ReadTables>, log: History) =>
  queryOf(calls.readAudit, {
    models: ['audit', 'users', 'courses', 'reviews', 'bookmarks', 'enrolments'],
    subject: ({ query, reader }) => subjectOf(log, query, reader?.userId ?? null),
    answer: async ({ query }) => {
      const choice = await choiceOf(query, log);
      const found = await auditPositions(tables, { ...choice, limit: choice.limit + 1 });
      const page = found.slice(0, choice.limit);
      const last = page.at(-1);
      const next: Record<string, string> =
        found.length > choice.limit && last !== undefined ? { [headers.nextCursor]: String(last) } : {};
      if (query.format === 'json') return { body: await entriesAt(tables, log, page), headers: next };
      // A file is made page by page: what its entries are told with is let go of in between.
      const rows = [auditFileHead];
      for (let start = 0; start < page.length; start += auditAtOnce)
        rows.push(
          ...(await entriesAt(tables, log, page.slice(start, start + auditAtOnce))).map(auditFileRow),
        );
      return {
        text: { type: 'text/csv; charset=utf-8', content: rows.join('') },
        headers: { ...next, 'content-disposition': 'attachment; filename="lyceum-history.csv"' },
      };
    },
  });
