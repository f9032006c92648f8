-- The append. Every path takes the SAME lock FIRST, in a statement of its own (a statement has one snapshot, taken
-- before it waits), and holds it to the commit: so positions are dense and stand in the order of commit, and what is
-- checked here is simply true. The lock and the last position read from the index, not a head row that every append
-- updates: such a row bloats while any old snapshot is open.
create function log.lock_head(out last_position bigint, out last_time timestamptz)
  language plpgsql as $$
begin
  perform pg_catalog.pg_advisory_xact_lock(4115200);
  select events.position, events.recorded_at into last_position, last_time
    from log.events order by events.position desc limit 1;
  last_position := coalesce(last_position, 0);
  last_time := coalesce(last_time, '-infinity');
end
$$;

-- Writes a batch under the lock. Arrays `request_*` have one element a request, `expect_*` one for each stream that
-- must stand at a version (0: no events), `event_*` one for each event, in order; `*_request` counts from 1.
-- `request_last_event`: which of the events is the request's last, 0 for a no-op.
-- The caller sees to it that in one batch no stream is written by one request and written or asserted by another, and
-- that no key is there twice. One request that is refused never fails its neighbours.
-- refused: null, or a JSON array with one object for each request of which nothing was written:
--   {request, outcome: repeated | key-reused | conflict, position, status, answer, stream, version}
-- Accepted events get the positions after `base`, in order.
create function log.write_batch(
  last_position bigint, this_time timestamptz,
  request_command uuid[], request_metadata text[],
  request_last_event integer[],
  request_key text[], request_body_hash text[], request_status integer[], request_answer text[],
  expect_request integer[], expect_stream text[], expect_version integer[],
  event_request integer[], event_stream text[], event_version integer[],
  event_type text[], event_schema_version integer[], event_data text[],
  destroy_request integer[], destroy_person uuid[],
  out refused json)
  language plpgsql as $$
declare
  refused_requests integer[];
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
    destroy_request, destroy_person);
end
$$;

-- The same for a lone append of one event, the most frequent case while it is quiet: no arrays, one statement after the
-- lock, one value back. null: something is amiss and nothing was written; append_batch says what.
create function log.append_one(
  command uuid, metadata text, stream text, expected integer, type text, schema_version integer, data text,
  assert_stream text[], assert_version integer[], key text, body_hash text, status integer, answer text)
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

-- The same with a time of the caller's choosing, for the demo school's simulated past. Only the owner may call it, and
-- only from an empty log for as long as nothing else was written: the first ordinary event closes it for ever.
create function log.append_seeded(
  seeded_at timestamptz,
  request_command uuid[], request_metadata text[],
  request_last_event integer[],
  request_key text[], request_body_hash text[], request_status integer[], request_answer text[],
  expect_request integer[], expect_stream text[], expect_version integer[],
  event_request integer[], event_stream text[], event_version integer[],
  event_type text[], event_schema_version integer[], event_data text[],
  destroy_request integer[], destroy_person uuid[],
  out base bigint, out refused json)
  language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  last_time timestamptz;
begin
  select head.last_position, head.last_time into base, last_time from log.lock_head() as head;
  if base > 0 and not exists (
      select from log.events where position = base and metadata ->> 'seeded' = 'true') then
    raise exception 'The log is no longer being seeded: its last event is an ordinary one.'
      using errcode = 'object_not_in_prerequisite_state';
  end if;
  if seeded_at > clock_timestamp() then
    raise exception 'A seeded event cannot be in the future.' using errcode = 'invalid_parameter_value';
  end if;
  if exists (select from unnest(request_metadata) as sent(metadata)
      where sent.metadata::json ->> 'seeded' is distinct from 'true') then
    raise exception 'A seeded event must say so in its metadata.' using errcode = 'invalid_parameter_value';
  end if;
  refused := log.write_batch(base, greatest(last_time, seeded_at),
    request_command, request_metadata, request_last_event,
    request_key, request_body_hash, request_status, request_answer,
    expect_request, expect_stream, expect_version,
    event_request, event_stream, event_version, event_type, event_schema_version, event_data,
    destroy_request, destroy_person);
end
$$;

-- Forgets answers older than `keep`, at most `batch` of them; call it again until it returns 0.
create function log.expire_commands(keep interval default '30 days', batch integer default 5000) returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  forgotten integer;
begin
  if keep < interval '1 day' then
    raise exception 'Answers are kept for a day at least.' using errcode = 'invalid_parameter_value';
  end if;
  delete from log.commands where ctid = any (array(
    select old.ctid from log.commands as old where old.recorded_at < now() - keep limit batch));
  get diagnostics forgotten = row_count;
  return forgotten;
end
$$;
