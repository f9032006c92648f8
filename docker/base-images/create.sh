#!/bin/bash
# Creates the base images lyceum-base-debian, -node, -postgres and -nginx from Debian packages and the npm registry, for machines
# that cannot reach an image registry (docs/containers.md). Needs root, Docker, debootstrap, and an installed checkout.
#   docker/base-images/create.sh [SUITE]     SUITE: forky or later, because nginx must be 1.27.3 or later
set -euo pipefail
suite=${1:-forky}
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d /var/tmp/lyceum-base-images.XXXXXX)
trap 'umount "$work"/debian/proc "$work"/debian/sys 2>/dev/null || true; rm -rf --one-file-system "$work"' EXIT
# An older debootstrap does not know the names of newer suites; all are created like sid.
debootstrap --variant=minbase "$suite" "$work/debian" http://deb.debian.org/debian /usr/share/debootstrap/scripts/sid
umount "$work"/debian/proc "$work"/debian/sys 2>/dev/null || true
# A container needs none of these files.
excluded=('./var/cache/apt/*' './var/lib/apt/lists/*' './usr/share/doc/*' './usr/share/man/*' './usr/share/locale/*' './var/log/*' './dev/*' './proc/*' './sys/*')
tar -C "$work/debian" --numeric-owner "${excluded[@]/#/--exclude=}" -c . | docker import - lyceum-base-debian
mkdir "$work/context"
cp "$here/../../node_modules/node/bin/node" "$work/context/node"
npm install --silent --no-save --prefix "$work/context/npm" npm@11
cp "${NODE_EXTRA_CA_CERTS:-/etc/ssl/certs/ca-certificates.crt}" "$work/context/authorities.crt"
cp "$here/docker-entrypoint.sh" "$work/context/"
for image in node postgres nginx; do
  docker build --network host --target "$image" --tag "lyceum-base-$image" --file "$here/Dockerfile" "$work/context"
done
