-- log.append_one no longer counts towards budgets. A reserve covers up to nineteen of twenty appends, and the statement that can count
-- is slower for them, too (bench/log). For an append that has to be counted, the
-- function returns null, as for every append that it does not accept. The previous release, which passes the last five parameters, then
-- sends it with log.append_batch.
create or replace function log.append_one(
  command uuid, metadata text, stream text, expected integer, type text, schema_version integer, data text,
  assert_stream text[], assert_version integer[], key text, body_hash text, status integer, answer text,
  budget_person uuid default null, budget_bytes integer default null, budget_enforced boolean default false,
  max_events bigint default null, max_bytes bigint default null)
  returns bigint language plpgsql security definer as $$
#variable_conflict use_variable
declare
  locked pg_catalog.text;
  base pg_catalog.int8;
begin
  if pg_catalog.current_setting('search_path') operator(pg_catalog.<>) 'pg_catalog, pg_temp' then
    raise exception 'An append needs a session with search_path = pg_catalog, pg_temp.';
  end if;
  if budget_person is not null then
    return null;
  end if;
  if current_setting('lyceum.knows_archive', true) is distinct from 'on' then
    perform log.require_nothing_archived();
  end if;
  -- As an assignment it takes the short way of evaluating expressions.
  locked := pg_advisory_xact_lock(4115200);
  with written as (
    insert into log.events
        (position, recorded_at, version, schema_version, command_id, stream, type, data, metadata)
      select coalesce(last.position, 0) + 1, greatest(last.recorded_at, clock_timestamp()),
          expected + 1, schema_version, command, stream, type, data::json, metadata::json
        from (values (1)) as one
        left join lateral (
          select events.position, events.recorded_at from log.events order by events.position desc limit 1) as last on true
        where coalesce(
            (select events.version from log.events where events.stream = append_one.stream
              order by events.version desc limit 1),
            (select archived.version from log.archived_streams as archived where archived.stream = append_one.stream),
            0) = expected
          and (key is null or not exists (select from log.commands where commands.key = append_one.key))
          and (assert_stream is null or not exists (
            select from unnest(assert_stream, assert_version) as other(stream, version)
              where other.version <> coalesce(
                (select events.version from log.events where events.stream = other.stream
                  order by events.version desc limit 1),
                (select archived.version from log.archived_streams as archived where archived.stream = other.stream),
                0)))
      returning events.position, events.recorded_at
  ), stored as (
    insert into log.commands (recorded_at, position, command_id, status, key, body_hash, answer)
      select written.recorded_at, written.position, command, status, key, body_hash, answer::json
        from written where key is not null
  )
  select written.position - 1 into base from written;
  return base;
end
$$;

-- Like log.append_one, and counts `budget_events` events and `budget_bytes` bytes towards the person's budget: those of the append, or
-- also a reserve for later ones. Also returns null if the budget is spent. The statement stands twice, because PostgreSQL prepares the
-- part that counts even if nothing is counted.
create function log.append_one_counted(
  command uuid, metadata text, stream text, expected integer, type text, schema_version integer, data text,
  assert_stream text[], assert_version integer[], key text, body_hash text, status integer, answer text,
  budget_person uuid, budget_events integer, budget_bytes integer, budget_enforced boolean,
  max_events bigint, max_bytes bigint)
  returns bigint language plpgsql security definer as $$
#variable_conflict use_variable
declare
  locked pg_catalog.text;
  base pg_catalog.int8;
begin
  if pg_catalog.current_setting('search_path') operator(pg_catalog.<>) 'pg_catalog, pg_temp' then
    raise exception 'An append needs a session with search_path = pg_catalog, pg_temp.';
  end if;
  if current_setting('lyceum.knows_archive', true) is distinct from 'on' then
    perform log.require_nothing_archived();
  end if;
  -- As an assignment it takes the short way of evaluating expressions.
  locked := pg_advisory_xact_lock(4115200);
  with written as (
    insert into log.events
        (position, recorded_at, version, schema_version, command_id, stream, type, data, metadata)
      select coalesce(last.position, 0) + 1, greatest(last.recorded_at, clock_timestamp()),
          expected + 1, schema_version, command, stream, type, data::json, metadata::json
        from (values (1)) as one
        left join lateral (
          select events.position, events.recorded_at from log.events order by events.position desc limit 1) as last on true
        where coalesce(
            (select events.version from log.events where events.stream = append_one_counted.stream
              order by events.version desc limit 1),
            (select archived.version from log.archived_streams as archived where archived.stream = append_one_counted.stream),
            0) = expected
          and (key is null or not exists (select from log.commands where commands.key = append_one_counted.key))
          and (assert_stream is null or not exists (
            select from unnest(assert_stream, assert_version) as other(stream, version)
              where other.version <> coalesce(
                (select events.version from log.events where events.stream = other.stream
                  order by events.version desc limit 1),
                (select archived.version from log.archived_streams as archived where archived.stream = other.stream),
                0)))
          and (not budget_enforced or not exists (
            select from log.budgets as spent
              where spent.person = budget_person
                and spent.day = (greatest(last.recorded_at, clock_timestamp()) at time zone 'UTC')::date
                and (spent.events >= max_events or spent.bytes >= max_bytes)))
      returning events.position, events.recorded_at
  ), counted as (
    insert into log.budgets as spent (person, day, events, bytes)
      select budget_person, (written.recorded_at at time zone 'UTC')::date, budget_events, budget_bytes from written
      on conflict (person) do update set
        day = excluded.day,
        events = case when spent.day = excluded.day then spent.events else 0 end + excluded.events,
        bytes = case when spent.day = excluded.day then spent.bytes else 0 end + excluded.bytes
  ), stored as (
    insert into log.commands (recorded_at, position, command_id, status, key, body_hash, answer)
      select written.recorded_at, written.position, command, status, key, body_hash, answer::json
        from written where key is not null
  )
  select written.position - 1 into base from written;
  return base;
end
$$;

revoke all on function log.append_one_counted from public;
grant execute on function log.append_one_counted to lyceum_command;
