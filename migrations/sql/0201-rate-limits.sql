-- The commands of each person in the current minute, which all processes of the command-api count together: the table of
-- rate-limiter-flexible (RateLimiterPostgres). Unlogged: after a crash of PostgreSQL the count begins anew.
create unlogged table state.command_rates (
  key varchar(255) primary key,
  points integer not null default 0,
  -- Milliseconds since 1970.
  expire bigint
) with (fillfactor = 50);
comment on table state.command_rates is 'key: the id of a person; points: their commands until expire.';
-- Said in full, because default privileges depend on the role that runs the migrations.
grant select, insert, update, delete on state.command_rates to lyceum_command;
revoke select on state.command_rates from lyceum_reader;

-- Goes with the key of the person's data.
create function state.forget_command_rates() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from state.command_rates where key = new.person::text;
  return null;
end
$$;
revoke all on function state.forget_command_rates from public;
create trigger forget_command_rates after insert or update on vault.keys
  for each row when (new.destroyed_at is not null) execute function state.forget_command_rates();
