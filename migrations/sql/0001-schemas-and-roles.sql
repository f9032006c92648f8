-- Group roles without login. A hosted PostgreSQL may forbid CREATE ROLE: then they are made beforehand by its
-- administrator and found here. Roles belong to the whole server, so two databases may be migrated at once.
do $$
declare
  wanted text;
begin
  foreach wanted in array array['lyceum_command', 'lyceum_projector', 'lyceum_reader', 'lyceum_analyst'] loop
    if not exists (select from pg_roles where rolname = wanted) then
      begin
        execute format('create role %I nologin', wanted);
      exception
        when duplicate_object or unique_violation then null; -- made by another database's migration meanwhile
        when insufficient_privilege then
          raise exception 'The role % does not exist and % may not create it.', wanted, current_user
            using hint = format('Ask the administrator of this PostgreSQL for: create role %I nologin; grant %I to %I;',
              wanted, wanted, current_user);
      end;
    end if;
    if not pg_has_role(current_user, wanted, 'member') then
      execute format('grant %I to %I', wanted, current_user);
    end if;
  end loop;
end
$$;

create schema log;
create schema vault;
create schema read;
create schema state;

comment on schema log is 'What happened: the one source of truth, only ever appended to.';
comment on schema vault is 'Keys of personal data, wrapped by the master key. Backed up apart from the log.';
comment on schema read is 'Read tables: derived from the log, can be rebuilt at any time.';
comment on schema state is 'What is neither history nor derived: small tables of the command-api.';

revoke create on schema public from public;
