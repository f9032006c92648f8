-- The head signer signs heads of the log in a process of its own. It reads the seals and the log's id, and nothing else: no
-- events, no keys, no read tables.
do $$
declare
  owner text := current_user;
begin
  if not exists (select from pg_roles where rolname = 'lyceum_signer') then
    begin
      -- Migrations act as the owner of the log, who may not create roles. The login that runs them may be allowed to.
      perform set_config('role', 'none', true);
      create role lyceum_signer nologin;
    exception
      when duplicate_object or unique_violation then null; -- made by another database's migration meanwhile
      when insufficient_privilege then
        -- Nothing else needs this role, so the migration goes on without it.
        raise warning 'The role lyceum_signer was not created, so no head signer can run (docs/production.md).';
    end;
    perform set_config('role', owner, true);
  end if;
  if exists (select from pg_roles where rolname = 'lyceum_signer') then
    grant usage on schema log to lyceum_signer;
    grant select (id) on log.identity to lyceum_signer;
    grant select (number, first_position, last_position, event_count, algorithm, sealed_at, root, chained_root, nodes)
      on log.seals to lyceum_signer;
  end if;
end
$$;
