#!/bin/bash
# Runs once, when the database is created: creates a login for each service with the one group role that it needs. The
# migrations grant privileges to the group roles. Passwords come from the environment.
set -euo pipefail
login() { # login NAME GROUP PASSWORD
  psql -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -d "$POSTGRES_DB" -v name="$1" -v grp="$2" -v password="$3" <<'SQL'
create role :"grp" nologin;
create role :"name" login password :'password' in role :"grp";
SQL
}
login command_api lyceum_command "$COMMAND_DB_PASSWORD"
login projector lyceum_projector "$PROJECTOR_DB_PASSWORD"
login read_api lyceum_reader "$READ_DB_PASSWORD"
login analyst lyceum_analyst "$ANALYST_DB_PASSWORD"
