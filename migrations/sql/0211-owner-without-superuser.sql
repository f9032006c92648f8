-- The functions that run as their owner (security definer) belonged to the superuser who ran the migrations: a mistake in one of them
-- would have opened the whole server. From here on everything belongs to lyceum_owner, who is no superuser. Where an owner who is no
-- superuser runs the migrations already (a hosted PostgreSQL, the compose file), everything is theirs, and stays so.
revoke all on schema public from public;
-- The operators for searching are there: copies of tables name those of the index, and searches use them.
grant usage on schema public to lyceum_projector, lyceum_reader;

do $$
declare
  mine text;
begin
  execute format('revoke temporary on database %I from public', current_database());
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant usage on schema public to %I', current_user);
    return;
  end if;

  -- Roles belong to the whole server, so another database may have made it, also at the same time.
  if not exists (select from pg_roles where rolname = 'lyceum_owner') then
    begin
      create role lyceum_owner nologin;
    exception
      when duplicate_object or unique_violation then null;
    end;
  end if;
  if (select rolsuper from pg_roles where rolname = 'lyceum_owner') then
    raise exception 'The role lyceum_owner is a superuser.' using hint = 'alter role lyceum_owner nosuperuser;';
  end if;
  foreach mine in array array['lyceum_command', 'lyceum_projector', 'lyceum_reader', 'lyceum_analyst'] loop
    if not pg_has_role('lyceum_owner', mine, 'member') then
      begin
        execute format('grant %I to lyceum_owner', mine);
      exception
        when unique_violation then null;
      end;
    end if;
  end loop;

  -- The owner of the database may create schemas (for replays and as-of views).
  execute format('alter database %I owner to lyceum_owner', current_database());

  -- Everything of a superuser in our schemas, also in those that hold replays. Indexes, and sequences of columns, follow their table.
  for mine in
    with ours as (
      select oid, nspname, nspowner from pg_namespace
        where nspname in ('analysis', 'log', 'vault', 'read', 'state') or nspname ~ '^lyceum_past_[0-9a-f]{16}$'
          or obj_description(oid, 'pg_namespace') like 'Lyceum replay: %'
    ), superuser as (
      select oid from pg_roles where rolsuper
    )
    select format('schema %I', nspname) from ours where nspowner in (select oid from superuser)
    union all
    select format('%s %I.%I', case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence'
        else 'table' end, nspname, relname)
      from pg_class join ours on ours.oid = relnamespace
      where relkind in ('r', 'p', 'v', 'm', 'S') and relowner in (select oid from superuser)
        and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid
          and relkind = 'S' and deptype in ('a', 'i'))
    union all
    select format('routine %s', pg_proc.oid::regprocedure) from pg_proc join ours on ours.oid = pronamespace
      where proowner in (select oid from superuser)
    union all
    select format('type %I.%I', nspname, typname) from pg_type join ours on ours.oid = typnamespace
      where typtype in ('e', 'd') and typowner in (select oid from superuser)
  loop
    execute format('alter %s owner to lyceum_owner', mine);
  end loop;
  alter table public.migrations owner to lyceum_owner;

  -- What the owner will create later is granted as before (migration 0005).
  alter default privileges in schema read revoke all on tables from lyceum_command, lyceum_reader, lyceum_projector;
  alter default privileges in schema state revoke all on tables from lyceum_command, lyceum_reader;
  alter default privileges for role lyceum_owner in schema read grant select on tables to lyceum_command, lyceum_reader;
  alter default privileges for role lyceum_owner in schema read
    grant select, insert, update, delete, truncate on tables to lyceum_projector;
  alter default privileges for role lyceum_owner in schema state grant select, insert, update, delete on tables to lyceum_command;
  alter default privileges for role lyceum_owner in schema state grant select on tables to lyceum_reader;
end
$$;
