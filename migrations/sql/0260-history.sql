-- The history of the log. A failover with asynchronous replication, and the restore of a backup, lose the last events, and
-- their positions are given to others. The log is still the same (log.identity: seals and proofs name it), but what clients
-- and caches know by position may be wrong. They know the log by the id of its history, which is another one after a loss.
create table log.history (
  only_row boolean primary key default true check (only_row),
  -- Null: the log has its first history, whose id is that of the log.
  id uuid,
  -- The timeline of the server on which this history was confirmed last.
  timeline text collate "C" not null
);
insert into log.history (timeline) values (left(pg_walfile_name(pg_current_wal_lsn()), 8));
grant select on log.history to lyceum_command, lyceum_projector, lyceum_reader;

-- Confirms that the log still has the event that a process has seen, and begins another history if not. PostgreSQL does not
-- know what it has lost, so somebody has to say what was there. A process that has seen nothing yet (seen_position is null)
-- confirms nothing: a new timeline that nobody has confirmed begins another history. Whoever is second gets the id that the
-- first has made.
-- @param known the id of the history of which the process has seen the event.
-- @param seen_at in microseconds since 1970. A repeated command has the same id, but another time.
-- @return the id of the current history.
create function log.confirm_history(known uuid, seen_position bigint, seen_command uuid, seen_at bigint) returns uuid
  language plpgsql security definer set search_path to 'pg_catalog', 'pg_temp' as $$
declare
  found_id uuid;
  confirmed text;
  timeline_here text := left(pg_walfile_name(pg_current_wal_lsn()), 8);
  is_same boolean;
begin
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
revoke all on function log.confirm_history(uuid, bigint, uuid, bigint) from public;
grant execute on function log.confirm_history(uuid, bigint, uuid, bigint) to lyceum_reader;

-- When the event at the position of a checkpoint was recorded. It shows whether the log still has that event, if read tables
-- and log were restored from different backups. Null: the log had no event at that position.
alter table read.checkpoints add column event_at timestamptz;
update read.checkpoints set event_at = (select recorded_at from log.events where events.position = checkpoints.position);
create function read.note_event_of_checkpoint() returns trigger language plpgsql set search_path to 'pg_catalog', 'pg_temp' as $$
begin
  new.event_at := (select recorded_at from log.events where events.position = new.position);
  return new;
end
$$;
create trigger note_event before update of position on read.checkpoints
  for each row execute function read.note_event_of_checkpoint();
