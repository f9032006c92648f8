-- Where a student stands in a course's videos: neither history nor derived, so no event and no read table. One place an
-- enrolment, the last one that was true.
create table state.playback (
  enrolment_id uuid primary key,
  user_id uuid not null,
  module smallint not null check (module between 1 and 5),
  second integer not null check (second >= 0),
  -- When the student stood there.
  at timestamptz not null
) with (fillfactor = 80);

create index playback_by_user on state.playback (user_id, at);

-- Keeps a place unless a later one is known. The lock on the person's key lets a removal come before or after, never
-- between: of a removed person nothing is kept.
-- Answers 'kept', 'older', or 'removed' where the person has no key (any more).
create function state.keep_playback(
  person uuid, enrolment uuid, module smallint, second integer, seconds_ago integer
) returns text
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from vault.keys where keys.person = keep_playback.person and keys.destroyed_at is null for share;
  if not found then
    return 'removed';
  end if;
  insert into state.playback as known (enrolment_id, user_id, module, second, at)
    values (keep_playback.enrolment, keep_playback.person, keep_playback.module, keep_playback.second,
      clock_timestamp() - make_interval(secs => keep_playback.seconds_ago))
    on conflict (enrolment_id) do update
      set module = excluded.module, second = excluded.second, at = excluded.at
      where known.user_id = excluded.user_id and known.at <= excluded.at;
  return case when found then 'kept' else 'older' end;
end
$$;
revoke all on function state.keep_playback from public;
grant execute on function state.keep_playback to lyceum_command;
-- The function is the only way in.
revoke insert, update, delete on state.playback from lyceum_command;
grant select on state.playback to lyceum_reader;

-- A person's places go with the key of their personal data: in the transaction of the removal, and again when
-- removals are applied to a database that was put back.
create function state.forget_playback() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from state.playback where user_id = new.person;
  return null;
end
$$;
revoke all on function state.forget_playback from public;
create trigger forget_playback after insert or update on vault.keys
  for each row when (new.destroyed_at is not null) execute function state.forget_playback();
