import { ApiError } from '../api/api-error.ts';

/**
 * What a failed try means for the act. `later`: nobody heard it, or the server asks for patience (`afterMs`, where it says
 * how long). `failed`: the server broke over it. `sign-in`: it waits for its person. `refused`: that is the answer.
 */
export type Outcome =
  | { is: 'later'; afterMs: number | null }
  | { is: 'failed' }
  | { is: 'sign-in' }
  | { is: 'refused' };

/** Answers of what stands between us and the server (a proxy, a hotel's sign-in page): the server has not heard the act. */
const isNotFromTheServer = ({ code, requestId }: ApiError) => code === 'unreadable' && requestId === null;

const passing = new Set([408, 425, 429, 502, 503, 504]);

/** @param error what a try ended with. */
export const outcomeOf = (error: unknown): Outcome => {
  if (!(error instanceof ApiError)) return { is: 'failed' };
  const { code, status } = error;
  if (code === 'offline' || code === 'timed-out' || isNotFromTheServer(error))
    return { is: 'later', afterMs: null };
  if (code === 'sign-in-ended' || code === 'another-person' || status === 401) return { is: 'sign-in' };
  if (passing.has(status)) return { is: 'later', afterMs: error.retryAfterMs };
  return status >= 500 ? { is: 'failed' } : { is: 'refused' };
};
