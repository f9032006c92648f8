#!/bin/bash
# Stands in for the program of this name in the official image, as far as docker-compose.yml needs it: creates the database on the
# first start, runs the scripts in /docker-entrypoint-initdb.d, and starts the server. Runs as the user postgres.
set -euo pipefail
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  read -ra options <<<"${POSTGRES_INITDB_ARGS:-}"
  initdb --pgdata "$PGDATA" --username "$POSTGRES_USER" --pwfile "$POSTGRES_PASSWORD_FILE" "${options[@]}"
  # Until the database is complete, the server listens only on its socket, so that no client sees it unfinished.
  pg_ctl --pgdata "$PGDATA" -o "-c listen_addresses=''" --wait start
  PGPASSWORD=$(cat "$POSTGRES_PASSWORD_FILE")
  export PGPASSWORD
  [ "$POSTGRES_DB" = postgres ] || createdb --username "$POSTGRES_USER" "$POSTGRES_DB"
  for script in /docker-entrypoint-initdb.d/*.sh; do bash "$script"; done
  unset PGPASSWORD
  pg_ctl --pgdata "$PGDATA" --mode fast --wait stop
fi
exec "$@" -c listen_addresses='*'
