-- Read tables as they were at a moment, built beside the live ones in a schema of their own: for analysts (`log replay`)
-- or to be looked at (`log as-of`). lyceum_projector may make no schemas and drop none: these functions do it, for schemas
-- that are made by them and no others. A schema under work is named lyceum_past_…; whoever works in it holds an advisory
-- lock for as long as it is needed, so that what a killed process left behind can be told and cleared away.

-- with_state: with tables of the schema `state` too, which stay empty. What is no history has no past.
create function log.make_past(past text, with_state boolean) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  state_table text;
begin
  if past !~ '^lyceum_past_[0-9a-f]{16}$' then
    raise exception '% is no name for a past', past using errcode = 'invalid_parameter_value';
  end if;
  execute format('create schema %I', past);
  execute format('grant usage, create on schema %I to lyceum_projector', past);
  if not with_state then
    return;
  end if;
  execute format('grant usage on schema %I to lyceum_reader', past);
  for state_table in select relname from pg_class where relnamespace = 'state'::regnamespace and relkind = 'r' loop
    execute format('create table %I.%I (like state.%I)', past, state_table, state_table);
    execute format('grant select on %I.%I to lyceum_reader', past, state_table);
  end loop;
end
$$;
revoke all on function log.make_past from public;
grant execute on function log.make_past to lyceum_projector;

-- Gives a past a name of its own and hands it to the analysts, in the place of an earlier one where that is wanted.
create function log.keep_past(past text, name text, said text, replace boolean) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  earlier oid := (select oid from pg_namespace where nspname = name);
begin
  if past !~ '^lyceum_past_[0-9a-f]{16}$' or name !~ '^[a-z_][a-z0-9_]{0,62}$' or name ~ '^(pg_|lyceum_past_)' then
    raise exception '% cannot be kept as %', past, name using errcode = 'invalid_parameter_value';
  end if;
  if earlier is not null then
    if not replace or obj_description(earlier, 'pg_namespace') is null
      or obj_description(earlier, 'pg_namespace') not like 'Lyceum replay: %' then
      raise exception 'There is a schema % already', name using errcode = 'duplicate_schema';
    end if;
    execute format('drop schema %I cascade', name);
  end if;
  execute format('alter schema %I rename to %I', past, name);
  execute format('revoke create on schema %I from lyceum_projector', name);
  execute format('grant usage on schema %I to lyceum_analyst', name);
  execute format('comment on schema %I is %L', name, 'Lyceum replay: ' || said);
end
$$;
revoke all on function log.keep_past from public;
grant execute on function log.keep_past to lyceum_projector;

create function log.drop_past(past text) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if past !~ '^lyceum_past_[0-9a-f]{16}$' then
    raise exception '% is no past', past using errcode = 'invalid_parameter_value';
  end if;
  execute format('drop schema if exists %I cascade', past);
end
$$;
revoke all on function log.drop_past from public;
grant execute on function log.drop_past to lyceum_projector;
