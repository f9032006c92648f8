/**
 * Runs the numbered, forward-only migrations in `sql/`, each in a transaction of its own, in order, once. Several
 * processes may start at once: an advisory lock lets one work and the others find it done. A migration that has
 * been applied and was changed afterwards is refused, so that every database of the world has the same history.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';

export type Migration = { name: string; sql: string; digest: string };

const folder = join(import.meta.dirname, 'sql');
const lock = 4_115_201;

/** The migrations in the order of their numbers. */
export const listMigrations = (): Migration[] =>
  readdirSync(folder)
    .filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name))
    .sort()
    .map((name) => {
      const sql = readFileSync(join(folder, name), 'utf8');
      return { name, sql, digest: createHash('sha256').update(sql).digest('hex') };
    });

/** One digest of all migrations: a template database made with it can be used as long as it stays the same. */
export const migrationsDigest = (): string =>
  createHash('sha256')
    .update(
      listMigrations()
        .map((migration) => migration.digest)
        .join(),
    )
    .digest('hex')
    .slice(0, 16);

/**
 * @param client a connection as the owner of the database.
 * @returns the names of the migrations that were applied now.
 * @throws when another process migrates for longer than two minutes, when an applied migration was changed, or one fails (it is rolled back, earlier ones stay).
 */
export const migrate = async (client: Client): Promise<string[]> => {
  await client.query("set lock_timeout = '120s'");
  await client.query('select pg_advisory_lock($1)', [lock]);
  try {
    await client.query(
      'create table if not exists public.migrations (name text primary key, digest text not null, applied_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string; digest: string }>(
      'select name, digest from public.migrations',
    );
    const applied = new Map(rows.map((row) => [row.name, row.digest]));
    const now: string[] = [];
    for (const migration of listMigrations()) {
      const digest = applied.get(migration.name);
      if (digest === migration.digest) continue;
      if (digest !== undefined)
        throw new Error(
          `The migration ${migration.name} was changed after it had been applied: another version of Lyceum made this database. Use that version, or another database (npm start: another DATA_DIR).`,
        );
      await client.query('begin');
      try {
        await client.query(migration.sql);
        await client.query('insert into public.migrations (name, digest) values ($1, $2)', [
          migration.name,
          migration.digest,
        ]);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw new Error(`The migration ${migration.name} failed: ${(error as Error).message}`, {
          cause: error,
        });
      }
      now.push(migration.name);
    }
    return now;
  } finally {
    await client.query('select pg_advisory_unlock($1)', [lock]);
    await client.query('reset lock_timeout');
  }
};
