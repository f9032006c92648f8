import { setTimeout as sleep } from 'node:timers/promises';
import type { Queryable } from '../../seals/seal-rows.ts';

/** The log is not empty, or another session uses its database. The message says what to do. */
class CannotImportError extends Error {
  override name = 'CannotImportError';
}

const lockTimeout = '2s';
/** A process that was just stopped may still be disconnecting. */
const disconnectTimeoutMs = 5_000;
const pollIntervalMs = 100;

const findOtherSessions = async (database: Queryable): Promise<string[]> => {
  const { rows } = await database.query<{ name: string }>(
    `select distinct coalesce(nullif(application_name, ''), 'a program without a name') as name
       from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
       order by 1`,
  );
  return rows.map(({ name }) => name);
};

/** Waits until no other session uses the database. @throws CannotImportError after 5 s. */
const waitForOtherSessions = async (database: Queryable): Promise<void> => {
  const deadline = performance.now() + disconnectTimeoutMs;
  for (;;) {
    const others = await findOtherSessions(database);
    if (others.length === 0) return;
    if (performance.now() > deadline)
      throw new CannotImportError(
        `Other programs are connected to this database: ${others.join(', ')}. Stop Lyceum and all of these programs, and import again.`,
      );
    await sleep(pollIntervalMs);
  }
};

/**
 * Locks tables of the log and of the vault exclusively for the current transaction. Requires that there are no events, segments, seals,
 * stored answers or keys. A service that is started in the meantime waits until the transaction ends.
 * @throws CannotImportError; database errors, for example if a lock is not granted within two seconds.
 */
export const lockEmptyLog = async (database: Queryable): Promise<void> => {
  await waitForOtherSessions(database);
  await database.query(`set local lock_timeout = '${lockTimeout}'`);
  await database.query(
    'lock table log.identity, log.events, log.seals, log.commands, log.pseudonym_key, vault.keys in access exclusive mode',
  );
  const { rows } = await database.query<{ empty: boolean }>(
    `select not (exists (select from log.events) or exists (select from log.segments) or exists (select from log.seals)
       or exists (select from log.commands) or exists (select from vault.keys)) as empty`,
  );
  if (!rows[0]?.empty)
    throw new CannotImportError(
      'This log is not empty, but an import needs a new one. Create one without the demo school in another data folder (DATA_DIR): npm start -- --empty',
    );
};
