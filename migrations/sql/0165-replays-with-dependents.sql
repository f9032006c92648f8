-- Analysts build on a replay: views in schemas of their own, materialized views, foreign keys. Putting another one in its place
-- dropped those too, without a word. Now it is refused unless that is said: PostgreSQL itself names what would go.

-- Drops a replay: its own tables, which the projector made, and the schema. Anything else in it or built on it stays in
-- the way (dependent_objects_still_exist, with what it is in the error's detail), unless it is to go too.
create function log.drop_replay(name text, dependents boolean) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  replay oid := (select oid from pg_namespace where nspname = name);
  ways text := case when dependents then 'cascade' else 'restrict' end;
  own text;
begin
  if obj_description(replay, 'pg_namespace') is null
    or obj_description(replay, 'pg_namespace') not like 'Lyceum replay: %' then
    raise exception 'There is a schema % already', name using errcode = 'duplicate_schema';
  end if;
  select string_agg(format('%I.%I', name, relname), ', ') into own from pg_class
    where relnamespace = replay and relkind = 'r' and relowner = 'lyceum_projector'::regrole;
  if own is not null then
    execute format('drop table %s %s', own, ways);
  end if;
  execute format('drop schema %I %s', name, ways);
end
$$;
revoke all on function log.drop_replay from public;

-- What would go with a replay, in PostgreSQL's words, a line each; null: nothing, or somebody reads it just now and it is
-- not known yet. Nothing is dropped.
create function log.lost_with_replay(name text) returns text
  language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '1s' as $$
declare
  lost text;
begin
  begin
    perform log.drop_replay(name, false);
    raise exception 'taken back' using errcode = 'LY001';
  exception
    when sqlstate 'LY001' or lock_not_available then
      return null;
    when dependent_objects_still_exist then
      get stacked diagnostics lost = pg_exception_detail;
      return lost;
  end;
end
$$;
revoke all on function log.lost_with_replay from public;
grant execute on function log.lost_with_replay to lyceum_projector;

drop function log.keep_past(text, text, text, boolean);

-- Gives a past a name of its own and hands it to the analysts, in the place of an earlier one where that is wanted; what
-- they built on that one goes with it only where that is wanted, too.
create function log.keep_past(past text, name text, said text, replace boolean, dependents boolean) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if past !~ '^lyceum_past_[0-9a-f]{16}$' or name !~ '^[a-z_][a-z0-9_]{0,62}$' or name ~ '^(pg_|lyceum_past_)' then
    raise exception '% cannot be kept as %', past, name using errcode = 'invalid_parameter_value';
  end if;
  if exists (select from pg_namespace where nspname = name) then
    if not replace then
      raise exception 'There is a schema % already', name using errcode = 'duplicate_schema';
    end if;
    perform log.drop_replay(name, dependents);
  end if;
  execute format('alter schema %I rename to %I', past, name);
  execute format('revoke create on schema %I from lyceum_projector', name);
  execute format('grant usage on schema %I to lyceum_analyst', name);
  execute format('comment on schema %I is %L', name, 'Lyceum replay: ' || said);
end
$$;
revoke all on function log.keep_past from public;
grant execute on function log.keep_past to lyceum_projector;
