import { type User, userList } from '#contract/users.ts';
import { ApiError } from '../api/api-error.ts';
import { get } from '../api/get.ts';

const timeoutMs = 5_000;
const pausesMs = [400, 1_500];

const mayHelpToAskAgain = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * The school's record of the person, null when there is none. Each try has a limit of time, and there are three.
 * @throws ApiError of the last try
 */
export const askRecord = async ({ email }: { email: string }): Promise<User | null> => {
  for (const pauseMs of [...pausesMs, null]) {
    try {
      return (await get('/userType', userList, { query: { email }, timeoutMs }))[0] ?? null;
    } catch (error) {
      if (pauseMs === null || !navigator.onLine || !mayHelpToAskAgain(error)) throw error;
      await pause(pauseMs);
    }
  }
  return null;
};
