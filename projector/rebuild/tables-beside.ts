import { type Kysely, sql } from 'kysely';
import type { ReadTables } from '#platform/read-tables/tables.ts';
import type { Place } from '../connection/writer.ts';
import type { Projection } from '../projection/projection.ts';

/** Where tables are built beside the live ones. */
export type Beside = Exclude<Place, 'read'>;

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

/** Columns of which no samples are taken, because they hold what is personal (see migration 0146); LIKE leaves that out, too. */
const unsampledOf = async (db: Kysely<ReadTables>, table: string): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select quote_ident(attname) as name from pg_attribute
    where attrelid = ${`read.${table}`}::regclass and attnum > 0 and attstattarget = 0`.execute(db);
  return rows.map(({ name }) => name);
};

const run = (db: Kysely<ReadTables>, statement: string) => sql.raw(statement).execute(db);

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
      for (const setting of await settingsOf(transaction, name))
        await run(transaction, `alter table ${place}.${name} set (${setting})`);
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

/** What is still missing to make them like the live ones: the other indexes, under the same names, rights, statistics. */
export const finishTablesBeside = async (
  db: Kysely<ReadTables>,
  projection: Projection,
  place: Beside,
): Promise<void> => {
  for (const { name } of projection.tables) {
    for (const { definition, constraint_name } of await indexesOf(db, name))
      if (constraint_name === null)
        await run(db, definition.replace(` ON read.${name} `, ` ON ${place}.${name} `));
    const { rows: grants } = await sql<{ privilege: string; grantee: string }>`
      select privilege_type as privilege,
             case when acl.grantee = 0 then 'public' else acl.grantee::regrole::text end as grantee
      from pg_class as c, aclexplode(c.relacl) as acl
      where c.oid = ${`read.${name}`}::regclass and acl.grantee <> c.relowner`.execute(db);
    for (const { privilege, grantee } of grants)
      await run(db, `grant ${privilege} on ${place}.${name} to ${grantee}`);
    await run(db, `analyze ${place}.${name}`);
  }
};

const sizeOf = async (db: Kysely<ReadTables>, projection: Projection, place: Beside): Promise<number> => {
  const names = projection.tables.map(({ name }) => `${place}.${name}`);
  const { rows } = await sql<{ size: number }>`
    select sum(pg_relation_size(name::regclass))::float8 as size from unnest(${names}::text[]) as name`.execute(
    db,
  );
  return rows[0]?.size ?? 0;
};

/** {@link finishTablesBeside} for several models, on several connections at once; the largest models first. */
export const finishAllBeside = async (
  dbs: readonly [Kysely<ReadTables>, ...Kysely<ReadTables>[]],
  projections: readonly Projection[],
  place: Beside,
): Promise<void> => {
  const sized: [size: number, projection: Projection][] = [];
  for (const projection of projections) sized.push([await sizeOf(dbs[0], projection, place), projection]);
  const left = sized.sort(([one], [other]) => other - one).map(([, projection]) => projection);
  const work = async (db: Kysely<ReadTables>) => {
    for (let next = left.shift(); next; next = left.shift()) await finishTablesBeside(db, next, place);
  };
  const ended = await Promise.allSettled(dbs.map(work));
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
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
