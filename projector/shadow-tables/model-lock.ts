import { sql } from 'kysely';
import { lockClasses } from '../advisory-locks.ts';
import type { ReadSchema, Writer } from '../connection/writer.ts';

/** Another process has locked the model in this schema, or a writing connection of its previous owner is still open. */
export class AlreadyRunningError extends Error {
  override name = 'AlreadyRunningError';
}

const refuse = (schema: ReadSchema, model: string): never => {
  throw new AlreadyRunningError(
    `Another process still uses the tables of ${model} in ${schema}. Try again when it has finished.`,
  );
};

/**
 * Locks a model in a schema, so that only one process builds it there. Also fails while a writing connection of a previous owner is
 * still open. The lock is released when the connection ends.
 * @throws {AlreadyRunningError} if another process has the lock, or such a connection is open.
 */
export const lockModel = async ({ db }: Writer, schema: ReadSchema, model: string): Promise<void> => {
  const name = `${schema}.${model}`;
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_lock(${lockClasses.modelOwner}::int, hashtext(${name})) as locked`.execute(db);
  if (rows[0]?.locked !== true) refuse(schema, model);
  const { rows: writers } = await sql<{ has_no_writers: boolean }>`
    select case when pg_try_advisory_lock(${lockClasses.modelWriters}::int, hashtext(${name}))
      then pg_advisory_unlock(${lockClasses.modelWriters}::int, hashtext(${name})) else false end as has_no_writers`.execute(
    db,
  );
  if (writers[0]?.has_no_writers === true) return;
  await unlockModel({ db }, schema, model);
  refuse(schema, model);
};

export const unlockModel = async (
  { db }: Pick<Writer, 'db'>,
  schema: ReadSchema,
  model: string,
): Promise<void> => {
  await sql`select pg_advisory_unlock(${lockClasses.modelOwner}::int, hashtext(${`${schema}.${model}`}))`.execute(
    db,
  );
};

/** Registers another writing connection of the owner. No other process can lock the models while it is open. */
export const shareModelLock = async (
  { db }: Writer,
  schema: ReadSchema,
  models: readonly string[],
): Promise<void> => {
  for (const model of models)
    await sql`select pg_advisory_lock_shared(${lockClasses.modelWriters}::int, hashtext(${`${schema}.${model}`}))`.execute(
      db,
    );
};
