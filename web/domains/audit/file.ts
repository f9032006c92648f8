import { auditInFile } from '#contract/audit.ts';
import { headers } from '#contract/headers.ts';
import { getFile } from '../../client/api/get-file.ts';
import { type AuditFilter, auditQueryOf } from './filter.ts';

/**
 * The history as a CSV file.
 * @returns its content, and whether there is more than fits into one.
 * @throws ApiError
 */
export const auditFile = async (filter: AuditFilter): Promise<{ content: Blob; cut: boolean }> => {
  const given = Object.entries({ ...auditQueryOf(filter), format: 'csv', limit: String(auditInFile) });
  const query = new URLSearchParams(given.filter((pair): pair is [string, string] => pair[1] !== undefined));
  const answer = await getFile(`/audit?${query}`);
  return { content: answer.content, cut: answer.headers.get(headers.nextCursor) !== null };
};
