import type { Kysely } from 'kysely';
import type { Endpoint } from '#contract/endpoints/endpoint.ts';
import { isPermitted } from '#contract/policies.ts';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import type { Authorization } from '../authorization/authorize.ts';
import { findOwnerIds } from '../authorization/owner-ids.ts';
import type { Reading } from './reading.ts';

/** A reading that must be recorded before a request is answered. */
type RequiredReading = Pick<Reading, 'adminId' | 'what' | 'userId'>;

/**
 * Returns the readings that a request causes: one for the user whose data an Admin is about to see, or one with
 * `userId` null for a list of several users. Readers who are not Admins, endpoints that disclose nothing and an Admin's own data
 * cause no readings.
 * @param findSubjectId finds the user whose data is shown, for endpoints with an access other than 'self'. Returns null for
 * several users, and undefined if no personal data is shown.
 */
export const findRequiredReadings = async (
  tables: Kysely<ReadTables>,
  { disclosure }: Endpoint,
  { reader, grant }: Authorization,
  findSubjectId: () => Promise<string | null | undefined> = async () => null,
): Promise<RequiredReading[]> => {
  if (disclosure === undefined || reader === null || !isPermitted(reader.userType, 'user.readOther'))
    return [];
  const adminId = reader.userId;
  if (grant.basis === 'self') return [];
  if (grant.basis === 'admin') {
    const ownerIds = await findOwnerIds(tables, { reader, grant });
    return ownerIds.map((userId) => ({ adminId, what: disclosure, userId }));
  }
  const userId = await findSubjectId();
  return userId === undefined || userId === adminId ? [] : [{ adminId, what: disclosure, userId }];
};
