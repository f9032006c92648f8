#!/bin/bash
# Installs or updates Lyceum in the order that docs/production.md explains: an older node never gets an event that it cannot read. It
# stops if a step fails, and can be run again.
#   kubernetes/update.sh [FOLDER]     FOLDER: a folder with a kustomization (default: this one)
set -euo pipefail
manifests=$(kubectl kustomize --load-restrictor LoadRestrictionsNone "${1:-$(dirname "$0")}")
apply() { kubectl apply --selector "$1" --filename - <<<"$manifests"; }

# Settings, services, volumes and network policies have no such label. Running pods keep the settings with which they started.
apply 'app.kubernetes.io/part-of!=lyceum'
kubectl --namespace lyceum delete job migrations --ignore-not-found
apply app.kubernetes.io/name=migrations
kubectl --namespace lyceum wait --for=condition=complete --timeout=1h job/migrations
for service in projector read-api command-api head-signer edge; do
  apply "app.kubernetes.io/name=$service"
  kubectl --namespace lyceum rollout status --timeout=10m "deployment/$service"
done
