-- How much each person has appended on a day (UTC): the append counts it in its own transaction, under the log's lock, so
-- all processes share the count and none can exceed it. One row for each person, of the last day on which they appended.
-- Unlogged: after a crash of PostgreSQL the count of the day begins anew, and no append pays for it with the disk.
create unlogged table log.budgets (
  person uuid primary key,
  day date not null,
  events bigint not null,
  bytes bigint not null
) with (fillfactor = 50);
comment on table log.budgets is 'What each person has appended on the last day on which they appended anything.';

-- Goes with the key of the person's data.
create function log.forget_budget() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from log.budgets where person = new.person;
  return null;
end
$$;
revoke all on function log.forget_budget from public;
create trigger forget_budget after insert or update on vault.keys
  for each row when (new.destroyed_at is not null) execute function log.forget_budget();

-- Counts the requests of a batch, and returns the numbers of those whose person had spent the budget before: they are not
-- counted. Null: none. Arrays have one element for each request; a null person is not counted. Requests in
-- `refused_requests` were refused for another reason. A request that is not `enforced` is counted and never refused.
-- The last request that fits may exceed the budget, so that a person who has anything left can use it.
create function log.spend_budgets(
  today date, refused_requests integer[],
  budget_person uuid[], budget_events integer[], budget_bytes integer[], budget_enforced boolean[],
  max_events bigint, max_bytes bigint)
  returns integer[] language plpgsql as $$
declare
  close_to_limit uuid[];
  over_budget integer[];
begin
  with counted as (
    insert into log.budgets as spent (person, day, events, bytes)
      select sent.person, today, sum(sent.events), sum(sent.bytes)
        from unnest(budget_person, budget_events, budget_bytes) with ordinality as sent(person, events, bytes, request)
        where sent.person is not null and (refused_requests is null or sent.request <> all (refused_requests))
        group by sent.person
      on conflict (person) do update set
        day = excluded.day,
        events = case when spent.day = excluded.day then spent.events else 0 end + excluded.events,
        bytes = case when spent.day = excluded.day then spent.bytes else 0 end + excluded.bytes
      returning spent.person, spent.events, spent.bytes
  )
  select array_agg(counted.person) into close_to_limit
    from counted where counted.events >= max_events or counted.bytes >= max_bytes;
  if close_to_limit is null then
    return null;
  end if;

  with running as (
    select sent.request, sent.enforced,
        spent.events - sum(sent.events) over (partition by sent.person order by sent.request desc) as events_before,
        spent.bytes - sum(sent.bytes) over (partition by sent.person order by sent.request desc) as bytes_before
      from unnest(budget_person, budget_events, budget_bytes, budget_enforced) with ordinality
        as sent(person, events, bytes, enforced, request)
      join log.budgets as spent on spent.person = sent.person
      where sent.person = any (close_to_limit)
        and (refused_requests is null or sent.request <> all (refused_requests))
  )
  select array_agg(running.request::integer order by running.request) into over_budget
    from running
    where running.enforced and (running.events_before >= max_events or running.bytes_before >= max_bytes);
  if over_budget is not null then
    update log.budgets as spent set events = spent.events - refused.events, bytes = spent.bytes - refused.bytes
      from (
        select sent.person, sum(sent.events) as events, sum(sent.bytes) as bytes
          from unnest(budget_person, budget_events, budget_bytes) with ordinality as sent(person, events, bytes, request)
          where sent.request = any (over_budget)
          group by sent.person) as refused
      where spent.person = refused.person;
  end if;
  return over_budget;
end
$$;
revoke all on function log.spend_budgets from public;

-- The functions of migrations 0004 and 0190, which now also count. Without the new parameters they do what they did, so a process of
-- an earlier version keeps working.
drop function log.append_batch;
drop function log.append_one;
drop function log.append_reserving;
drop function log.write_batch;

-- One more reason to refuse a request: {request, outcome: over-budget}. A known key and a conflict take precedence, so a
-- repeated command gets its answer although the budget is spent.
create function log.write_batch(
  last_position bigint, this_time timestamptz,
  request_command uuid[], request_metadata text[],
  request_last_event integer[],
  request_key text[], request_body_hash text[], request_status integer[], request_answer text[],
  expect_request integer[], expect_stream text[], expect_version integer[],
  event_request integer[], event_stream text[], event_version integer[],
  event_type text[], event_schema_version integer[], event_data text[],
  destroy_request integer[], destroy_person uuid[],
  budget_person uuid[] default null, budget_events integer[] default null, budget_bytes integer[] default null,
  budget_enforced boolean[] default null, max_events bigint default null, max_bytes bigint default null,
  out refused json)
  language plpgsql as $$
declare
  refused_requests integer[];
  over_budget integer[];
begin
  with known as (
    select sent.request, sent.body_hash = done.body_hash as same, done.position, done.status, done.answer
      from unnest(request_key, request_body_hash) with ordinality as sent(key, body_hash, request)
      join log.commands as done on done.key = sent.key
  ), conflict as (
    select distinct on (expected.request) expected.request, expected.stream, coalesce(last.version, 0) as version
      from unnest(expect_request, expect_stream, expect_version) with ordinality
        as expected(request, stream, version, place)
      left join lateral (
        select events.version from log.events where events.stream = expected.stream
          order by events.version desc limit 1) as last on true
      where coalesce(last.version, 0) <> expected.version
      order by expected.request, expected.place
  ), refusal as (
    select request::integer, case when same then 'repeated' else 'key-reused' end as outcome,
        position, status, answer, null::text as stream, null::integer as version
      from known
    union all
    select request, 'conflict', null, null, null, stream, version from conflict
      where request not in (select known.request from known)
  )
  select array_agg(refusal.request), json_agg(refusal) into refused_requests, refused from refusal;

  if budget_person is not null then
    over_budget := log.spend_budgets((this_time at time zone 'UTC')::date, refused_requests,
      budget_person, budget_events, budget_bytes, budget_enforced, max_events, max_bytes);
    if over_budget is not null then
      refused_requests := coalesce(refused_requests, '{}') || over_budget;
      select json_agg(each.refusal) into refused from (
        select json_array_elements(coalesce(refused, '[]'::json)) as refusal
        union all
        select json_build_object('request', exceeding.request, 'outcome', 'over-budget')
          from unnest(over_budget) as exceeding(request)) as each;
    end if;
  end if;

  if refused_requests is null then
    insert into log.events
        (position, recorded_at, version, schema_version, command_id, stream, type, data, metadata)
      select last_position + written.place, this_time, written.version, written.schema_version,
          request_command[written.request], written.stream, written.type, written.data::json,
          request_metadata[written.request]::json
        from unnest(event_request, event_stream, event_version, event_type, event_schema_version, event_data)
          with ordinality as written(request, stream, version, type, schema_version, data, place);
    insert into log.commands (recorded_at, position, command_id, status, key, body_hash, answer)
      select this_time, last_position + sent.last_event, sent.command, sent.status, sent.key, sent.body_hash,
          sent.answer::json
        from unnest(request_command, request_last_event, request_key, request_body_hash, request_status, request_answer)
          as sent(command, last_event, key, body_hash, status, answer)
        where sent.key is not null;
  else
    insert into log.events
        (position, recorded_at, version, schema_version, command_id, stream, type, data, metadata)
      select last_position + row_number() over (order by written.place), this_time, written.version,
          written.schema_version, request_command[written.request], written.stream, written.type,
          written.data::json, request_metadata[written.request]::json
        from unnest(event_request, event_stream, event_version, event_type, event_schema_version, event_data)
          with ordinality as written(request, stream, version, type, schema_version, data, place)
        where written.request <> all (refused_requests);
    insert into log.commands (recorded_at, position, command_id, status, key, body_hash, answer)
      select this_time, last_position + coalesce(written.place, 0),
          request_command[sent.request], sent.status, sent.key, sent.body_hash, sent.answer::json
        from unnest(request_key, request_body_hash, request_status, request_answer) with ordinality
          as sent(key, body_hash, status, answer, request)
        left join (
          select numbered.request, max(numbered.place) as place from (
            select accepted.request, row_number() over (order by accepted.place) as place
              from unnest(event_request) with ordinality as accepted(request, place)
              where accepted.request <> all (refused_requests)) as numbered
            group by numbered.request) as written on written.request = sent.request
        where sent.key is not null and sent.request <> all (refused_requests);
  end if;

  if destroy_person <> '{}' then
    perform vault.destroy(array_agg(removed.person))
      from unnest(destroy_request, destroy_person) as removed(request, person)
      where refused_requests is null or removed.request <> all (refused_requests)
      having count(*) > 0;
  end if;
end
$$;

create function log.append_batch(
  request_command uuid[], request_metadata text[],
  request_last_event integer[],
  request_key text[], request_body_hash text[], request_status integer[], request_answer text[],
  expect_request integer[], expect_stream text[], expect_version integer[],
  event_request integer[], event_stream text[], event_version integer[],
  event_type text[], event_schema_version integer[], event_data text[],
  destroy_request integer[], destroy_person uuid[],
  budget_person uuid[] default null, budget_events integer[] default null, budget_bytes integer[] default null,
  budget_enforced boolean[] default null, max_events bigint default null, max_bytes bigint default null,
  out base bigint, out refused json)
  language plpgsql security definer as $$
declare
  last_time pg_catalog.timestamptz;
begin
  -- Functions that run as the owner must not look names up where others could have made some. Setting the path for
  -- each call costs 20 µs, a quarter of a lone append; so the session has set it, and here it is only checked.
  if pg_catalog.current_setting('search_path') operator(pg_catalog.<>) 'pg_catalog, pg_temp' then
    raise exception 'An append needs a session with search_path = pg_catalog, pg_temp.';
  end if;
  select head.last_position, head.last_time into base, last_time from log.lock_head() as head;
  refused := log.write_batch(base, greatest(last_time, clock_timestamp()),
    request_command, request_metadata, request_last_event,
    request_key, request_body_hash, request_status, request_answer,
    expect_request, expect_stream, expect_version,
    event_request, event_stream, event_version, event_type, event_schema_version, event_data,
    destroy_request, destroy_person,
    budget_person, budget_events, budget_bytes, budget_enforced, max_events, max_bytes);
end
$$;

create function log.append_one(
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
        where coalesce((select events.version from log.events where events.stream = append_one.stream
            order by events.version desc limit 1), 0) = expected
          and (key is null or not exists (select from log.commands where commands.key = append_one.key))
          and (assert_stream is null or not exists (
            select from unnest(assert_stream, assert_version) as other(stream, version)
              where other.version <> coalesce((select events.version from log.events
                where events.stream = other.stream order by events.version desc limit 1), 0)))
          and (not budget_enforced or not exists (
            select from log.budgets as spent
              where spent.person = budget_person and spent.day = (clock_timestamp() at time zone 'UTC')::date
                and (spent.events >= max_events or spent.bytes >= max_bytes)))
      returning events.position, events.recorded_at
  ), counted as (
    insert into log.budgets as spent (person, day, events, bytes)
      select budget_person, (written.recorded_at at time zone 'UTC')::date, 1, budget_bytes
        from written where budget_person is not null
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

create function log.append_reserving(
  request_command uuid[], request_metadata text[],
  request_last_event integer[],
  request_key text[], request_body_hash text[], request_status integer[], request_answer text[],
  expect_request integer[], expect_stream text[], expect_version integer[],
  event_request integer[], event_stream text[], event_version integer[],
  event_type text[], event_schema_version integer[], event_data text[],
  destroy_request integer[], destroy_person uuid[],
  email_person uuid, email_digest bytea,
  budget_person uuid[] default null, budget_events integer[] default null, budget_bytes integer[] default null,
  budget_enforced boolean[] default null, max_events bigint default null, max_bytes bigint default null,
  out base bigint, out refused json)
  language plpgsql security definer as $$
declare
  last_time pg_catalog.timestamptz;
begin
  if pg_catalog.current_setting('search_path') operator(pg_catalog.<>) 'pg_catalog, pg_temp' then
    raise exception 'An append needs a session with search_path = pg_catalog, pg_temp.';
  end if;
  select head.last_position, head.last_time into base, last_time from log.lock_head() as head;
  begin
    refused := log.write_batch(base, greatest(last_time, clock_timestamp()),
      request_command, request_metadata, request_last_event,
      request_key, request_body_hash, request_status, request_answer,
      expect_request, expect_stream, expect_version,
      event_request, event_stream, event_version, event_type, event_schema_version, event_data,
      destroy_request, destroy_person,
      budget_person, budget_events, budget_bytes, budget_enforced, max_events, max_bytes);
    if refused is null and not vault.reserve_email(email_person, email_digest) then
      raise exception 'Another person has this e-mail address.' using errcode = 'LY001';
    end if;
  exception when sqlstate 'LY001' then
    -- Leaving the block took back what was written, and its count.
    refused := json_build_array(json_build_object('request', 1, 'outcome', 'email-taken'));
  end;
end
$$;

revoke all on function log.write_batch, log.append_batch, log.append_one, log.append_reserving from public;
grant execute on function log.append_batch, log.append_one, log.append_reserving to lyceum_command;
