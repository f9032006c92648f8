-- Up to where each person has seen what was announced, on whatever device: state, neither history nor derived.
create table state.announcements_seen (
  user_id uuid primary key,
  position bigint not null check (position >= 0),
  at timestamptz not null
) with (fillfactor = 80);

create index announcements_seen_by_position on state.announcements_seen (position);

-- Moves a person's place forward, never back, and tells their other devices by a notification. The lock on the person's
-- key lets a removal come before or after, never between. A place beyond the log's end would hide what comes later: it
-- is cut to the end. Answers where the person stands now; null where the person has no key (any more).
create function state.see_announcements(person uuid, seen bigint) returns bigint
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  upto bigint;
  now_at bigint;
begin
  perform from vault.keys where keys.person = see_announcements.person and keys.destroyed_at is null for share;
  if not found then
    return null;
  end if;
  select least(see_announcements.seen, coalesce(max(events.position), 0)) into upto from log.events;
  insert into state.announcements_seen as known (user_id, position, at)
    values (see_announcements.person, upto, clock_timestamp())
    on conflict (user_id) do update set position = excluded.position, at = excluded.at
      where known.position < excluded.position
    returning known.position into now_at;
  if found then
    perform pg_notify('lyceum_seen', json_build_object('person', see_announcements.person, 'position', now_at)::text);
    return now_at;
  end if;
  select known.position into now_at from state.announcements_seen as known
    where known.user_id = see_announcements.person;
  return now_at;
end
$$;
revoke all on function state.see_announcements from public;
grant execute on function state.see_announcements to lyceum_command;
-- The function is the only way in.
revoke insert, update, delete on state.announcements_seen from lyceum_command;
grant select on state.announcements_seen to lyceum_reader;

-- Goes with the key of the person's data: in the transaction of the removal, and again after a restoration.
create function state.forget_announcements_seen() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from state.announcements_seen where user_id = new.person;
  return null;
end
$$;
revoke all on function state.forget_announcements_seen from public;
create trigger forget_announcements_seen after insert or update on vault.keys
  for each row when (new.destroyed_at is not null) execute function state.forget_announcements_seen();
