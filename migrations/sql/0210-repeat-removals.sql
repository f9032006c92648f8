-- A backup may be older than a removal. The projector keeps a list of removals outside the database and repeats those that a
-- restored log lacks. It may not append anything else, so this function does it: it writes the same events as the removal did,
-- and destroys the keys in the same transaction. Persons whom the log does not know yet lose their key as well: they were
-- registered and removed after the backup. Returns how many persons were removed again.
create function log.repeat_removals(persons uuid[]) returns integer
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
    where exists (select from log.events where stream = 'user-' || given.person)
      and not exists (select from log.events where stream = 'user-' || given.person and type = 'UserRemoved');
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
        (select max(version) from log.events where events.stream = 'user-' || person) + 1 as version
      from unnest(returned) as one(person)
  ), admin as (
    select distinct on (data ->> 'userId') data ->> 'userId' as person, type
      from log.events where stream = 'admins' order by data ->> 'userId', version desc
  ), dismissal as (
    select 2 as part, person as sorting, 'admins' as stream, 'AdminDismissed' as type,
        json_build_object('userId', person)::text as data,
        (select max(version) from log.events where events.stream = 'admins')
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
revoke all on function log.repeat_removals from public;
grant execute on function log.repeat_removals to lyceum_projector;

-- The projector adds the removals in the log to its list when it starts, so the reactor begins here.
insert into read.reactors (reactor, position)
  select 'removal-list', coalesce(max(position), 0) from log.events;
