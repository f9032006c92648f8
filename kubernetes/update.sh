#!/bin/bash
# Installs or updates Lyceum. The order ensures that an older node never gets an event that it cannot read (docs/production.md).
# Stops if a step fails, and can be run again.
#   kubernetes/update.sh [FOLDER]     FOLDER: a folder with a kustomization (default: this one)
set -euo pipefail
manifests=$(kubectl kustomize --load-restrictor LoadRestrictionsNone "${1:-$(dirname "$0")}")
apply() { kubectl apply --selector "$1" --filename - <<<"$manifests"; }

# First everything that is not labelled as a part of Lyceum, for example settings, services, volumes and network policies. Running pods
# keep the settings with which they started.
apply 'app.kubernetes.io/part-of!=lyceum'
kubectl --namespace lyceum delete job migrations --ignore-not-found
apply app.kubernetes.io/name=migrations
# The job ends within its activeDeadlineSeconds.
state=
while true; do
  state=$(kubectl --namespace lyceum get job migrations --output 'jsonpath={.status.conditions[*].type}')
  [[ $state =~ Complete|Failed ]] && break
  sleep 2
done
if [[ $state =~ Failed ]]; then
  echo 'The migrations failed. No service was replaced. "kubectl --namespace lyceum logs job/migrations" says why.' >&2
  exit 1
fi
for service in projector read-api command-api head-signer edge; do
  apply "app.kubernetes.io/name=$service"
  kubectl --namespace lyceum rollout status --timeout=10m "deployment/$service"
  # Rows of older projectors lack new columns, which the read-apis that follow need in all rows. The newest pod rebuilds the models,
  # because an old one may still be ending.
  if [[ $service == projector ]]; then
    pod=$(kubectl --namespace lyceum get pods --selector app.kubernetes.io/name=projector --field-selector status.phase=Running \
      --sort-by .metadata.creationTimestamp --output name | tail -n 1)
    if ! kubectl --namespace lyceum exec "$pod" -- node projector/cli.ts rebuild --all; then
      echo 'The read models could not be rebuilt. The other services keep their version. Run the update again.' >&2
      exit 1
    fi
  fi
done
