import type { Kysely } from 'kysely';
import type { Call } from '#contract/calls/call.ts';
import { may } from '#contract/policies.ts';
import type { ReadTables } from '#platform/read-tables/tables.ts';
import type { Admission, Reader } from '../authorization/admit.ts';
import { ownersAsked } from '../authorization/whose.ts';
import type { Reading } from './record.ts';

/** What is to be recorded of a request before it is answered. */
export type Disclosed = Pick<Reading, 'adminId' | 'what' | 'userId'>;

/**
 * What an Admin is about to be shown of others by a call: each person's own, or of many at once (`userId` null). Nothing for
 * everybody who is no Admin, for calls that show nothing of others, and for an Admin's own.
 * @param subject whose it is, where the call's query knows (a record that is asked for by its own id).
 */
export const disclosedBy = async (
  tables: Kysely<ReadTables>,
  { discloses: what }: Call,
  { reader, admission }: { reader: Reader | null; admission: Admission },
  subject: () => Promise<string | null | undefined> = async () => null,
): Promise<Disclosed[]> => {
  if (what === undefined || reader === null || !may(reader.userType, 'user.readOther')) return [];
  const adminId = reader.userId;
  if (admission.as === 'self') return [];
  if (admission.as === 'admin') {
    const owners = await ownersAsked(tables, { reader, admission });
    return owners.map((userId) => ({ adminId, what, userId }));
  }
  const userId = await subject();
  return userId === undefined || userId === adminId ? [] : [{ adminId, what, userId }];
};
