import { rmSync } from 'node:fs';
import { request } from 'node:http';
import { rejectAfter } from '#concurrency/reject-after.ts';
import { startPostgresServer } from '../postgres-server/server.ts';
import { createScratchFolder } from './scratch-folder.ts';

export type TestServer = { url: string; stop: () => Promise<void> };

const settings = { max_connections: '300', shared_buffers: '256MB' };

/** Returns where a Docker engine would listen: `DOCKER_HOST` (unix:// or tcp://) or the default socket; null if `DOCKER_HOST` is not a URL. */
const findDockerAddress = (): { socketPath: string } | { host: string; port: string } | null => {
  const host = process.env.DOCKER_HOST ?? 'unix:///var/run/docker.sock';
  if (host.startsWith('unix://')) return { socketPath: host.slice('unix://'.length) };
  if (!URL.canParse(host)) return null;
  const { hostname, port } = new URL(host);
  return { host: hostname, port: port || '2375' };
};

/** Returns whether a Docker engine answers within two seconds. */
const isDockerAvailable = (): Promise<boolean> =>
  new Promise((resolve) => {
    const address = findDockerAddress();
    if (!address) return resolve(false);
    const ping = request({ ...address, path: '/_ping', timeout: 2_000 }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    ping.once('timeout', () => ping.destroy());
    ping.once('error', () => resolve(false));
    ping.once('close', () => resolve(false));
    ping.end();
  });

const startContainer = async (): Promise<TestServer> => {
  const { GenericContainer, Wait } = await import('testcontainers');
  const image = process.env.TEST_POSTGRES_IMAGE ?? 'postgres:17-alpine';
  const container = await new GenericContainer(image)
    .withEnvironment({ POSTGRES_PASSWORD: 'test', POSTGRES_INITDB_ARGS: '--no-sync' })
    .withCommand([
      'postgres',
      ...Object.entries({ ...settings, fsync: 'off' }).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ])
    .withExposedPorts(5432)
    // The image starts a temporary server for its initialization first, so the message appears twice.
    .withWaitStrategy(Wait.forLogMessage(/ready to accept connections/, 2))
    .withStartupTimeout(60_000)
    .start();
  const address = `${container.getHost()}:${container.getMappedPort(5432)}`;
  return {
    url: `postgres://postgres:test@${address}/postgres`,
    stop: async () => {
      await container.stop();
    },
  };
};

/** The image may have to be pulled first. testcontainers itself removes a container that starts after this timeout. */
const containerTimeoutMs = 180_000;

/** Returns a server in a container, or null if Docker cannot start one in time. */
const tryStartContainer = async (): Promise<TestServer | null> => {
  const timeoutMessage = `no container within ${containerTimeoutMs / 1000} s`;
  try {
    return await rejectAfter(containerTimeoutMs, startContainer(), timeoutMessage);
  } catch (error) {
    process.stderr.write(
      `Docker could not start PostgreSQL (${(error as Error).message}); using the embedded server.\n`,
    );
    return null;
  }
};

const startEmbedded = async (): Promise<TestServer> => {
  const folder = createScratchFolder('lyceum-test-postgres-');
  const server = await startPostgresServer({ folder, settings, isVolatile: true });
  return {
    url: server.url,
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/**
 * Starts a PostgreSQL server for tests. Uses `DATABASE_URL` if it is set, otherwise a container if a Docker engine
 * can start one (image: `TEST_POSTGRES_IMAGE`), otherwise the embedded server.
 */
export const startTestServer = async (): Promise<TestServer> => {
  const url = process.env.DATABASE_URL;
  if (url) return { url, stop: async () => {} };
  const container = (await isDockerAvailable()) ? await tryStartContainer() : null;
  return container ?? (await startEmbedded());
};
