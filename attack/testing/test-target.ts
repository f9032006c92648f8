import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { createCommandApi } from '#command-api/server.ts';
import type { UserType } from '#contract/schemas/users.ts';
import { openTestLog, type TestLog, testMasterKey } from '#events/testing/test-log.ts';
import { parseConfiguration } from '#platform/configuration.ts';
import { reserveFreePort } from '#platform/free-port.ts';
import { openHttpServer } from '#platform/http/http-server.ts';
import { createProcessSecret } from '#platform/http/process-secret.ts';
import { openIdentityVerifier } from '#platform/identity/identity-verifier.ts';
import { userIdOf } from '#platform/identity/record-ids.ts';
import { createSilentLogger } from '#platform/logging.ts';
import { createMetrics } from '#platform/metrics.ts';
import { closeAfterTests } from '#platform/testing/close-after-tests.ts';
import { startIdentityProvider, testProjectId } from '#platform/testing/identity-provider.ts';
import { longWait } from '#platform/testing/long-wait.ts';
import { createProjector } from '#projector/server/projector.ts';
import { openReadApi } from '#read-api/server.ts';
import { openEventReader } from '../product/event-reader.ts';
import type { Person, Target } from '../target.ts';

/** All services in the process of the test, behind one port. Unlike the tokens of the Auth emulator, the tokens of its people are signed. */
export type TestTarget = Target & {
  log: TestLog;
  /** Handles a request instead of the services and returns true, or returns false to leave it to them. */
  fault: ((...request: Parameters<RequestListener>) => boolean) | null;
};

/** Opens the services. They are closed after the tests of the file. */
export const openTestTarget = async (): Promise<TestTarget> => {
  const log = await openTestLog();
  const provider = closeAfterTests(await startIdentityProvider());
  const resources = closeAfterTests(new AsyncDisposableStack());
  const port = await reserveFreePort();
  const url = `http://127.0.0.1:${port}`;
  const configuration = parseConfiguration({
    ...{ DATABASE_URL: log.url, PUBLIC_URL: url, COMMAND_API_URL: url, VAULT_MASTER_KEY: testMasterKey },
    ...{ FIREBASE_PROJECT_ID: testProjectId, NODE_ENV: 'test', ROLE_SIGNUP: 'open' },
    RATE_LIMIT_PER_MINUTE: '0',
    APPEND_TIMEOUT_MS: '30000',
  });
  const { agent: httpAgent, credential } = provider;
  const verifier = openIdentityVerifier({
    projectId: testProjectId,
    emulatorHost: null,
    httpAgent,
    credential,
  });
  resources.defer(verifier.close);
  const processSecret = createProcessSecret();
  const logger = createSilentLogger();
  const shared = { configuration, logger, verifier, processSecret };
  const projector = createProjector({ configuration, logger, verifier });
  resources.defer(projector.stop);
  projector.start();
  const commandApi = createCommandApi({ ...shared, metrics: createMetrics({ defaults: false }) });
  resources.defer(commandApi.close);
  const readApi = openReadApi({
    ...shared,
    metrics: createMetrics({ defaults: false }),
    ...{ build: 'test', clientFolder: null, authEmulatorUrl: null },
  });
  resources.defer(readApi.close);
  const server = await openHttpServer({
    host: '127.0.0.1',
    port,
    listener: (request, response) => {
      if (target.fault?.(request, response)) return;
      const isQuery = request.method === 'GET' || request.method === 'HEAD';
      (isQuery ? readApi : commandApi).callback(request, response);
    },
  });
  readApi.attach(server.server);
  resources.defer(() => server.close(1_000));
  await Promise.all([projector.ready(), commandApi.ready(), readApi.ready()]);
  const events = openEventReader(log.url);
  resources.defer(events.close);

  const createUnregistered = async (): Promise<Person> => {
    const uid = randomUUID();
    const email = `${uid}@school.example`;
    return { email, userId: userIdOf(uid), token: provider.token({ uid, email, emailVerified: true }) };
  };
  const target: TestTarget = {
    url,
    log,
    fault: null,
    createUnregistered,
    register: async (userType: UserType) => {
      const person = await createUnregistered();
      const response = await fetch(`${url}/users`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${person.token}` },
        body: JSON.stringify({ name: 'Anna Test', imageUrl: '/mark.svg', email: person.email, userType }),
        signal: AbortSignal.timeout(longWait.timeout),
      });
      if (!response.ok) throw new Error(`Registration failed: ${await response.text()}`);
      return person;
    },
    invalidTokens: ({ email, token }) => [
      provider.token({ email, issuedSecondsAgo: 7_200, expiresInSeconds: -10 }),
      provider.token({ email, claims: { aud: 'another-project' } }),
      provider.token({ email, header: { alg: 'none' } }),
      `${token.split('.').slice(0, 2).join('.')}.`,
    ],
    readEvents: events.readEvents,
    readMemory: () => new Map([['test', process.memoryUsage.rss()]]),
  };
  return target;
};
