import { exchange, unreadable } from './exchange.ts';

/** A file may be large, and is made while it comes. */
const patienceMs = 10 * 60_000;

/** Asks for a file. Nothing is handed on unless all of it has come. @throws ApiError */
export const download = async (method: 'GET' | 'POST', path: string, body?: unknown): Promise<Blob> => {
  const answer = await exchange({
    method,
    path,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    timeoutMs: patienceMs,
    file: true,
  });
  if (!(answer.body instanceof Blob)) throw unreadable(answer.headers);
  return answer.body;
};
