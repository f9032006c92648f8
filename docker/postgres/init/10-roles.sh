#!/bin/bash
# Runs once, when the database is created. Creates the owner of the database (not a superuser), which runs the migrations, and a login
# for each service and for analysts. Each login is a member of one group role. The owner is a member of all of them, so that it
# can give them tables. The migrations grant privileges to the group roles. Passwords come from files.
set -euo pipefail
secret() { cat "/run/secrets/$1"; }
run() { psql -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -d "$POSTGRES_DB" "$@"; }
login() { # login NAME GROUP SECRET
  run -v name="$1" -v grp="$2" -v password="$(secret "$3")" -v database="$POSTGRES_DB" <<'SQL'
create role :"grp" nologin;
create role :"name" login password :'password' in role :"grp";
grant connect on database :"database" to :"name";
grant :"grp" to lyceum_owner;
SQL
}
run -v password="$(secret owner_password)" -v database="$POSTGRES_DB" <<'SQL'
create role lyceum_owner login password :'password' nosuperuser nocreatedb nocreaterole;
alter database :"database" owner to lyceum_owner;
revoke all on database :"database" from public;
revoke all on schema public from public;
SQL
login command_api lyceum_command command_password
login projector lyceum_projector projector_password
login read_api lyceum_reader read_password
login analyst lyceum_analyst analyst_password
login head_signer lyceum_signer signer_password
