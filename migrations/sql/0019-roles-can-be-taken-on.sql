-- Since PostgreSQL 16 an owner who is no superuser and has made the roles may grant them, but not take them on; giving
-- tables to lyceum_projector asks for that, and so do services that connect as the owner.
do $$
declare
  wanted text;
begin
  if current_setting('server_version_num')::integer < 160000 then
    return;
  end if;
  foreach wanted in array array['lyceum_command', 'lyceum_projector', 'lyceum_reader', 'lyceum_analyst'] loop
    if not pg_has_role(current_user, wanted, 'set') then
      execute format('grant %I to %I', wanted, current_user);
    end if;
  end loop;
end
$$;
