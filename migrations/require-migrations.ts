import type { ClientBase } from 'pg';
import { pause } from '#concurrency/pause.ts';
import { listMigrations } from './migrate.ts';

/** The schema of the database is older than the code of this process. */
export class OutdatedSchemaError extends Error {
  override name = 'OutdatedSchemaError';
}

const retryDelayMs = 250;
/**
 * PostgreSQL's error codes for a missing schema and a missing function: the migrations that create `log` and
 * `log.applied_migrations` may also be missing.
 */
const missingCodes: readonly unknown[] = ['3F000', '42883'];

/**
 * Requires that all migrations of this code were applied. The database may have newer ones, because migrations keep
 * what services of the previous release need.
 * @param findDatabase returns connections in the role of a service. Called for each query, because a failover may
 * replace them.
 * @param options.timeoutMs how long the query is repeated while the database does not answer.
 * @throws {OutdatedSchemaError} if a migration is missing, and the error of the query if the database does not answer
 * in time.
 */
export const requireMigrations = async (
  findDatabase: () => Pick<ClientBase, 'query'>,
  { timeoutMs = 0 }: { timeoutMs?: number } = {},
): Promise<void> => {
  const applied = await readAppliedMigrations(findDatabase, Date.now() + timeoutMs);
  const missing = listMigrations().findLast(({ name }) => !applied.has(name));
  if (missing)
    throw new OutdatedSchemaError(
      `The database does not have the migration ${missing.name}, which this version of Lyceum needs. Run the migrations first: node migrations/run.ts.`,
    );
};

const readAppliedMigrations = async (
  findDatabase: () => Pick<ClientBase, 'query'>,
  deadline: number,
): Promise<ReadonlySet<string>> => {
  for (;;) {
    try {
      const { rows } = await findDatabase().query<{ name: string }>(
        'select log.applied_migrations() as name',
      );
      return new Set(rows.map(({ name }) => name));
    } catch (error) {
      if (missingCodes.includes((error as { code?: string }).code)) return new Set();
      if (Date.now() >= deadline) throw error;
    }
    await pause(retryDelayMs);
  }
};
