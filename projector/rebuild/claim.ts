import { sql } from 'kysely';
import type { Place, Writer } from '../connection/writer.ts';

/** Another rebuild or check of the model works in the same place. */
export class AlreadyRunningError extends Error {
  override name = 'AlreadyRunningError';
}

/** Held by the one connection that has claimed a model. */
const claimed = 4115211;
/** Held together by the connections that write for it: one of them may outlive the claim by what it is in the middle of. */
const writing = 4115212;

const refuse = (place: Place, model: string): never => {
  throw new AlreadyRunningError(`${model} is being built in ${place} already: wait until that has ended.`);
};

/** One at a time builds a model in a place; the lock belongs to the connection. @throws {AlreadyRunningError} */
export const claimPlace = async ({ db }: Writer, place: Place, model: string): Promise<void> => {
  const name = `${place}.${model}`;
  const { rows } = await sql<{ mine: boolean }>`
    select pg_try_advisory_lock(${claimed}::int, hashtext(${name})) as mine`.execute(db);
  if (rows[0]?.mine !== true) refuse(place, model);
  const { rows: others } = await sql<{ none: boolean }>`
    select case when pg_try_advisory_lock(${writing}::int, hashtext(${name}))
      then pg_advisory_unlock(${writing}::int, hashtext(${name})) else false end as none`.execute(db);
  if (others[0]?.none === true) return;
  await letGoOfPlace({ db }, place, model);
  refuse(place, model);
};

export const letGoOfPlace = async (
  { db }: Pick<Writer, 'db'>,
  place: Place,
  model: string,
): Promise<void> => {
  await sql`select pg_advisory_unlock(${claimed}::int, hashtext(${`${place}.${model}`}))`.execute(db);
};

/** A connection that writes for somebody who has claimed the models: as long as it lasts, nobody else can claim them. */
export const writeFor = async ({ db }: Writer, place: Place, models: readonly string[]): Promise<void> => {
  for (const model of models)
    await sql`select pg_advisory_lock_shared(${writing}::int, hashtext(${`${place}.${model}`}))`.execute(db);
};
