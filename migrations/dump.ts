/**
 * Dumps the schema that the migrations create, so that reviewers see how it changes. `npx node migrations/dump.ts` writes
 * `schema.sql`, and a test checks that it is up to date. DATABASE_URL names a PostgreSQL server, on which a temporary database is created. The
 * dump is read from PostgreSQL's system catalogs, because a fresh clone of this repository has no pg_dump. It is for reading and cannot be run.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { migrate } from './migrate.ts';

const schemas = "('analysis', 'log', 'vault', 'read', 'state')";

/** Each query returns one column of SQL statements, in an order that does not depend on when an object was created. */
const sectionQueries: { title: string; query: string }[] = [
  {
    title: 'Extensions',
    query: `select format('create extension %I;', extname) from pg_extension where extname <> 'plpgsql' order by extname`,
  },
  {
    title: 'Types',
    query: `select format('create type %I.%I as enum (%s);', n.nspname, t.typname,
        (select string_agg(quote_literal(e.enumlabel), ', ' order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid))
      from pg_type t join pg_namespace n on n.oid = t.typnamespace
      where n.nspname in ${schemas} and t.typtype = 'e' order by n.nspname, t.typname`,
  },
  {
    title: 'Sequences',
    query: `select format('create sequence %I.%I;', schemaname, sequencename) from pg_sequences
      where schemaname in ${schemas} order by 1`,
  },
  {
    title: 'Tables',
    query: `select format(E'create %stable %I.%I (\\n%s\\n);',
        case c.relpersistence when 'u' then 'unlogged ' else '' end, n.nspname, c.relname, string_agg(line, E',\\n' order by kind, line_order, line))
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      cross join lateral (
        select 1 as kind, a.attnum::integer as line_order, format('  %I %s%s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
            case when l.collname <> 'default' then format(' collate %I', l.collname) else '' end,
            case when a.attgenerated <> '' then ' generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored'
              when d.adbin is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid) else '' end,
            case when a.attnotnull then ' not null' else '' end) as line
          from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
          left join pg_collation l on l.oid = a.attcollation
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        union all
        select 2, 0, format('  constraint %I %s', k.conname, pg_get_constraintdef(k.oid)) from pg_constraint k
          where k.conrelid = c.oid and k.contype <> 'n'
      ) as lines
      where n.nspname in ${schemas} and c.relkind in ('r', 'p')
      group by n.nspname, c.relname, c.relpersistence order by n.nspname, c.relname`,
  },
  {
    title: 'Indexes',
    query: `select indexdef || ';' from pg_indexes i where schemaname in ${schemas}
      and not exists (select from pg_constraint k join pg_namespace n on n.oid = k.connamespace
        where n.nspname = i.schemaname and k.conname = i.indexname)
      order by schemaname, tablename, indexname`,
  },
  {
    title: 'Columns that are not sampled for the planner',
    query: `select format('alter table %I.%I alter column %I set statistics 0;', n.nspname, c.relname, a.attname)
      from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ${schemas} and a.attnum > 0 and a.attstattarget = 0 order by n.nspname, c.relname, a.attnum`,
  },
  {
    // Without the queries of the views, because versions of PostgreSQL print these differently.
    title: 'Views',
    query: `select format(E'create view %I.%I (\\n%s\\n);', n.nspname, c.relname,
        string_agg(format('  %I %s', a.attname, format_type(a.atttypid, a.atttypmod)), E',\\n' order by a.attnum))
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where n.nspname in ${schemas} and c.relkind in ('v', 'm')
      group by n.nspname, c.relname order by n.nspname, c.relname`,
  },
  {
    title: 'Functions',
    query: `select pg_get_functiondef(p.oid) || ';' from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname in ${schemas} and p.prokind in ('f', 'p') order by n.nspname, p.proname, p.oid::regprocedure::text`,
  },
  {
    title: 'Triggers',
    query: `select pg_get_triggerdef(t.oid) || ';' from pg_trigger t join pg_class c on c.oid = t.tgrelid
      join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ${schemas} and not t.tgisinternal order by n.nspname, c.relname, t.tgname`,
  },
  {
    title: 'Privileges (the owner has all)',
    query: `with granted as (
        select 'schema ' || n.nspname as thing, a.grantee, a.privilege_type, a.grantor
          from pg_namespace n cross join lateral aclexplode(n.nspacl) a where n.nspname in ${schemas}
        union all
        select 'table ' || n.nspname || '.' || c.relname, a.grantee, a.privilege_type, a.grantor
          from pg_class c join pg_namespace n on n.oid = c.relnamespace cross join lateral aclexplode(c.relacl) a
          where n.nspname in ${schemas}
        union all
        select 'table ' || n.nspname || '.' || c.relname, a.grantee, a.privilege_type || '(' || t.attname || ')', a.grantor
          from pg_attribute t join pg_class c on c.oid = t.attrelid join pg_namespace n on n.oid = c.relnamespace
          cross join lateral aclexplode(t.attacl) a where n.nspname in ${schemas}
        union all
        select 'function ' || p.oid::regprocedure::text, a.grantee, a.privilege_type, a.grantor
          from pg_proc p join pg_namespace n on n.oid = p.pronamespace
          cross join lateral aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a where n.nspname in ${schemas}
        union all
        select 'new ' || case d.defaclobjtype when 'r' then 'tables' when 'S' then 'sequences' when 'f' then 'functions'
            else d.defaclobjtype::text end || ' in ' || n.nspname, a.grantee, a.privilege_type, a.grantor
          from pg_default_acl d join pg_namespace n on n.oid = d.defaclnamespace cross join lateral aclexplode(d.defaclacl) a
      )
      select format('grant %s on %s to %s;', lower(string_agg(privilege_type, ', ' order by privilege_type)), thing,
          case when grantee = 0 then 'public' else grantee::regrole::text end)
        from granted where grantee <> grantor
        group by thing, grantee order by thing, grantee::regrole::text`,
  },
];

/** Returns the text of `schema.sql`. @param client a connection to a migrated database. */
export const dumpSchema = async (client: Client): Promise<string> => {
  await client.query('set search_path = pg_catalog');
  const sections: string[] = [];
  for (const { title, query } of sectionQueries) {
    const { rows } = await client.query<[string]>({ text: query, rowMode: 'array' });
    if (rows.length > 0)
      sections.push(
        `-- ${title}\n\n${rows.map(([line]) => line.replaceAll(/[ \t]+$/gm, '')).join('\n\n')}\n`,
      );
  }
  return `-- Generated by migrations/dump.ts from a migrated database. Do not edit or run it.\n\n${sections.join('\n')}`;
};

export const schemaFile = join(import.meta.dirname, 'schema.sql');

const withClient = async (url: string, work: (client: Client) => Promise<void>): Promise<void> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
};

if (import.meta.main) {
  const server = process.env.DATABASE_URL;
  if (!server)
    throw new Error('Set DATABASE_URL to a PostgreSQL server on which a temporary database may be created.');
  const database = `lyceum_dump_${process.pid}`;
  const url = new URL(server);
  url.pathname = `/${database}`;
  await withClient(server, async (client) => {
    await client.query(`create database ${database}`);
  });
  try {
    await withClient(url.href, async (client) => {
      await migrate(client);
      writeFileSync(schemaFile, await dumpSchema(client));
    });
  } finally {
    await withClient(server, async (client) => {
      await client.query(`drop database ${database}`);
    });
  }
}
