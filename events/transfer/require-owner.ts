import type { Queryable } from '../seals/seal-rows.ts';

/** Only the owner of the log may do that. */
export class NotOwnerError extends Error {
  override name = 'NotOwnerError';
}

/**
 * @param what is to be done, as a sentence begins: 'A raw export'.
 * @returns as whom the session is signed in.
 * @throws NotOwnerError unless that is the owner of the log, or may act as the owner.
 */
export const requireOwner = async (database: Queryable, what: string): Promise<string> => {
  const { rows } = await database.query<{ login: string; owner: string; owns: boolean }>(
    `select session_user as login, pg_get_userbyid(relowner) as owner, pg_has_role(current_user, relowner, 'usage') as owns
       from pg_class where oid = to_regclass('log.events')`,
  );
  const [row] = rows;
  if (!row)
    throw new NotOwnerError(
      'There is no log in this database that you can reach: start Lyceum on it once, or run the migrations.',
    );
  if (!row.owns)
    throw new NotOwnerError(
      `${what} needs the owner of the log, ${row.owner}; DATABASE_URL signs in as ${row.login}.`,
    );
  return row.login;
};
