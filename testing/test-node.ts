import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseConfiguration } from '#platform/configuration.ts';
import { openIdentityVerifier } from '#platform/identity/identity-verifier.ts';
import { createSilentLogger } from '#platform/logging.ts';
import { createMetrics, type Metrics } from '#platform/metrics.ts';
import { type TestIdentityProvider, testProjectId } from '#platform/testing/identity-provider.ts';
import { openReadApi, type ReadApiOptions } from '#read-api/server.ts';
import type { TestUser } from './school.ts';

/** A node of the read-api that accepts the tokens of the test's identity provider. */
export type TestNode = AsyncDisposable & { address: string; metrics: Metrics };

export type TestNodeOptions = Partial<ReadApiOptions> & {
  environment?: Record<string, string>;
  /** Called when the node listens. The node does not become ready until the call has ended. */
  beforeReady?: (address: string) => Promise<void>;
};

/** Opens a node on a database. The caller closes it. A node that does not become ready is closed. */
export const openTestNode = async (
  url: string,
  provider: TestIdentityProvider,
  options: TestNodeOptions = {},
): Promise<TestNode> => {
  await using resources = new AsyncDisposableStack();
  const verifier = openIdentityVerifier({
    projectId: testProjectId,
    emulatorHost: null,
    httpAgent: provider.agent,
    credential: provider.credential,
  });
  resources.defer(() => verifier.close());
  const metrics = createMetrics({ defaults: false });
  const api = openReadApi({
    configuration: parseConfiguration({ DATABASE_URL: url, ...options.environment }),
    logger: createSilentLogger(),
    metrics,
    verifier,
    build: 'test',
    clientFolder: null,
    authEmulatorUrl: null,
    // Tests of readings override this.
    recordReading: async () => {},
    ...options,
  });
  const server = createServer(api.callback);
  resources.defer(async () => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });
  resources.defer(() => api.close());
  api.attach(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const address = `http://127.0.0.1:${port}`;
  await options.beforeReady?.(address);
  await api.ready();
  const opened = resources.move();
  let closing: Promise<void> | undefined;
  return {
    address,
    metrics,
    [Symbol.asyncDispose]: () => {
      closing ??= opened.disposeAsync();
      return closing;
    },
  };
};

export const tokenOf = (provider: TestIdentityProvider, { uid, email }: Pick<TestUser, 'uid' | 'email'>) =>
  provider.token({ uid, email });
