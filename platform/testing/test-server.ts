import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startPostgresServer } from '../postgres-server/server.ts';
import { dockerEngineAnswers } from './docker-engine.ts';

export type TestServer = { url: string; kind: string; stop: () => Promise<void> };

const settings = { max_connections: '300', shared_buffers: '256MB' };

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
    // The image starts the server twice; the second time it is here to stay.
    .withWaitStrategy(Wait.forLogMessage(/ready to accept connections/, 2))
    .withStartupTimeout(60_000)
    .start();
  const address = `${container.getHost()}:${container.getMappedPort(5432)}`;
  return {
    url: `postgres://postgres:test@${address}/postgres`,
    kind: `testcontainers (${image})`,
    stop: async () => {
      await container.stop();
    },
  };
};

const startEmbedded = async (): Promise<TestServer> => {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-test-postgres-'));
  const server = await startPostgresServer({ folder, settings, volatile: true });
  return {
    url: server.url,
    kind: 'embedded PostgreSQL',
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** Three minutes: the image may have to be fetched. A container that comes later is ended by testcontainers' reaper. */
const containerLimit = 180_000;

const containerInTime = async (): Promise<TestServer | null> => {
  const late = new AbortController();
  try {
    return await Promise.race([
      startContainer(),
      wait(containerLimit, undefined, { signal: late.signal }).then(() => {
        throw new Error(`no container within ${containerLimit / 1000} s`);
      }),
    ]);
  } catch (error) {
    process.stderr.write(`Docker answers, but gave no PostgreSQL (${(error as Error).message}).\n`);
    return null;
  } finally {
    late.abort();
  }
};

/**
 * A PostgreSQL server for tests: `DATABASE_URL` where it is set, else a container where a Docker engine answers
 * (image: `TEST_POSTGRES_IMAGE`), else the embedded one.
 */
export const startTestServer = async (): Promise<TestServer> => {
  const given = process.env.DATABASE_URL;
  if (given) return { url: given, kind: 'DATABASE_URL', stop: async () => {} };
  const container = (await dockerEngineAnswers()) ? await containerInTime() : null;
  return container ?? (await startEmbedded());
};
