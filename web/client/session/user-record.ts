import { pause } from '#concurrency/pause.ts';
import { insertAnswer } from '#contract/schemas/command-results.ts';
import { type User, userList } from '#contract/schemas/users.ts';
import { ApiError } from '../api/api-error.ts';
import { get } from '../api/get.ts';
import { sendCommand } from '../api/send-command.ts';
import type { Person } from '../identity/identity-provider.ts';
import { logFailure } from '../log-failure.ts';
import { forgetChosenRole, readChosenRole } from './chosen-role.ts';

const timeoutMs = 5_000;
const retryDelaysMs = [400, 1_500];

const isRetryable = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);

const requestUserRecord = async (email: string): Promise<User | null> =>
  (await get('/userType', userList, { query: { email }, timeoutMs }))[0] ?? null;

/**
 * Updates the e-mail address in the user's record if it has changed at the provider. To do so, it sends the registration again: before
 * any command, the server takes a changed address from the token. The registration itself changes nothing for a registered user.
 * @returns the updated record; the given one if the address is the same or the update failed.
 */
const updateEmailIfChanged = async (email: string, record: User): Promise<User | null> => {
  if (record.email === email.normalize('NFC').toLowerCase()) return record;
  const { name, imageUrl, userType } = record;
  try {
    await sendCommand('POST', '/users', insertAnswer, {
      body: { name, imageUrl, email, userType },
      timeoutMs,
    });
    return await requestUserRecord(email);
  } catch (cause) {
    logFailure('The e-mail address of the account could not be updated.', cause);
    return record;
  }
};

/**
 * Registers a person who filled in the registration in this browser and has verified the e-mail address since.
 * @returns the new record, or null if this browser does not store the chosen role, if the address is not verified, if the provider
 * lacks the name or the picture, or if a request failed. The page for incomplete registrations then shows what to do.
 */
const finishRegistration = async (person: Person & { email: string }): Promise<User | null> => {
  const userType = readChosenRole(person.uid);
  const { email, displayName, photoURL } = person;
  if (userType === null || !person.isEmailVerified || !displayName || !photoURL) return null;
  try {
    const body = { name: displayName, imageUrl: photoURL, email, userType };
    await sendCommand('POST', '/users', insertAnswer, { body, timeoutMs });
    forgetChosenRole(person.uid);
    return await requestUserRecord(email);
  } catch (cause) {
    logFailure('The registration could not be completed.', cause);
    return null;
  }
};

/**
 * Fetches the server's record of a user, in up to three attempts. If there is none, it completes a registration that waited for
 * the verification of the e-mail address. If the address has changed at the provider, it updates the record.
 * @returns null if there is no record.
 * @throws ApiError of the last attempt
 */
export const fetchUserRecord = async (person: Person & { email: string }): Promise<User | null> => {
  const { email } = person;
  for (const retryDelayMs of [...retryDelaysMs, null]) {
    try {
      const record = await requestUserRecord(email);
      return record === null ? await finishRegistration(person) : await updateEmailIfChanged(email, record);
    } catch (error) {
      if (retryDelayMs === null || !navigator.onLine || !isRetryable(error)) throw error;
      await pause(retryDelayMs);
    }
  }
  return null;
};
export type FetchUserRecord = typeof fetchUserRecord;
