/** Starts all three services on one database and one port, with tokens signed by the test's own keys. */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createCommandApi } from '#command-api/server.ts';
import { headers } from '#contract/headers.ts';
import { testMasterKey } from '#events/testing/test-log.ts';
import { parseConfiguration } from '#platform/configuration.ts';
import { openIdentityVerifier } from '#platform/identity/identity-verifier.ts';
import { createSilentLogger } from '#platform/logging.ts';
import { createMetrics } from '#platform/metrics.ts';
import { startIdentityProvider, testProjectId } from '#platform/testing/identity-provider.ts';
import { longWait } from '#platform/testing/long-wait.ts';
import { createTestDatabase } from '#platform/testing/test-database.ts';
import { createProjector } from '#projector/server/projector.ts';
import { openReadApi } from '#read-api/server.ts';

export type CallResult = { status: number; body: unknown; position: number; isStale: boolean; sent: string };

export type Product = AsyncDisposable & {
  address: string;
  databaseUrl: string;
  /** The environment for the projector's command line. */
  environment: Record<string, string>;
  /** Sends a request and returns the answer, whatever its status. */
  call(
    method: string,
    path: string,
    given?: { token?: string | null; body?: unknown; after?: number },
  ): Promise<CallResult>;
  tokenOf(uid: string): string;
};

export const emailOf = (uid: string) => `${uid}@school.example`;

/** Starts the services in this process, on a new test database. */
export const startProduct = async (): Promise<Product> => {
  const disposables = new AsyncDisposableStack();
  const database = disposables.use(await createTestDatabase());
  const provider = disposables.use(await startIdentityProvider());
  const environment = { DATABASE_URL: database.url, VAULT_MASTER_KEY: testMasterKey };
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  disposables.defer(
    () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  );
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const configuration = parseConfiguration({
    ...environment,
    FIREBASE_PROJECT_ID: testProjectId,
    RATE_LIMIT_PER_MINUTE: '0',
    APPEND_TIMEOUT_MS: '30000',
    NODE_ENV: 'test',
    ROLE_SIGNUP: 'open',
    COMMAND_API_URL: address,
  });
  const verifier = openIdentityVerifier({
    projectId: testProjectId,
    emulatorHost: null,
    httpAgent: provider.agent,
    credential: provider.credential,
  });
  disposables.defer(verifier.close);
  const common = { configuration, verifier, logger: createSilentLogger() };
  const projector = createProjector({ ...common, metrics: createMetrics({ defaults: false }) });
  disposables.defer(projector.stop);
  projector.start();
  const commandApi = createCommandApi({ ...common, metrics: createMetrics({ defaults: false }) });
  disposables.defer(commandApi.close);
  const readApi = openReadApi({
    ...{ ...common, metrics: createMetrics({ defaults: false }), build: 'test' },
    ...{ clientFolder: null, authEmulatorUrl: null },
  });
  disposables.defer(readApi.close);
  server.on('request', (request, response) =>
    (request.method === 'GET' ? readApi : commandApi).callback(request, response),
  );
  readApi.attach(server);
  await Promise.all([projector.ready(), commandApi.ready(), readApi.ready()]);
  return {
    address,
    databaseUrl: database.url,
    environment: { ...environment, NODE_ENV: 'development', FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9599' },
    tokenOf: (uid) => provider.token({ uid, email: emailOf(uid) }),
    call: async (method, path, { token, body, after } = {}) => {
      const response = await fetch(address + path, {
        method,
        headers: {
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(after === undefined ? {} : { [headers.awaitLogPosition]: `${after}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(longWait.timeout),
      });
      const text = await response.text();
      return {
        status: response.status,
        body: text === '' ? null : JSON.parse(text),
        position: Number(response.headers.get(headers.logPosition) ?? Number.NaN),
        isStale: response.headers.get(headers.logStale) === 'true',
        sent: `${method} ${path}`,
      };
    },
    [Symbol.asyncDispose]: () => disposables.disposeAsync(),
  };
};
