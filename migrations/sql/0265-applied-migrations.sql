-- A service reads which migrations were applied, and does not start on a schema that is older than its code.
create function log.applied_migrations() returns setof text language sql stable security definer
  set search_path to 'pg_catalog', 'pg_temp' as 'select name from public.migrations';
revoke all on function log.applied_migrations() from public;
grant execute on function log.applied_migrations() to lyceum_command, lyceum_projector, lyceum_reader;
