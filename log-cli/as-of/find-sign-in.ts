import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import type { AsOfSignIn } from '#read-api/as-of/as-of-view.ts';
import { UsageError } from '../terminal/exit-codes.ts';

/**
 * Finds the user of `--as EMAIL` by the e-mail that they had at the moment of the view. No password is needed, because
 * only the holder of the master key can run the command. A random secret, which is part of the printed address, identifies the browser.
 * @returns null without an e-mail.
 * @throws {UsageError} if no user had the e-mail, or if the user has been removed since.
 */
export const findSignIn = async (
  tables: Kysely<ReadTables>,
  email: string | undefined,
): Promise<AsOfSignIn | null> => {
  if (email === undefined) return null;
  const user = await tables
    .selectFrom('users')
    .select(['id', 'email', 'name', 'image_url'])
    .where('email', '=', email.normalize('NFC').toLowerCase())
    .orderBy('registered_position')
    .executeTakeFirst();
  if (!user)
    throw new UsageError(
      `--as ${email}: no user had this e-mail at that moment, or the user has been removed since.`,
    );
  return {
    user: { userId: user.id, email: user.email, name: user.name, imageUrl: user.image_url },
    secret: randomBytes(24).toString('base64url'),
  };
};
