import type { ClientBase } from 'pg';

/**
 * Facts about a schema: those on which services rely, and those that restrict services. Each fact is a text that names an object,
 * for example `column read.courses.price: bigint`.
 */
export type SchemaFacts = {
  /** Facts that services of the previous release may use. They must not disappear without a contract marker. */
  offers: ReadonlySet<string>;
  /** Facts that restrict what services may write. Without a contract marker, none may appear on a table that existed before. */
  demands: ReadonlyMap<string, { table: string }>;
};

const schemas = "('analysis', 'log', 'vault', 'read', 'state')";

const offersQuery = `
  with tables as (
    select c.oid, format('%I.%I', n.nspname, c.relname) as name, c.relacl as acl, c.relkind
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ${schemas} and c.relkind in ('r', 'p', 'v', 'm', 'S')
  ), functions as (
    select p.oid, p.oid::regprocedure::text as name, coalesce(p.proacl, acldefault('f', p.proowner)) as acl,
        pg_get_function_result(p.oid) as result
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname in ${schemas} and p.prorettype <> 'trigger'::regtype
  ), granted as (
    select 'table ' || name as object, (aclexplode(acl)).* from tables
    union all
    select 'function ' || name, (aclexplode(acl)).* from functions
    union all
    select 'schema ' || quote_ident(nspname), (aclexplode(nspacl)).* from pg_namespace where nspname in ${schemas}
    union all
    select format('column %s.%I', tables.name, a.attname), (aclexplode(a.attacl)).*
      from pg_attribute a join tables on tables.oid = a.attrelid where a.attnum > 0 and not a.attisdropped
  )
  select 'table ' || name as fact from tables
  union all
  select format('column %s.%I: %s', tables.name, a.attname, format_type(a.atttypid, a.atttypmod))
    from pg_attribute a join tables on tables.oid = a.attrelid
    where a.attnum > 0 and not a.attisdropped and tables.relkind <> 'S'
  union all
  select format('function %s: %s', name, result) from functions
  union all
  select format('grant %s on %s to %s', lower(privilege_type), object,
      case when grantee = 0 then 'public' else grantee::regrole::text end)
    from granted where grantee <> grantor
  union all
  select format('value %L of type %I.%I', e.enumlabel, n.nspname, t.typname)
    from pg_enum e join pg_type t on t.oid = e.enumtypid join pg_namespace n on n.oid = t.typnamespace
    where n.nspname in ${schemas}`;

const demandsQuery = `
  with tables as (
    select c.oid, format('%I.%I', n.nspname, c.relname) as name
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ${schemas} and c.relkind in ('r', 'p')
  )
  select tables.name as table, format('required column %s.%I', tables.name, a.attname) as fact
    from pg_attribute a join tables on tables.oid = a.attrelid
    where a.attnum > 0 and not a.attisdropped and a.attnotnull and not a.atthasdef and a.attidentity = ''
  union all
  select tables.name, format('constraint on %s: %s', tables.name, pg_get_constraintdef(k.oid))
    from pg_constraint k join tables on tables.oid = k.conrelid where k.contype in ('c', 'u', 'f', 'p', 'x')
  union all
  select tables.name, format('unique index on %s: %s', tables.name, pg_get_indexdef(i.indexrelid))
    from pg_index i join tables on tables.oid = i.indrelid where i.indisunique
      and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`;

/** Reads the facts of the database's schema. */
export const readSchemaFacts = async (client: ClientBase): Promise<SchemaFacts> => {
  const offers = await client.query<{ fact: string }>(offersQuery);
  const demands = await client.query<{ fact: string; table: string }>(demandsQuery);
  return {
    offers: new Set(offers.rows.map(({ fact }) => fact)),
    demands: new Map(demands.rows.map(({ fact, table }) => [fact, { table }])),
  };
};

/**
 * Returns the changes that may break services of the previous release: something that they may use is gone, or a row that they
 * write may be refused. The restrictions of a new table do not count, because these services do not write to it.
 */
export const findBreakingChanges = (before: SchemaFacts, after: SchemaFacts): string[] => {
  const removed = [...before.offers]
    .filter((fact) => !after.offers.has(fact))
    .map((fact) => `removed ${fact}`);
  const added = [...after.demands]
    .filter(([fact, { table }]) => !before.demands.has(fact) && before.offers.has(`table ${table}`))
    .map(([fact]) => `added ${fact}`);
  return [...removed, ...added].toSorted();
};
