import { byteOrderMark } from '#contract/csv.ts';
import { type Query, withQuery } from './get.ts';
import { createUnreadableResponseError, request } from './request.ts';

const fileTimeoutMs = 10 * 60_000;
const csvTimeoutMs = 60_000;

/** Downloads a file that may be large and that the server generates while it sends it. @throws ApiError, for example if the file is incomplete. */
export const downloadFile = async (method: 'GET' | 'POST', path: string, body?: unknown): Promise<Blob> => {
  const response = await request({
    method,
    path,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    timeoutMs: fileTimeoutMs,
    asBlob: true,
  });
  if (!(response.body instanceof Blob)) throw createUnreadableResponseError(response.headers);
  return response.body;
};

/** Downloads the CSV form of a list. @returns its content and the headers of the answer. @throws ApiError */
export const downloadCsv = async (
  path: string,
  query: Query,
): Promise<{ content: Blob; headers: Headers }> => {
  const { body, headers } = await request({
    method: 'GET',
    path: withQuery(path, { ...query, format: 'csv' }),
    timeoutMs: csvTimeoutMs,
  });
  // Restores the byte order mark, which is lost when a body is read as text.
  return { content: new Blob([byteOrderMark, String(body)], { type: 'text/csv;charset=utf-8' }), headers };
};
