import { pause } from '#concurrency/pause.ts';
import { type User, userList } from '#contract/schemas/users.ts';
import { ApiError } from '../api/api-error.ts';
import { get } from '../api/get.ts';

const timeoutMs = 5_000;
const retryDelaysMs = [400, 1_500];

const isRetryable = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);

/**
 * Fetches the server's record of a user, in up to three tries. Returns null if there is none.
 * @throws ApiError of the last try
 */
export const fetchUserRecord = async ({ email }: { email: string }): Promise<User | null> => {
  for (const retryDelayMs of [...retryDelaysMs, null]) {
    try {
      return (await get('/userType', userList, { query: { email }, timeoutMs }))[0] ?? null;
    } catch (error) {
      if (retryDelayMs === null || !navigator.onLine || !isRetryable(error)) throw error;
      await pause(retryDelayMs);
    }
  }
  return null;
};
