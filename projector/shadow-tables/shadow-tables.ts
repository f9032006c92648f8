import { type Kysely, sql } from 'kysely';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import type { ReadSchema } from '../connection/writer.ts';
import type { Projection } from '../projection/projection.ts';

/** A schema in which tables are built next to the current ones. */
export type ShadowSchema = Exclude<ReadSchema, 'read'>;

const run = (db: Kysely<ReadTables>, statement: string) => sql.raw(statement).execute(db);

type IndexRow = { definition: string; constraint_name: string | null; constraint_definition: string | null };

const loadIndexes = async (db: Kysely<ReadTables>, table: string): Promise<IndexRow[]> => {
  const { rows } = await sql<IndexRow>`
    select pg_get_indexdef(i.indexrelid) as definition, c.conname as constraint_name,
           pg_get_constraintdef(c.oid) as constraint_definition
    from pg_index as i left join pg_constraint as c on c.conindid = i.indexrelid and c.contype in ('p', 'u')
    where i.indrelid = ${`read.${table}`}::regclass
    order by i.indexrelid::regclass::text`.execute(db);
  return rows;
};

/** Copies the current table's storage settings (such as `fillfactor=80`), which LIKE does not copy. */
const copyStorageSettings = async (
  db: Kysely<ReadTables>,
  table: string,
  schema: ShadowSchema,
): Promise<void> => {
  const { rows } = await sql<{ setting: string }>`
    select unnest(reloptions) as setting from pg_class where oid = ${`read.${table}`}::regclass`.execute(db);
  for (const { setting } of rows) await run(db, `alter table ${schema}.${table} set (${setting})`);
};

/** Returns the columns that have no statistics because they contain personal data (see migration 0146). */
const loadColumnsWithoutStatistics = async (db: Kysely<ReadTables>, table: string): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select quote_ident(attname) as name from pg_attribute
    where attrelid = ${`read.${table}`}::regclass and attnum > 0 and attstattarget = 0`.execute(db);
  return rows.map(({ name }) => name);
};

/**
 * Creates empty tables for a model, with the columns of the current ones. Keys ({@link addKeys}) and other indexes
 * ({@link completeShadowTable}) are added after loading, because building an index once is faster than updating it for each row.
 */
export const createShadowTables = async (
  db: Kysely<ReadTables>,
  projection: Projection,
  schema: ShadowSchema,
): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    for (const { name } of projection.tables) {
      await run(transaction, `drop table if exists ${schema}.${name}`);
      await run(
        transaction,
        `create table ${schema}.${name} (like read.${name} including all excluding indexes)`,
      );
      await copyStorageSettings(transaction, name, schema);
      // Autovacuum would process a growing table again and again.
      await run(transaction, `alter table ${schema}.${name} set (autovacuum_enabled = off)`);
      for (const column of await loadColumnsWithoutStatistics(transaction, name))
        await run(transaction, `alter table ${schema}.${name} alter column ${column} set statistics 0`);
    }
    await run(transaction, `delete from ${schema}.parked where model = '${projection.model}'`);
    await run(transaction, `delete from ${schema}.checkpoints where model = '${projection.model}'`);
    await run(transaction, `insert into ${schema}.checkpoints (model) values ('${projection.model}')`);
  });

/** Adds the current table's primary key and unique constraints. @throws if a key is not unique. */
export const addKeys = async (db: Kysely<ReadTables>, table: string, schema: ReadSchema): Promise<void> => {
  for (const { constraint_name, constraint_definition } of await loadIndexes(db, table))
    if (constraint_name !== null)
      await run(
        db,
        `alter table ${schema}.${table} add constraint ${constraint_name} ${constraint_definition}`,
      );
};

/** Adds the other indexes of the current table under the same names, and its grants and settings, and collects statistics. */
export const completeShadowTable = async (
  db: Kysely<ReadTables>,
  table: string,
  schema: ShadowSchema,
): Promise<void> => {
  for (const { definition, constraint_name } of await loadIndexes(db, table))
    if (constraint_name === null)
      await run(db, definition.replace(` ON read.${table} `, ` ON ${schema}.${table} `));
  const { rows: grants } = await sql<{ privilege: string; grantee: string }>`
    select privilege_type as privilege,
           case when acl.grantee = 0 then 'public' else acl.grantee::regrole::text end as grantee
    from pg_class as c, aclexplode(c.relacl) as acl
    where c.oid = ${`read.${table}`}::regclass and acl.grantee <> c.relowner`.execute(db);
  for (const { privilege, grantee } of grants)
    await run(db, `grant ${privilege} on ${schema}.${table} to ${grantee}`);
  await run(db, `alter table ${schema}.${table} reset (autovacuum_enabled)`);
  await copyStorageSettings(db, table, schema);
  await run(db, `analyze ${schema}.${table}`);
};

/** Returns the number of rows of a table. */
export const countRows = async (
  db: Kysely<ReadTables>,
  schema: ReadSchema,
  table: string,
): Promise<number> => {
  const { rows } = await sql<{ rows: number }>`
    select count(*) as rows from ${sql.id(schema, table)}`.execute(db);
  return rows[0]?.rows ?? 0;
};

/** Drops the shadow tables of a model, and deletes its parked streams and its checkpoint in the schema. */
export const dropShadowTables = async (
  db: Kysely<ReadTables>,
  projection: Projection,
  schema: ShadowSchema,
): Promise<void> => {
  for (const { name } of projection.tables) await run(db, `drop table if exists ${schema}.${name}`);
  await run(db, `delete from ${schema}.parked where model = '${projection.model}'`);
  await run(db, `delete from ${schema}.checkpoints where model = '${projection.model}'`);
};
