import { Kysely, PostgresDialect } from 'kysely';
import type { Pool } from 'pg';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import type { StateTables } from '#platform/state-tables/state-tables.ts';

/** The tables with their schema in the name: `read.courses`. */
type InSchema<Schema extends string, Tables> = {
  [Name in keyof Tables & string as `${Schema}.${Name}`]: Tables[Name];
};

/** The tables in which commands look something up, by schema and name. */
export type ReadDatabase = Kysely<
  InSchema<'read', ReadTables> &
    InSchema<'state', StateTables> & { 'vault.keys': { person: string; made_at: Date } }
>;

/** Creates typed access to these tables. The caller ends the pool. */
export const createReadDatabase = (pool: Pool): ReadDatabase =>
  new Kysely({ dialect: new PostgresDialect({ pool }) });
