import { csvMark } from '#contract/csv.ts';
import { exchange } from './exchange.ts';

/**
 * Reads a CSV file as the signed-in person.
 * @returns its content, and the headers of the answer.
 * @throws ApiError
 */
export const getFile = async (path: string): Promise<{ content: Blob; headers: Headers }> => {
  const { body, headers } = await exchange({ method: 'GET', path, timeoutMs: 60_000 });
  // The mark was dropped when the bytes were read as text.
  return { content: new Blob([csvMark, String(body)], { type: 'text/csv;charset=utf-8' }), headers };
};
