import type { Queryable } from '../seals/seal-rows.ts';

/** The operation needs a log, and a login that may act as its owner. */
class NotOwnerError extends Error {
  override name = 'NotOwnerError';
}

/**
 * Returns the login of the session if it may act as the owner of the log.
 * @param operation the beginning of the error message, such as 'A raw export'.
 * @throws NotOwnerError if the login may not act as the owner, or if the database has no log.
 */
export const requireOwnerLogin = async (database: Queryable, operation: string): Promise<string> => {
  const { rows } = await database.query<{ login: string; owner: string; owns: boolean }>(
    `select session_user as login, pg_get_userbyid(relowner) as owner, pg_has_role(current_user, relowner, 'usage') as owns
       from pg_class where oid = to_regclass('log.events')`,
  );
  const [row] = rows;
  if (!row)
    throw new NotOwnerError(
      'This database has no log that you can access. Start Lyceum with this database once, or run the migrations.',
    );
  if (!row.owns)
    throw new NotOwnerError(
      `${operation} needs the owner of the log, ${row.owner}; DATABASE_URL signs in as ${row.login}.`,
    );
  return row.login;
};
