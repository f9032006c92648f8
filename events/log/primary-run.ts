/**
 * The run of a primary: the time from the start or the promotion of a PostgreSQL server to its end. Within one run
 * nothing that was committed is lost. (A crash of one server process does not end the run. It loses only commits that did
 * not wait for the disk, so `synchronous_commit` must be on.) In another run something may be lost: after an asynchronous
 * failover, or after the restore of a backup. Therefore events and keys that were read in one run may not exist in another.
 *
 * A run is identified by the timeline, the time at which the server started, and the database. Every promotion and every point-in-time
 * recovery begins a new timeline. The start time is needed because a copy of the data folder that is started without recovery keeps its
 * timeline. A server becomes a replica only by a restart, which ends its connections. So the run of a connection to a primary never
 * changes, and one query per connection is enough.
 */
import type { ClientBase } from 'pg';

/** An SQL expression for the run; null on a replica. */
export const primaryRunSql = `case when pg_is_in_recovery() then null else concat_ws('/',
  left(pg_walfile_name(pg_current_wal_lsn()), 8), extract(epoch from pg_postmaster_start_time()),
  (select oid from pg_database where datname = current_database())) end`;

const query = { name: 'primary-run', text: `select ${primaryRunSql} as run` };

const knownRuns = new WeakMap<ClientBase, string>();

/** The connection leads to a replica. The SQLSTATE of this error (read-only transaction) makes it a temporary failure. */
class ReplicaError extends Error {
  override name = 'ReplicaError';
  readonly code = '25006';
}

/**
 * Returns the run of the primary to which a connection leads.
 * @throws ReplicaError if it leads to a replica, which may become a primary at any time; database errors.
 */
export const primaryRunOf = async (client: ClientBase): Promise<string> => {
  const known = knownRuns.get(client);
  if (known !== undefined) return known;
  const { rows } = await client.query<{ run: string | null }>(query);
  const run = rows[0]?.run ?? null;
  if (run === null) throw new ReplicaError('The database is a replica, which may lack what was committed.');
  knownRuns.set(client, run);
  return run;
};
