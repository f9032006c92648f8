#!/bin/bash
# Installs the version in this folder, in the order of docs/production.md: one container after the other, each healthy before the next
# is replaced. After the projectors it rebuilds the read models, which takes minutes in a large school. If a container does not become
# healthy within two minutes, or the rebuild fails, the rest keep their version.
#   docker/update.sh [options of "up", such as --force-recreate]
set -euo pipefail
cd "$(dirname "$0")/.."
docker compose build
# With --no-deps, because this command would otherwise also replace PostgreSQL if its settings have changed, while all services use it.
docker compose run --rm --no-deps migrations
services=$(docker compose config --services)
for service in projector-1 projector-2 read-api-1 read-api-2 command-api-1 command-api-2 head-signer identity-emulator edge; do
  # Without the profile "emulator" there is no identity-emulator.
  grep --quiet --line-regexp "$service" <<<"$services" || continue
  options=()
  # Compose does not notice changes to the edge's configuration files, because they are mounted.
  [[ $service == edge ]] && options=(--force-recreate)
  if ! docker compose up -d --no-deps --wait --wait-timeout 120 ${options[@]+"${options[@]}"} "$@" "$service"; then
    echo "$service is not healthy, so the update stops here. See: docker compose logs $service" >&2
    exit 1
  fi
  echo "$service is updated."
  # The other projector still ran when the first one was replaced, so the models are rebuilt when both are new. The read-apis that
  # follow need the new columns in all rows.
  if [[ $service == projector-2 ]]; then
    if ! docker compose exec -T projector-1 node projector/cli.ts rebuild --all; then
      echo 'The read models could not be rebuilt, so the update stops here.' >&2
      exit 1
    fi
    echo 'The read models are rebuilt.'
  fi
done
