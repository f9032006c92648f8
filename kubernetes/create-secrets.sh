#!/bin/bash
# Creates or updates the secrets of the cluster from the files that docker/create-secrets.sh has created, and from
# firebase_credentials.json, the key file of the service account. Each service gets only what it needs.
#   kubernetes/create-secrets.sh [FOLDER]
set -euo pipefail
folder=${1:-secrets}
create() { # create NAME FILE…
  local name=$1 files=()
  shift
  for file in "$@"; do
    local path=$folder/$file
    [ "$file" = firebase_credentials ] && path=$folder/firebase_credentials.json
    files+=("--from-file=$file=$path")
  done
  kubectl --namespace lyceum create secret generic "$name" "${files[@]}" --dry-run=client --output yaml | kubectl apply --filename -
}
create migrations owner_password database_authority
create command-api command_password database_authority firebase_credentials metrics_token archive_secret_access_key vault_master_key vault_previous_master_keys
create projector projector_password database_authority firebase_credentials metrics_token archive_secret_access_key vault_master_key vault_previous_master_keys
create read-api read_password database_authority firebase_credentials metrics_token archive_secret_access_key
# Only for a job that runs the command archive of log-cli (docs/kubernetes.md).
create archive-writer archive_writer_secret_access_key
create head-signer signer_password signing_key database_authority
kubectl --namespace lyceum create secret tls edge-certificate --cert "$folder/edge/fullchain.pem" --key "$folder/edge/privkey.pem" \
  --dry-run=client --output yaml | kubectl apply --filename -
