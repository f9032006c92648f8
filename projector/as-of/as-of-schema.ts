import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import { lockClasses } from '../advisory-locks.ts';
import type { AsOfSchema } from '../connection/writer.ts';

type Db = Kysely<ReadTables>;

/** The tables that all read models share. In an as-of schema `ignored_events` is empty, because nobody waits until such a schema is current. */
export const sharedTables = ['checkpoints', 'parked', 'ignored_events'] as const;

/** Returns a random name that no other schema has. */
export const newAsOfSchemaName = (): AsOfSchema => `lyceum_past_${randomBytes(8).toString('hex')}`;

/**
 * Tries to take the advisory lock that a connection holds while it builds or serves a schema.
 * @returns whether the lock was free, which means that no other process uses the schema.
 */
const tryLock = async (db: Db, schema: AsOfSchema): Promise<boolean> => {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_lock(${lockClasses.asOfSchema}::int, hashtext(${schema})) as locked`.execute(db);
  return rows[0]?.locked === true;
};

const unlock = (db: Db, schema: AsOfSchema) =>
  sql`select pg_advisory_unlock(${lockClasses.asOfSchema}::int, hashtext(${schema}))`.execute(db);

/** Drops the schema. Does not release its lock. */
export const dropAsOfSchema = async (db: Db, schema: AsOfSchema): Promise<void> => {
  await sql`select log.drop_past(${schema})`.execute(db);
};

/** Drops all as-of schemas that killed processes have left behind. @returns the number of dropped schemas. */
export const dropOrphanedAsOfSchemas = async (db: Db): Promise<number> => {
  let dropped = 0;
  const { rows } = await sql<{ schema: AsOfSchema }>`
    select nspname as schema from pg_namespace where nspname ~ '^lyceum_past_[0-9a-f]{16}$'`.execute(db);
  for (const { schema } of rows)
    if (await tryLock(db, schema))
      try {
        await dropAsOfSchema(db, schema);
        dropped += 1;
      } finally {
        await unlock(db, schema);
      }
  return dropped;
};

/**
 * Creates and locks a schema with the tables that all read models share.
 * @param options.hasState whether to also create empty tables like those of the schema `state`, and to let the read-api read the schema.
 * @throws if the schema is locked or the database lacks the function `log.make_past`.
 */
export const createAsOfSchema = async (
  db: Db,
  schema: AsOfSchema,
  { hasState }: { hasState: boolean },
): Promise<void> => {
  if (!(await tryLock(db, schema))) throw new Error(`Another process uses the schema ${schema}.`);
  await db.transaction().execute(async (transaction) => {
    await sql`select log.make_past(${schema}, ${hasState})`.execute(transaction);
    for (const table of sharedTables) {
      const name = sql.id(schema, table);
      await sql`create table ${name} (like ${sql.id('read', table)} including all)`.execute(transaction);
      if (hasState) await sql`grant select on ${name} to lyceum_reader`.execute(transaction);
    }
  });
};

/**
 * Rethrows an error of the database. If a function or a table does not exist (SQLSTATE 42883, 42P01), the database belongs to a different
 * version of Lyceum, possibly because it was migrated in the meantime. The thrown error explains that.
 */
export const rethrowExplainingOtherVersion = (error: unknown): never => {
  if (error instanceof Error && 'code' in error && (error.code === '42883' || error.code === '42P01'))
    throw new Error(
      'The database belongs to another version of Lyceum. If it is older, start this version once (npm start) to migrate it. If it was migrated to a newer version, run this command again with that version.',
      { cause: error },
    );
  throw error;
};
