import { Kysely, PostgresDialect } from 'kysely';
import type { Pool } from 'pg';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import type { StateTables } from '#platform/state-tables/state-tables.ts';

type InSchema<Schema extends string, Tables> = {
  [Name in keyof Tables & string as `${Schema}.${Name}`]: Tables[Name];
};

/**
 * The tables in which commands look something up, by schema and name. Everything else that commands need comes from the
 * streams of the log.
 */
export type ReadDatabase = Kysely<
  InSchema<'read', ReadTables> &
    InSchema<'state', StateTables> & { 'vault.keys': { person: string; made_at: Date } }
>;

/** @param pool belongs to the caller, who ends it. */
export const createReadDatabase = (pool: Pool): ReadDatabase =>
  new Kysely({ dialect: new PostgresDialect({ pool }) });
