import type { User } from '#contract/schemas/users.ts';
import { user } from '#contract/schemas/users.ts';
import { isTransient } from '../api/api-error.ts';
import { logFailure } from '../log-failure.ts';
import { deleteResponses, readResponse, storeResponse } from './response-store.ts';

const name = 'own record';
/** The approximate size of a user record. */
const recordBytes = 1_000;

/**
 * Fetches a user's record. If the user is a Student, stores the record; otherwise deletes what is stored for this user. If the server
 * cannot be reached or is too busy, returns the stored record, if there is one, so that a student can open pages offline. The stored record
 * grants no permissions: the server decides by its own record.
 * @param onFallback called if the stored record is returned. The caller should fetch the record again later.
 * @throws what `fetchRecord` throws, unless the stored record is returned.
 */
export const withStoredUserRecord = async (
  uid: string,
  fetchRecord: () => Promise<User | null>,
  onFallback: () => void,
): Promise<User | null> => {
  try {
    const record = await fetchRecord();
    // Nothing is stored for staff, because their responses contain other people's data.
    const update =
      record?.userType === 'Student'
        ? storeResponse({ reader: uid, name, data: record, size: recordBytes })
        : deleteResponses(uid);
    update.catch((cause: unknown) =>
      logFailure(
        'The record of a user could not be stored, or the stored responses could not be deleted.',
        cause,
      ),
    );
    return record;
  } catch (error) {
    if (!isTransient(error)) throw error;
    const { data } = user.safeParse(await readResponse(uid, name).catch(() => undefined));
    if (data === undefined) throw error;
    onFallback();
    return data;
  }
};
