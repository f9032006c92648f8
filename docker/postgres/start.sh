#!/bin/bash
# Starts PostgreSQL with TLS. The server refuses a private key that other users can read, so it gets copies that only its user can read.
set -euo pipefail
install -d -o postgres -g postgres -m 700 /run/postgres-tls
for file in postgres_certificate postgres_key; do
  install -o postgres -g postgres -m 600 "/run/secrets/$file" "/run/postgres-tls/$file"
done
exec docker-entrypoint.sh postgres \
  -c hba_file=/etc/lyceum/pg_hba.conf \
  -c password_encryption=scram-sha-256 \
  -c log_connections=on -c log_disconnections=on \
  -c ssl=on -c ssl_min_protocol_version=TLSv1.2 \
  -c ssl_cert_file=/run/postgres-tls/postgres_certificate \
  -c ssl_key_file=/run/postgres-tls/postgres_key
