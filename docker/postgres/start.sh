#!/bin/bash
# Starts PostgreSQL with TLS. The server refuses a private key that other users can read, so it gets copies that only its user can read.
set -euo pipefail
mkdir -p -m 700 /tmp/tls
for file in postgres_certificate postgres_key; do
  install -m 600 "/run/secrets/$file" "/tmp/tls/$file"
done
exec docker-entrypoint.sh postgres \
  -c hba_file=/etc/lyceum/pg_hba.conf \
  -c password_encryption=scram-sha-256 \
  -c log_connections=on -c log_disconnections=on \
  -c ssl=on -c ssl_min_protocol_version=TLSv1.2 \
  -c ssl_cert_file=/tmp/tls/postgres_certificate \
  -c ssl_key_file=/tmp/tls/postgres_key
