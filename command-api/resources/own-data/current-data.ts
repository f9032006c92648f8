import { userStream } from '#events/catalogue/streams/user.ts';
import type { LogReader } from '#events/log/log.ts';
import { type OwnState, readOwnState } from '../../read-table-lookups/own-state.ts';
import type { ReadDatabase } from '../../read-table-lookups/read-database.ts';

/**
 * The current data of a user: their account, and state outside the log. The property names are those of `you.json`, a file of
 * the data copy.
 */
export type CurrentData = OwnState & {
  id: string;
  name: string | null;
  email: string | null;
  imageUrl: string | null;
  userType: string;
  wishedType: string | null;
  /** ISO 8601, UTC. */
  registeredAt: string;
};

/** Reads the current data of a user. @returns null if the user is not registered, or was removed. */
export const readCurrentData = async (
  database: ReadDatabase,
  log: Pick<LogReader, 'readStream'>,
  userId: string,
): Promise<CurrentData | null> => {
  const [account, state] = await Promise.all([readAccount(log, userId), readOwnState(database, userId)]);
  return account && { ...account, ...state };
};

/** Reads the account as it is after all events of the user's stream. @returns null if the user is not registered, or was removed. */
const readAccount = async (log: Pick<LogReader, 'readStream'>, userId: string) => {
  let account: Omit<CurrentData, keyof OwnState> | null = null;
  for (const event of await log.readStream(userStream(userId))) {
    if (event.type === 'UserRegistered') {
      const { identity: _, ...fields } = event.data;
      account = { id: userId, ...fields, registeredAt: event.recordedAt.toISOString() };
    }
    if (account === null) continue;
    if (event.type === 'UserProfileEdited') account = { ...account, ...event.data };
    if (event.type === 'UserEmailChanged') account = { ...account, email: event.data.email };
    if (event.type === 'UserRoleChanged') account = { ...account, userType: event.data.to, wishedType: null };
    if (event.type === 'UserWishDeclined') account = { ...account, wishedType: null };
    if (event.type === 'UserRemoved') account = null;
  }
  return account;
};
