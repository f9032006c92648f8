import { sql } from 'kysely';
import type { ReadSchema, Writer } from '../connection/writer.ts';

/** Another rebuild or check of the model is running in the same schema. */
export class AlreadyRunningError extends Error {
  override name = 'AlreadyRunningError';
}

/** Class of the advisory locks held by the one connection that owns a model. */
const ownerLocks = 4115211;
/**
 * Class of the shared advisory locks held by the connections that write for the owner. One of them may outlive the owner
 * until its current statement ends.
 */
const writerLocks = 4115212;

const refuse = (schema: ReadSchema, model: string): never => {
  throw new AlreadyRunningError(
    `Another process is already building ${model} in ${schema}. Wait until it has finished.`,
  );
};

/**
 * Locks a model in a schema, so that only one process builds it there. The lock is released when the connection ends.
 * @throws {AlreadyRunningError}
 */
export const lockModel = async ({ db }: Writer, schema: ReadSchema, model: string): Promise<void> => {
  const name = `${schema}.${model}`;
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_lock(${ownerLocks}::int, hashtext(${name})) as locked`.execute(db);
  if (rows[0]?.locked !== true) refuse(schema, model);
  const { rows: writers } = await sql<{ none: boolean }>`
    select case when pg_try_advisory_lock(${writerLocks}::int, hashtext(${name}))
      then pg_advisory_unlock(${writerLocks}::int, hashtext(${name})) else false end as none`.execute(db);
  if (writers[0]?.none === true) return;
  await unlockModel({ db }, schema, model);
  refuse(schema, model);
};

export const unlockModel = async (
  { db }: Pick<Writer, 'db'>,
  schema: ReadSchema,
  model: string,
): Promise<void> => {
  await sql`select pg_advisory_unlock(${ownerLocks}::int, hashtext(${`${schema}.${model}`}))`.execute(db);
};

/** Registers another writing connection of the owner. No other process can lock the models while it is open. */
export const shareModelLock = async (
  { db }: Writer,
  schema: ReadSchema,
  models: readonly string[],
): Promise<void> => {
  for (const model of models)
    await sql`select pg_advisory_lock_shared(${writerLocks}::int, hashtext(${`${schema}.${model}`}))`.execute(
      db,
    );
};
