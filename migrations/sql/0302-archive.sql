-- The archive: old events move from log.events into immutable files in an object store. See decision 0072.

-- A segment is a range of sealed events that is in the archive and no longer in log.events. Segments are contiguous from position 1.
create table log.segments (
  number integer primary key check (number > 0),
  first_position bigint not null unique,
  last_position bigint not null unique,
  first_recorded_at timestamptz not null,
  last_recorded_at timestamptz not null,
  events_object text not null,
  streams_object text not null,
  bytes bigint not null,
  sha256 bytea not null,
  archived_at timestamptz not null default now(),
  constraint segments_positions_check check (first_position > 0 and last_position >= first_position),
  constraint segments_sha256_check check (octet_length(sha256) = 32)
);
comment on table log.segments is 'Ranges of events that are in the archive and no longer in log.events, contiguous from position 1.';
comment on column log.segments.bytes is 'The size of the events object.';
comment on column log.segments.sha256 is 'The SHA-256 of the footer of the events object. The footer contains the hashes of the rest of this object, and of the streams object.';

create table log.archived_streams (
  stream text collate "C" primary key,
  version integer not null check (version > 0),
  segments integer[] not null,
  position bigint not null
);
comment on table log.archived_streams is 'For each stream with archived events: the version and position of the last one, and the segments with its events.';

-- Commands read the stream of their user, and mostly that of a course or of the Admins. They would depend on the object store if these
-- streams were only there. Personal fields are encrypted, as in log.events.
create table log.kept_events (like log.events, primary key (position), unique (stream, version));
create index kept_events_removals on log.kept_events (position) where type = 'UserRemoved';
comment on table log.kept_events is 'Copies of all archived events of the streams admins, user-<id> and course-<id>.';

create view log.removals as
  select position, recorded_at, stream from log.events where type = 'UserRemoved'
  union all
  select position, recorded_at, stream from log.kept_events where type = 'UserRemoved';
comment on view log.removals is 'All removals of users, in log.events or archived.';

grant select on log.segments, log.archived_streams, log.kept_events to lyceum_command, lyceum_projector, lyceum_reader;
grant select on log.removals to lyceum_projector;

-- The tables only ever gain.
create trigger segments_are_kept before update or delete or truncate on log.segments
  for each statement execute function log.refuse_change();
create trigger kept_events_are_kept before update or delete or truncate on log.kept_events
  for each statement execute function log.refuse_change();
create trigger archived_streams_are_kept before delete or truncate on log.archived_streams
  for each statement execute function log.refuse_change();
create trigger archived_streams_grow before update on log.archived_streams
  for each row when (
    new.stream <> old.stream or new.version <= old.version or new.position <= old.position
    or new.segments[:cardinality(old.segments)] <> old.segments
    or cardinality(new.segments) <> cardinality(old.segments) + 1)
  execute function log.refuse_change();

-- Returns the last archived position; 0 if nothing is archived.
create function log.archived_head() returns bigint
  language sql stable set search_path = pg_catalog, pg_temp
  as 'select coalesce((select max(segments.last_position) from log.segments), 0)';
revoke all on function log.archived_head from public;
grant execute on function log.archived_head to lyceum_command, lyceum_projector, lyceum_reader;

-- Events of a recorded segment may be deleted. All others are kept.
create function log.refuse_deletion() returns trigger language plpgsql as $$
declare
  archived_head bigint := log.archived_head();
begin
  if exists (select from deleted where deleted.position > archived_head) then
    raise exception 'DELETE on log.events is refused: history is only ever appended to, and only archived events may be deleted.'
      using errcode = 'restrict_violation';
  end if;
  return null;
end
$$;
revoke all on function log.refuse_deletion from public;
create or replace trigger events_are_kept before update or truncate on log.events
  for each statement execute function log.refuse_change();
create trigger unarchived_events_are_kept after delete on log.events
  referencing old table as deleted for each statement execute function log.refuse_deletion();

-- Records a segment whose objects are in the object store, and deletes its events from log.events. The caller has compared the
-- objects with the seals. Only the owner may call it. Appends go on meanwhile. The last event of the log is never archived, because
-- the next append needs it.
-- @param first_position where the previous segment ends plus 1. A seal must begin there.
-- @param last_position a seal must end there.
-- @param bytes of the events object.
-- @param sha256 of the footer of the events object.
-- @return the number of the segment.
create function log.archive_segment(
  first_position bigint, last_position bigint, events_object text, streams_object text, bytes bigint, sha256 bytea)
  returns integer language plpgsql set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_variable
declare
  this_number integer;
  expected_first bigint;
  head bigint;
  events_found bigint;
  first_time timestamptz;
  last_time timestamptz;
begin
  -- One segment at a time. Readers do not wait.
  lock table log.segments in share row exclusive mode;
  select coalesce(max(segments.number), 0) + 1, coalesce(max(segments.last_position), 0) + 1
    into this_number, expected_first from log.segments;
  if first_position <> expected_first then
    raise exception 'The next segment begins at position %, not at %.', expected_first, first_position
      using errcode = 'invalid_parameter_value';
  end if;
  if not exists (select from log.seals where seals.first_position = archive_segment.first_position)
    or not exists (select from log.seals where seals.last_position = archive_segment.last_position) then
    raise exception 'The positions % to % are not the range of some seals.', first_position, last_position
      using errcode = 'invalid_parameter_value';
  end if;
  select max(events.position) into head from log.events;
  if last_position >= head then
    raise exception 'Position % cannot be archived: the last event of the log stays in log.events.', last_position
      using errcode = 'invalid_parameter_value';
  end if;
  select count(*), min(events.recorded_at), max(events.recorded_at) into events_found, first_time, last_time
    from log.events where events.position between first_position and last_position;
  if events_found <> last_position - first_position + 1 then
    raise exception 'Of the positions % to %, log.events has only %.', first_position, last_position, events_found
      using errcode = 'data_exception';
  end if;

  insert into log.segments (number, first_position, last_position, first_recorded_at, last_recorded_at,
      events_object, streams_object, bytes, sha256)
    values (this_number, first_position, last_position, first_time, last_time,
      events_object, streams_object, bytes, sha256);
  insert into log.archived_streams as known (stream, version, segments, position)
    select events.stream, max(events.version), array[this_number], max(events.position)
      from log.events where events.position between first_position and last_position
      group by events.stream order by events.stream
    on conflict (stream) do update
      set version = excluded.version, segments = known.segments || excluded.segments, position = excluded.position;
  insert into log.kept_events
    select events.* from log.events where events.position between first_position and last_position
        and (events.stream = 'admins' or events.stream like 'user-%' or events.stream like 'course-%');
  -- Plans that were made for the smaller table are made again.
  analyze log.kept_events;
  delete from log.events where events.position between first_position and last_position;
  return this_number;
end
$$;
revoke all on function log.archive_segment from public;

-- A service of a release without the archive would decide on a part of the record, so its appends are refused once a segment exists.
-- The sessions of other services set lyceum.knows_archive, so the usual append does not look at the table.
create function log.require_nothing_archived() returns void
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from log.segments) then
    raise exception 'Events of this log are archived, and a service of this release cannot read them. Start the current release.'
      using errcode = 'object_not_in_prerequisite_state';
  end if;
end
$$;
revoke all on function log.require_nothing_archived from public;

-- The functions below are those of migrations 0295, 0200, 0210 and 0271, with the same parameters and results. They now know archived
-- events. log.archived_streams is only read if log.events has no event of the stream. The functions that services call also check that
-- the session knows the archive.

create or replace function log.write_batch(
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
  is_written boolean := false;
begin
  -- Almost always nothing is refused. Then a search for stored keys before the insert would only repeat what the unique index of
  -- log.commands checks anyway, and reading the arrays by subscript is cheaper than `unnest`. Both together take an eighth of the
  -- time of a batch. If anything is refused, the block is rolled back, and the statements below find out what it was.
  if not exists (
    select from generate_series(1, cardinality(expect_version)) as n
      where coalesce(
          (select events.version from log.events where events.stream = expect_stream[n]
            order by events.version desc limit 1),
          (select archived.version from log.archived_streams as archived where archived.stream = expect_stream[n]),
          0) <> expect_version[n])
  then
    begin
      if budget_person is not null and log.spend_budgets((this_time at time zone 'UTC')::date, null,
          budget_person, budget_events, budget_bytes, budget_enforced, max_events, max_bytes) is not null then
        raise exception 'A person has spent the budget.' using errcode = 'LY002';
      end if;
      insert into log.commands (recorded_at, position, command_id, status, key, body_hash, answer)
        select this_time, last_position + request_last_event[n], request_command[n], request_status[n], request_key[n],
            request_body_hash[n], request_answer[n]::json
          from generate_series(1, cardinality(request_key)) as n
          where request_key[n] is not null;
      insert into log.events
          (position, recorded_at, version, schema_version, command_id, stream, type, data, metadata)
        select last_position + n, this_time, event_version[n], event_schema_version[n],
            request_command[event_request[n]], event_stream[n], event_type[n], event_data[n]::json,
            request_metadata[event_request[n]]::json
          from generate_series(1, cardinality(event_request)) as n;
      is_written := true;
    exception when unique_violation or sqlstate 'LY002' then
      null;
    end;
  end if;
  if is_written then
    if destroy_person <> '{}' then
      perform vault.destroy(destroy_person);
    end if;
    return;
  end if;

  with known as (
    select sent.request, sent.body_hash = done.body_hash as same, done.position, done.status, done.answer
      from unnest(request_key, request_body_hash) with ordinality as sent(key, body_hash, request)
      join log.commands as done on done.key = sent.key
  ), conflict as (
    select distinct on (expected.request) expected.request, expected.stream, last.version
      from unnest(expect_request, expect_stream, expect_version) with ordinality
        as expected(request, stream, version, place)
      cross join lateral (
        select coalesce(
          (select events.version from log.events where events.stream = expected.stream
            order by events.version desc limit 1),
          (select archived.version from log.archived_streams as archived where archived.stream = expected.stream),
          0) as version) as last
      where last.version <> expected.version
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

  refused_requests := coalesce(refused_requests, '{}');
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

  if destroy_person <> '{}' then
    perform vault.destroy(array_agg(removed.person))
      from unnest(destroy_request, destroy_person) as removed(request, person)
      where removed.request <> all (refused_requests)
      having count(*) > 0;
  end if;
end
$$;

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

create or replace function log.append_batch(
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
  if current_setting('lyceum.knows_archive', true) is distinct from 'on' then
    perform log.require_nothing_archived();
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

create or replace function log.append_reserving(
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
  if current_setting('lyceum.knows_archive', true) is distinct from 'on' then
    perform log.require_nothing_archived();
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

-- The user, or the stream of the Admins, may be archived.
create or replace function log.repeat_removals(persons uuid[]) returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  base bigint;
  last_time timestamptz;
  returned uuid[];
  with_key uuid[];
  event_streams text[];
  event_versions integer[];
  event_types text[];
  event_datas text[];
begin
  select head.last_position, head.last_time into base, last_time from log.lock_head() as head;

  select array_agg(given.person order by given.person) into returned
    from (select distinct person from unnest(persons) as one(person) where person is not null) as given
    where (exists (select from log.events where stream = 'user-' || given.person)
        or exists (select from log.archived_streams where stream = 'user-' || given.person))
      and not exists (select from log.removals where stream = 'user-' || given.person);
  returned := coalesce(returned, '{}');

  select array_agg(given.person) into with_key
    from (select distinct person from unnest(persons) as one(person) where person is not null) as given
    left join vault.keys on keys.person = given.person
    where keys.destroyed_at is null;
  with_key := coalesce(with_key, '{}');

  if returned = '{}' and with_key = '{}' then
    return 0;
  end if;

  with removal as (
    select 1 as part, person::text as sorting, 'user-' || person as stream, 'UserRemoved' as type, '{}' as data,
        coalesce(
          (select max(version) from log.events where events.stream = 'user-' || person),
          (select version from log.archived_streams where archived_streams.stream = 'user-' || person)) + 1 as version
      from unnest(returned) as one(person)
  ), admin as (
    select distinct on (data ->> 'userId') data ->> 'userId' as person, type
      from (
        select version, type, data from log.events where stream = 'admins'
        union all select version, type, data from log.kept_events where stream = 'admins') as event
      order by data ->> 'userId', version desc
  ), dismissal as (
    select 2 as part, person as sorting, 'admins' as stream, 'AdminDismissed' as type,
        json_build_object('userId', person)::text as data,
        coalesce(
            (select max(version) from log.events where events.stream = 'admins'),
            (select version from log.archived_streams where archived_streams.stream = 'admins'))
          + (row_number() over (order by person))::integer as version
      from admin where type = 'AdminAppointed' and person in (select one::text from unnest(returned) as one)
  ), written as (
    select * from removal union all select * from dismissal
  )
  select array_agg(written.stream order by part, sorting), array_agg(written.version order by part, sorting),
      array_agg(written.type order by part, sorting), array_agg(written.data order by part, sorting)
    into event_streams, event_versions, event_types, event_datas
    from written;

  perform log.write_batch(base, greatest(last_time, clock_timestamp()),
    array[gen_random_uuid()], array['{"actor":{"system":"removal list"},"correlationId":"removal list"}'],
    array[coalesce(cardinality(event_streams), 0)], array[null::text], array[null::text], array[null::integer], array[null::text],
    '{}', '{}', '{}',
    array_fill(1, array[coalesce(cardinality(event_streams), 0)]), coalesce(event_streams, '{}'), coalesce(event_versions, '{}'),
    coalesce(event_types, '{}'), array_fill(1, array[coalesce(cardinality(event_streams), 0)]), coalesce(event_datas, '{}'),
    array_fill(1, array[cardinality(with_key)]), with_key);
  return cardinality(returned);
end
$$;

-- An archived event is taken for the one that was seen. It was sealed and old, so it is not among those that a failover loses.
create or replace function log.confirm_history(known uuid, seen_position bigint, seen_command uuid, seen_at bigint) returns uuid
  language plpgsql security definer set search_path to 'pg_catalog', 'pg_temp' as $$
declare
  found_id uuid;
  confirmed text;
  timeline_here text := left(pg_walfile_name(pg_current_wal_lsn()), 8);
  is_same boolean;
begin
  perform set_config('synchronous_commit', 'local', true);
  select coalesce(history.id, identity.id), history.timeline into found_id, confirmed
    from log.history cross join log.identity for update of history;
  is_same := case
    when found_id <> known or seen_position is null then confirmed = timeline_here
    when seen_position = 0 then true
    when seen_position <= log.archived_head() then true
    else exists (select from log.events where events.position = seen_position and events.command_id = seen_command
      and (extract(epoch from events.recorded_at) * 1000000)::bigint = seen_at) end;
  if is_same and confirmed = timeline_here then
    return found_id;
  end if;
  update log.history set timeline = timeline_here,
      id = case when is_same then id else gen_random_uuid() end,
      begun_on = case when is_same then begun_on else timeline_here end
    returning coalesce(history.id, found_id) into found_id;
  return found_id;
end
$$;

create or replace function log.confirm_append(appended_position bigint, appended_command uuid) returns void
  language plpgsql security definer set search_path to 'pg_catalog', 'pg_temp' as $$
declare
  timeline_here text := left(pg_walfile_name(pg_current_wal_lsn()), 8);
begin
  if exists (select from log.events
      where events.position = appended_position and events.command_id = appended_command)
    or appended_position <= log.archived_head() then
    return;
  end if;
  perform set_config('synchronous_commit', 'local', true);
  update log.history set id = gen_random_uuid(), timeline = timeline_here, begun_on = timeline_here
    where begun_on is distinct from timeline_here;
end
$$;
