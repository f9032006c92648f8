import { auditInFile } from '#events/contract/audit.ts';
import { csvMark } from '#events/contract/csv.ts';
import { headers } from '#events/contract/headers.ts';
import { exchange } from '../api/exchange.ts';
import { type AuditFilter, auditQueryOf } from './filter.ts';

/**
 * The history as a CSV file.
 * @returns its content, and whether there is more than fits into one.
 * @throws ApiError
 */
export const auditFile = async (filter: AuditFilter): Promise<{ content: Blob; cut: boolean }> => {
  const given = Object.entries({ ...auditQueryOf(filter), format: 'csv', limit: String(auditInFile) });
  const query = new URLSearchParams(given.filter((pair): pair is [string, string] => pair[1] !== undefined));
  const answer = await exchange({ method: 'GET', path: `/audit?${query}`, timeoutMs: 60_000 });
  // The mark was dropped when the bytes were read as text.
  const content = new Blob([csvMark, String(answer.body)], { type: 'text/csv;charset=utf-8' });
  return { content, cut: answer.headers.get(headers.nextCursor) !== null };
};
