-- Returns the last archived version of a stream if events after a version are archived, otherwise null. It is called for streams that
-- have no such events in log.events. A function, because a statement that names more tables takes longer, even if it does not read
-- them: the check in this function costs only the statements that need it. As it is stable, it sees the snapshot of the statement.
-- The first query spares a search of log.archived_streams, which may be on the disk, for streams without new events.
create function log.archived_version(stream text, after integer) returns integer
  language plpgsql stable set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_variable
begin
  if after > 0 and exists (select from log.events where events.stream = stream and events.version = after) then
    return null;
  end if;
  return (select archived.version from log.archived_streams as archived
    where archived.stream = stream and archived.version > after);
end
$$;
revoke all on function log.archived_version from public;
grant execute on function log.archived_version to lyceum_command, lyceum_projector, lyceum_reader;
