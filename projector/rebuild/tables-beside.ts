import { type Kysely, sql } from 'kysely';
import type { ReadTables } from '#platform/read-tables/tables.ts';
import type { Place } from '../connection/writer.ts';
import type { Projection } from '../projection/projection.ts';

/** Where tables are built beside the live ones. */
export type Beside = Exclude<Place, 'read'>;

const run = (db: Kysely<ReadTables>, statement: string) => sql.raw(statement).execute(db);

type IndexRow = { definition: string; constraint_name: string | null; constraint_definition: string | null };

const indexesOf = async (db: Kysely<ReadTables>, table: string): Promise<IndexRow[]> => {
  const { rows } = await sql<IndexRow>`
    select pg_get_indexdef(i.indexrelid) as definition, c.conname as constraint_name,
           pg_get_constraintdef(c.oid) as constraint_definition
    from pg_index as i left join pg_constraint as c on c.conindid = i.indexrelid and c.contype in ('p', 'u')
    where i.indrelid = ${`read.${table}`}::regclass
    order by i.indexrelid::regclass::text`.execute(db);
  return rows;
};

/** Storage settings (`fillfactor=80`), which LIKE leaves out. */
const settingsOf = async (db: Kysely<ReadTables>, table: string): Promise<string[]> => {
  const { rows } = await sql<{ setting: string }>`
    select unnest(reloptions) as setting from pg_class where oid = ${`read.${table}`}::regclass`.execute(db);
  return rows.map(({ setting }) => setting);
};

const setAsLive = async (db: Kysely<ReadTables>, table: string, place: Beside): Promise<void> => {
  for (const setting of await settingsOf(db, table))
    await run(db, `alter table ${place}.${table} set (${setting})`);
};

/** Columns of which no samples are taken, because they hold what is personal (see migration 0146); LIKE leaves that out, too. */
const unsampledOf = async (db: Kysely<ReadTables>, table: string): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select quote_ident(attname) as name from pg_attribute
    where attrelid = ${`read.${table}`}::regclass and attnum > 0 and attstattarget = 0`.execute(db);
  return rows.map(({ name }) => name);
};

/**
 * Makes a model's tables, empty, in another schema: the columns of the live ones. Keys ({@link makeKey}) and other indexes
 * ({@link finishTablesBeside}) come later: building one is quicker than keeping it.
 */
export const makeTablesBeside = async (
  db: Kysely<ReadTables>,
  projection: Projection,
  place: Beside,
): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    for (const { name } of projection.tables) {
      await run(transaction, `drop table if exists ${place}.${name}`);
      await run(
        transaction,
        `create table ${place}.${name} (like read.${name} including all excluding indexes)`,
      );
      await setAsLive(transaction, name, place);
      // The database's own cleaning would go over a growing table again and again.
      await run(transaction, `alter table ${place}.${name} set (autovacuum_enabled = off)`);
      for (const column of await unsampledOf(transaction, name))
        await run(transaction, `alter table ${place}.${name} alter column ${column} set statistics 0`);
    }
    await run(transaction, `delete from ${place}.parked where model = '${projection.model}'`);
    await run(transaction, `delete from ${place}.checkpoints where model = '${projection.model}'`);
    await run(transaction, `insert into ${place}.checkpoints (model) values ('${projection.model}')`);
  });

/** Gives a table the keys that the live one has. @throws when a key stands in it twice. */
export const makeKey = async (db: Kysely<ReadTables>, table: string, place: Place): Promise<void> => {
  for (const { constraint_name, constraint_definition } of await indexesOf(db, table))
    if (constraint_name !== null)
      await run(
        db,
        `alter table ${place}.${table} add constraint ${constraint_name} ${constraint_definition}`,
      );
};

/** What is still missing to make a table like the live one: the other indexes, under the same names, rights, statistics. */
export const finishTableBeside = async (
  db: Kysely<ReadTables>,
  table: string,
  place: Beside,
): Promise<void> => {
  for (const { definition, constraint_name } of await indexesOf(db, table))
    if (constraint_name === null)
      await run(db, definition.replace(` ON read.${table} `, ` ON ${place}.${table} `));
  const { rows: grants } = await sql<{ privilege: string; grantee: string }>`
    select privilege_type as privilege,
           case when acl.grantee = 0 then 'public' else acl.grantee::regrole::text end as grantee
    from pg_class as c, aclexplode(c.relacl) as acl
    where c.oid = ${`read.${table}`}::regclass and acl.grantee <> c.relowner`.execute(db);
  for (const { privilege, grantee } of grants)
    await run(db, `grant ${privilege} on ${place}.${table} to ${grantee}`);
  await run(db, `alter table ${place}.${table} reset (autovacuum_enabled)`);
  await setAsLive(db, table, place);
  await run(db, `analyze ${place}.${table}`);
};

/** Takes away what was built beside. */
export const dropTablesBeside = async (
  db: Kysely<ReadTables>,
  projection: Projection,
  place: Beside,
): Promise<void> => {
  for (const { name } of projection.tables) await run(db, `drop table if exists ${place}.${name}`);
  await run(db, `delete from ${place}.parked where model = '${projection.model}'`);
  await run(db, `delete from ${place}.checkpoints where model = '${projection.model}'`);
};
