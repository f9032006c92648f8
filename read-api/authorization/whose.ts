import type { Kysely } from 'kysely';
import type { ReadTables } from '#platform/read-tables/tables.ts';
import { usersByEmail } from '../resources/users/query.ts';
import type { Admission, Reader } from './admit.ts';

/**
 * Whose records a call for 'self' is answered with: one's own by who one is, so that nobody reads another's that once had
 * the same e-mail; those that an Admin asks for by e-mail.
 * @returns ids of users, rarely more than one.
 */
export const ownersAsked = async (
  tables: Kysely<ReadTables>,
  asked: { reader: Reader | null; admission: Admission },
): Promise<string[]> => {
  const { reader, admission } = asked;
  if (admission.as === 'self' && reader) return [reader.userId];
  if (admission.as !== 'admin') return [];
  return (await usersByEmail(tables, admission.whose)).map(({ id }) => id);
};
