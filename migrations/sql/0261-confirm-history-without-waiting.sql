-- Confirming a history waits for no synchronous standby. After a promotion there is none for a moment, and all reads would
-- wait for it. Losing this commit in the next failover is safe: the history then has another id than a process knows, or an
-- earlier timeline, and is confirmed again.
-- Parameters and answer: see 0260.
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
  update log.history set timeline = timeline_here, id = case when is_same then id else gen_random_uuid() end
    returning coalesce(history.id, found_id) into found_id;
  return found_id;
end
$$;
