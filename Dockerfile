# One image for all services. The command selects the service (see docker-compose.yml).
# NODE_IMAGE may name a mirror; the image must contain Node 24 and a user called "node".
ARG NODE_IMAGE=node:24-bookworm-slim

# All packages, including development tools: builds the client and runs the Auth emulator.
FROM ${NODE_IMAGE} AS tools
WORKDIR /lyceum
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .

FROM tools AS client
RUN node node_modules/vite/bin/vite.js build web

# The Auth emulator, for trying Lyceum without a Firebase project. Never use it in production.
FROM tools AS emulator
USER node
ENV CI=1 FIREBASE_CLI_DISABLE_UPDATE_CHECK=1 NO_UPDATE_NOTIFIER=1 HOME=/tmp
WORKDIR /tmp
CMD ["node", "/lyceum/node_modules/firebase-tools/lib/bin/firebase.js", "emulators:start", "--only", "auth", "--project", "demo-lyceum", "--config", "/lyceum/docker/emulator/firebase.json"]

# The services: runtime dependencies only, without compilers or download tools.
FROM ${NODE_IMAGE} AS service
ENV NODE_ENV=production
WORKDIR /lyceum
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --omit=dev --no-audit --no-fund && rm -rf /root/.npm
COPY concurrency ./concurrency
COPY contract ./contract
COPY quizzes ./quizzes
COPY events ./events
COPY migrations ./migrations
COPY platform ./platform
COPY command-api ./command-api
COPY projector ./projector
COPY read-api ./read-api
COPY --from=client /lyceum/web/dist ./web/dist
# New volumes that are mounted here belong to the user of the services.
RUN mkdir /removals /heads && chown node:node /removals /heads
USER node
EXPOSE 8080
