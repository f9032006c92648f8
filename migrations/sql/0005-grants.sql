-- Least privilege: each service has what it needs and no more. Nobody may INSERT into the log: the append function,
-- which runs as the owner, is the only way in.
revoke all on all functions in schema log, vault from public;

grant usage on schema log to lyceum_command, lyceum_projector, lyceum_reader, lyceum_analyst;
grant usage on schema vault to lyceum_command, lyceum_projector, lyceum_reader;
grant usage on schema read to lyceum_command, lyceum_projector, lyceum_reader, lyceum_analyst;
grant usage on schema state to lyceum_command, lyceum_reader;

grant select on log.events, log.identity to lyceum_command, lyceum_projector, lyceum_reader;
grant select on log.commands to lyceum_command;
grant execute on function log.append_batch, log.append_one to lyceum_command;
grant execute on function log.expire_commands to lyceum_projector;

grant select on vault.keys to lyceum_command, lyceum_projector, lyceum_reader;
grant insert (person, master_key_id, wrapped) on vault.keys to lyceum_command;
grant execute on function vault.destroy to lyceum_projector;

alter default privileges in schema read grant select on tables to lyceum_command, lyceum_reader;
alter default privileges in schema read grant select, insert, update, delete, truncate on tables to lyceum_projector;
alter default privileges in schema state grant select, insert, update, delete on tables to lyceum_command;
alter default privileges in schema state grant select on tables to lyceum_reader;

-- What an analyst may see: what happened and when, without persons' data.
create view log.history as
  select position, recorded_at, stream, version, type, metadata -> 'actor' ->> 'role' as actor_role
    from log.events;
grant select on log.history to lyceum_analyst;
