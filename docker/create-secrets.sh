#!/bin/bash
# Creates the secrets of the compose file in a folder (default: secrets): passwords, keys, and certificates. You can run it again:
# existing files keep their content, with three exceptions:
# - signing_key.pub always follows the signing key.
# - If postgres_certificate is missing, postgres_key and database_authority are replaced with it.
# - If edge/fullchain.pem is missing, edge/privkey.pem is replaced with it. The earlier key becomes edge/privkey.pem.old.
# The certificate of PostgreSQL expires after 825 days. To replace it, delete postgres_certificate, run this script again, and
# restart PostgreSQL and all services.
# For Kubernetes, leave SIGNING_KEY empty, also in .env: kubernetes/create-secrets.sh needs the signing key in the folder.
#   docker/create-secrets.sh [FOLDER] [HOST]     HOST: the host of PUBLIC_URL, for a first certificate of the edge
set -euo pipefail
folder=${1:-secrets}
host=${2:-localhost}
umask 077
mkdir -p "$folder" "$folder/edge" "$folder/acme"
# Other users cannot enter the folder. Its files are readable, because containers mount single files that their users must read.
chmod 700 "$folder"
chmod 755 "$folder/edge" "$folder/acme"
create_random() { # create_random NAME BYTES
  [ -s "$folder/$1" ] || openssl rand -hex "$2" >"$folder/$1"
}
quietly() { # quietly COMMAND…: prints the output only if the command fails
  local output
  output=$("$@" 2>&1) || { echo "$output" >&2; return 1; }
}
require_with() { # require_with NAME CERTIFICATE: warns if the file, which is created together with the certificate, is missing
  [ -s "$folder/$1" ] ||
    echo "The file $folder/$1 is missing. Put it back, or delete $folder/$2 and run this script again to create both." >&2
}
for name in postgres owner command projector read analyst signer; do create_random "${name}_password" 24; done
create_random metrics_token 24
create_random vault_master_key 32
# Earlier master keys, separated by commas, during a change of the master key.
touch "$folder/vault_previous_master_keys"
# The keys of the object store of archived events: one that reads, and one that also creates objects. Its operator gives them out.
touch "$folder/archive_secret_access_key" "$folder/archive_writer_secret_access_key"
# The key of the head signer is the file that SIGNING_KEY names (also in .env), or else signing_key in the folder.
signing_key=${SIGNING_KEY:-}
if [ -z "$signing_key" ] && [ -f .env ]; then
  # Removes a carriage return, trailing blanks with a comment, and the quotation marks around the value.
  signing_key=$(grep '^SIGNING_KEY=' .env | tail -n 1 | tr -d '\r' |
    sed -E "s/^SIGNING_KEY=//; s/[[:blank:]]+(#.*)?\$//; s/^([\"'])(.*)\1\$/\2/" || true)
fi
if [ -z "$signing_key" ]; then
  signing_key=$folder/signing_key
  [ -s "$signing_key" ] || openssl genpkey -algorithm ed25519 -out "$signing_key"
fi
# The public key verifies signatures. It is derived on each run, because the signing key may have been replaced.
if [ -s "$signing_key" ] && openssl pkey -in "$signing_key" -pubout -out "$folder/signing_key.pub.new" 2>/dev/null; then
  mv -f "$folder/signing_key.pub.new" "$folder/signing_key.pub"
else
  rm -f "$folder/signing_key.pub.new"
  echo "The file $signing_key (SIGNING_KEY) is missing, is not a private key, or cannot be read. $folder/signing_key.pub stays as it is." >&2
fi
if [ ! -s "$folder/postgres_certificate" ]; then
  work=$(mktemp -d)
  rm -f "$folder/database_authority" "$folder/postgres_key"
  trap 'rm -rf "$work"' EXIT
  # The authority signs one certificate, then its key is deleted.
  quietly openssl req -x509 -newkey rsa:3072 -nodes -days 825 -subj "/CN=Lyceum database" \
    -keyout "$work/authority.key" -out "$folder/database_authority"
  quietly openssl req -newkey rsa:3072 -nodes -subj "/CN=postgres" -addext "subjectAltName=DNS:postgres,DNS:localhost" \
    -keyout "$folder/postgres_key" -out "$work/request.pem"
  printf 'subjectAltName=DNS:postgres,DNS:localhost\nbasicConstraints=critical,CA:FALSE\n' >"$work/extensions"
  quietly openssl x509 -req -in "$work/request.pem" -CA "$folder/database_authority" -CAkey "$work/authority.key" -CAcreateserial -CAserial "$work/serial" \
    -days 825 -extfile "$work/extensions" -out "$folder/postgres_certificate"
fi
# A self-signed certificate, so that the edge can start and then prove to an ACME authority that the host name is its own.
if [ ! -s "$folder/edge/fullchain.pem" ]; then
  work_edge=$(mktemp -d "$folder/edge/new.XXXXXX")
  quietly openssl req -x509 -newkey rsa:3072 -nodes -days 90 -subj "/CN=$host" \
    -addext "subjectAltName=DNS:$host" -keyout "$work_edge/privkey.pem" -out "$work_edge/fullchain.pem" || { rm -rf "$work_edge"; exit 1; }
  # An earlier key is kept: an authority may be about to issue a certificate for it.
  [ ! -s "$folder/edge/privkey.pem" ] || mv -f "$folder/edge/privkey.pem" "$folder/edge/privkey.pem.old"
  mv -f "$work_edge/privkey.pem" "$work_edge/fullchain.pem" "$folder/edge/"
  rmdir "$work_edge"
fi
for name in postgres_key database_authority; do require_with "$name" postgres_certificate; done
require_with edge/privkey.pem edge/fullchain.pem
find "$folder" -type f -exec chmod 444 {} +
echo "The secrets are in $folder. Back up vault_master_key apart from the database, and publish signing_key.pub."
