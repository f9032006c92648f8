import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { ReadTables } from '#platform/read-tables/tables.ts';
import type { Past } from '../connection/writer.ts';

type Db = Kysely<ReadTables>;

/** A name that no past has had. */
export const newPast = (): Past => `lyceum_past_${randomBytes(8).toString('hex')}`;

/** Held by the connection that works in a past or serves it: whoever gets it finds nobody there. */
const claim = async (db: Db, past: Past): Promise<boolean> => {
  const { rows } = await sql<{ mine: boolean }>`
    select pg_try_advisory_lock(4115212, hashtext(${past})) as mine`.execute(db);
  return rows[0]?.mine === true;
};

const letGo = (db: Db, past: Past) => sql`select pg_advisory_unlock(4115212, hashtext(${past}))`.execute(db);

/** Drops the schema. The lock goes with the connection. */
export const dropPast = async (db: Db, past: Past): Promise<void> => {
  await sql`select log.drop_past(${past})`.execute(db);
};

/** Drops every past that nobody holds: a killed process left it. @returns how many there were. */
export const clearLeftovers = async (db: Db): Promise<number> => {
  let cleared = 0;
  const { rows } = await sql<{ past: Past }>`
    select nspname as past from pg_namespace where nspname ~ '^lyceum_past_[0-9a-f]{16}$'`.execute(db);
  for (const { past } of rows)
    if (await claim(db, past))
      try {
        await dropPast(db, past);
        cleared += 1;
      } finally {
        await letGo(db, past);
      }
  return cleared;
};

/**
 * Makes the schema of a past, with the tables that every read model shares.
 * @param withState with the tables of `state` too, empty.
 */
export const makePast = async (db: Db, past: Past, { withState }: { withState: boolean }): Promise<void> => {
  if (!(await claim(db, past))) throw new Error(`${past} is somebody else's.`);
  await db.transaction().execute(async (transaction) => {
    await sql`select log.make_past(${past}, ${withState})`.execute(transaction);
    for (const table of ['checkpoints', 'parked']) {
      const name = sql.id(past, table);
      await sql`create table ${name} (like ${sql.id('read', table)} including all)`.execute(transaction);
      if (withState) await sql`grant select on ${name} to lyceum_reader`.execute(transaction);
    }
  });
};
