import { setTimeout as wait } from 'node:timers/promises';
import type { Queryable } from '../../seals/seal-rows.ts';

/** The log holds something, or somebody works on it; the message says what to do. */
export class LogInUseError extends Error {
  override name = 'LogInUseError';
}

/** Who holds a table works on this log, and is not waited for. */
const lockPatience = '2s';
/** Whoever was just stopped may still be on the way out. */
const patience = 5_000;
const askEvery = 100;

const othersOn = async (database: Queryable): Promise<string[]> => {
  const { rows } = await database.query<{ name: string }>(
    `select distinct coalesce(nullif(application_name, ''), 'a program without a name') as name
       from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
       order by 1`,
  );
  return rows.map(({ name }) => name);
};

const requireAlone = async (database: Queryable): Promise<void> => {
  const end = performance.now() + patience;
  for (;;) {
    const others = await othersOn(database);
    if (others.length === 0) return;
    if (performance.now() > end)
      throw new LogInUseError(
        `Others are connected to this database: ${others.join(', ')}. Stop Lyceum, and whatever else works on it, and import again.`,
      );
    await wait(askEvery);
  }
};

/**
 * Takes the tables of the log for this transaction alone, so that a service which starts meanwhile finds nothing until it is
 * over, and makes sure that they are empty.
 * @throws LogInUseError
 */
export const lockEmptyLog = async (database: Queryable): Promise<void> => {
  await requireAlone(database);
  await database.query(`set local lock_timeout = '${lockPatience}'`);
  await database.query(
    'lock table log.identity, log.events, log.seals, log.commands, log.pseudonym_key, vault.keys in access exclusive mode',
  );
  const { rows } = await database.query<{ empty: boolean }>(
    `select not (exists (select from log.events) or exists (select from log.seals)
       or exists (select from log.commands) or exists (select from vault.keys)) as empty`,
  );
  if (!rows[0]?.empty)
    throw new LogInUseError(
      'This log is not empty: an import wants a new one. npm start -- --empty makes one in another data folder (DATA_DIR), without the demo school.',
    );
};
