import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { ReadTables } from '#platform/read-tables/tables.ts';
import type { PastVisit } from '#read-api/past/past.ts';
import { UsageError } from '../terminal/exit-codes.ts';

/**
 * Who `--as EMAIL` means: whoever had the e-mail at the moment. Whoever runs this holds the key of all that is in the school,
 * so no password is asked for; the browser is known by a secret of this run.
 * @throws {UsageError} where nobody had it.
 */
export const visitAs = async (
  tables: Kysely<ReadTables>,
  email: string | undefined,
): Promise<PastVisit | null> => {
  if (email === undefined) return null;
  const person = await tables
    .selectFrom('users')
    .select(['id', 'email', 'name', 'image_url'])
    .where('email', '=', email.normalize('NFC').toLowerCase())
    .orderBy('position', 'desc')
    .executeTakeFirst();
  if (!person)
    throw new UsageError(
      `--as ${email}: nobody of the school had this e-mail then, or they have been removed since.`,
    );
  const { id, image_url, ...known } = person;
  return {
    person: { ...known, userId: id, imageUrl: image_url },
    secret: randomBytes(24).toString('base64url'),
  };
};
