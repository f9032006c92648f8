/**
 * Applies the numbered, forward-only migrations in `sql/`: in order, once, each in a transaction of its own. Several processes
 * may start at the same time: an advisory lock lets one of them migrate. The others wait, and then have nothing to do. A migration
 * that was changed after it had been applied is rejected, so that all databases have the same history.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';
import { backoffMs } from '#concurrency/backoff-ms.ts';
import { pause } from '#concurrency/pause.ts';

type Migration = { name: string; sql: string; digest: string };

const folder = join(import.meta.dirname, 'sql');
/** Identifies the advisory lock. */
const lockId = 4_115_201;
/**
 * How long a statement of a migration may wait for a lock. Later queries on the table, even those that only read, may have to wait behind
 * it, so the wait must be short. It is longer than `deadlock_timeout` (1 s), after which PostgreSQL cancels an autovacuum that holds the lock.
 */
const lockTimeout = '1500ms';
/** Between two attempts, the queries that waited behind the migration are executed. */
const lockBackoff = { firstMs: 1_000, maxMs: 10_000 } as const;
const defaultWaitForLocksMs = 300_000;
/** PostgreSQL's codes for lock_not_available and deadlock_detected. */
const lockErrorCodes = ['55P03', '40P01'];
const lockAdvice =
  'Another connection, for example that of a dump or of a long query, holds a lock on a table that the migration changes. Wait until it has ended, or end it with pg_terminate_backend, and run the migrations again. This query lists the oldest transactions: select pid, application_name, xact_start, query from pg_stat_activity order by xact_start limit 5.';

/** Returns the migrations in the order of their numbers. */
export const listMigrations = (): Migration[] =>
  readdirSync(folder)
    .filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name))
    .sort()
    .map((name) => {
      const sql = readFileSync(join(folder, name), 'utf8');
      return { name, sql, digest: createHash('sha256').update(sql).digest('hex') };
    });

/** Returns a digest of all migrations. A template database stays valid as long as the digest is the same. */
export const computeMigrationsDigest = (): string =>
  createHash('sha256')
    .update(
      listMigrations()
        .map((migration) => migration.digest)
        .join(),
    )
    .digest('hex')
    .slice(0, 16);

/**
 * SQL that makes the session act as the owner of the log, if there is a log, until the end of the transaction. What a migration creates
 * then belongs to this owner unless the migration names another, even if a superuser runs it (see migration 0211).
 */
export const actAsOwnerSql = `select set_config('role', pg_get_userbyid(nspowner), true) from pg_namespace where nspname = 'log'`;

/**
 * Requires the encoding UTF8. An index of `read.courses` normalizes Unicode, which PostgreSQL can do only in UTF8. Without this
 * check, the error would appear only when the first course is added.
 */
const requireUtf8 = async (client: Client) => {
  const { rows } = await client.query<{ encoding: string }>(
    "select current_setting('server_encoding') as encoding",
  );
  const encoding = rows[0]?.encoding;
  if (encoding !== 'UTF8')
    throw new Error(
      `The database has the encoding ${encoding}, and Lyceum needs UTF8. Create the database again: create database … template template0 encoding 'UTF8'.`,
    );
};

/** Runs a migration in a transaction. */
const applyMigration = async (client: Client, { name, sql, digest }: Migration): Promise<void> => {
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = '${lockTimeout}'`);
    await client.query(actAsOwnerSql);
    await client.query(sql);
    await client.query('insert into public.migrations (name, digest) values ($1, $2)', [name, digest]);
    await client.query('commit');
  } catch (error) {
    // If the connection is lost, this fails too. The error of the migration says more.
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
};

type MigrateOptions = {
  /** How long each migration is retried while other connections hold locks; by default five minutes. */
  waitForLocksMs?: number;
  /** Called before a migration is retried, with its name and the message of PostgreSQL. */
  onRetry?: (migration: string, message: string) => void;
};

/** Runs a migration, and retries it while other connections hold the locks that it needs. */
const applyWhenUnlocked = async (
  client: Client,
  migration: Migration,
  { waitForLocksMs, onRetry }: Required<MigrateOptions>,
): Promise<void> => {
  // Counted from the first failure, so that a migration that runs for a long time before it waits for a lock is also retried.
  let deadline: number | undefined;
  for (let attempt = 0; ; attempt += 1) {
    try {
      await applyMigration(client, migration);
      return;
    } catch (error) {
      const { message, code = '' } = error as Error & { code?: string };
      const isLocked = lockErrorCodes.includes(code);
      deadline ??= performance.now() + waitForLocksMs;
      if (!isLocked || performance.now() >= deadline)
        throw new Error(
          `The migration ${migration.name} failed: ${message}${isLocked ? `. ${lockAdvice}` : ''}`,
          { cause: error },
        );
      onRetry(migration.name, message);
    }
    await pause(backoffMs(attempt, lockBackoff));
  }
};

/**
 * Applies the missing migrations.
 * @param client a connection as the owner of the database.
 * @returns the names of the applied migrations.
 * @throws if the encoding of the database is not UTF8, if another process migrates for more than ten minutes, if an
 * applied migration was changed, or if a migration fails. The failed migration is rolled back; earlier ones stay applied.
 */
export const migrate = async (
  client: Client,
  { waitForLocksMs = defaultWaitForLocksMs, onRetry = () => {} }: MigrateOptions = {},
): Promise<string[]> => {
  await requireUtf8(client);
  await client.query("set lock_timeout = '10min'");
  await client.query('select pg_advisory_lock($1)', [lockId]);
  try {
    await client.query(
      'create table if not exists public.migrations (name text primary key, digest text not null, applied_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string; digest: string }>(
      'select name, digest from public.migrations',
    );
    const appliedDigests = new Map(rows.map((row) => [row.name, row.digest]));
    const applied: string[] = [];
    for (const migration of listMigrations()) {
      const digest = appliedDigests.get(migration.name);
      if (digest === migration.digest) continue;
      if (digest !== undefined)
        throw new Error(
          `The migration ${migration.name} was changed after it had been applied: another version of Lyceum created this database. Use that version, or another database (npm start: another DATA_DIR).`,
        );
      await applyWhenUnlocked(client, migration, { waitForLocksMs, onRetry });
      applied.push(migration.name);
    }
    return applied;
  } finally {
    // A lost connection no longer holds the lock, and must not hide the error of a migration.
    await client
      .query('select pg_advisory_unlock($1)', [lockId])
      .then(() => client.query('reset lock_timeout'))
      .catch(() => undefined);
  }
};
