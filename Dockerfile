# One image for all services. The command selects the service (see docker-compose.yml).
# The build uses NODE_IMAGE, which must contain Node 24 and npm. The services run on RUNTIME_IMAGE, which must contain bash, useradd and
# a C++ library that is not older than that of NODE_IMAGE, but no user 1000. Both may name a mirror or a digest (docs/production.md).
ARG NODE_IMAGE=node:24-bookworm-slim
ARG RUNTIME_IMAGE=debian:bookworm-slim

# All packages, including development tools.
FROM ${NODE_IMAGE} AS tools
WORKDIR /lyceum
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --no-audit --no-fund

FROM tools AS client
COPY tsconfig.base.json ./
COPY concurrency ./concurrency
COPY contract ./contract
COPY events/seals/proof ./events/seals/proof
COPY web ./web
RUN node node_modules/vite/bin/vite.js build web

# The packages that the Auth emulator loads, without the rest of firebase-tools.
FROM tools AS emulator-packages
COPY docker/emulator/copy-packages.cjs ./docker/emulator/
RUN node docker/emulator/copy-packages.cjs /packages

# Packages of the services. firebase-admin needs its optional packages only for databases and storage that Lyceum does not use.
FROM ${NODE_IMAGE} AS packages
WORKDIR /lyceum
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --omit=dev --omit=optional --no-audit --no-fund \
  && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.md' \) \
    ! -iname 'licen[cs]e*' ! -iname 'notice*' ! -iname 'copying*' -delete \
  && rm node_modules/.package-lock.json

# The services: Node and the packages that they need, without npm, compilers or download tools.
FROM ${RUNTIME_IMAGE} AS service
RUN groupadd --gid 1000 node && useradd --uid 1000 --gid node --no-log-init --home-dir /tmp --no-create-home node \
  && rm -f /etc/passwd- /etc/group- /etc/shadow- /etc/gshadow- \
  # New volumes that are mounted here belong to the user of the services.
  && mkdir /removals /heads /accounts /work && chown node:node /removals /heads /accounts /work
COPY --from=packages /usr/local/bin/node /usr/local/bin/node
ENV NODE_ENV=production CLIENT_FOLDER=web/dist
WORKDIR /lyceum
COPY --from=packages /lyceum/node_modules ./node_modules
COPY package.json ./
COPY concurrency ./concurrency
COPY contract ./contract
COPY quizzes ./quizzes
COPY events ./events
COPY migrations ./migrations
COPY platform ./platform
COPY command-api ./command-api
COPY projector ./projector
COPY read-api ./read-api
COPY log-cli ./log-cli
COPY local/data-folder ./local/data-folder
COPY --from=client /lyceum/web/dist ./web/dist
USER node
EXPOSE 8080

# The Auth emulator, for trying Lyceum without a Firebase project. Never use it in production.
FROM service AS emulator
COPY --from=emulator-packages /packages ./node_modules
COPY local/identity ./local/identity
CMD ["node", "local/identity/main.ts"]

# A build without a target makes the last stage.
FROM service
