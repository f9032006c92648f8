-- A command-api says what it has acknowledged, too. Otherwise a loss is not noticed if no read-api had looked at the log since.

-- The timeline on which this history began; null for the first history. Several command-apis may miss their events after the
-- same failover, and only the first of them begins another history.
alter table log.history add column begun_on text collate "C";

-- Parameters and answer: see 0260. It now notes where a history began.
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

-- Confirms that the log still has an event that a command-api has acknowledged, and begins another history if not, unless one
-- began on this timeline already. It waits for no synchronous standby, for the reason in 0261.
create function log.confirm_append(appended_position bigint, appended_command uuid) returns void
  language plpgsql security definer set search_path to 'pg_catalog', 'pg_temp' as $$
declare
  timeline_here text := left(pg_walfile_name(pg_current_wal_lsn()), 8);
begin
  if exists (select from log.events
      where events.position = appended_position and events.command_id = appended_command) then
    return;
  end if;
  perform set_config('synchronous_commit', 'local', true);
  update log.history set id = gen_random_uuid(), timeline = timeline_here, begun_on = timeline_here
    where begun_on is distinct from timeline_here;
end
$$;
revoke all on function log.confirm_append(bigint, uuid) from public;
grant execute on function log.confirm_append(bigint, uuid) to lyceum_command;
