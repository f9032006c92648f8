import { expect } from 'vitest';
import { openTestLog, testMasterKey } from '#events/testing/test-log.ts';
import { parseConfiguration } from '#platform/configuration.ts';
import { openIdentityVerifier } from '#platform/identity/identity-verifier.ts';
import { createSilentLogger } from '#platform/logging.ts';
import { createMetrics } from '#platform/metrics.ts';
import { afterTests } from '#platform/testing/close-after-tests.ts';
import { openWriter } from '../connection/writer.ts';
import { createProjector, type Projector } from '../server/projector.ts';

/** An address where nothing listens, like an identity provider that is down. */
const unusedAddress = '127.0.0.1:8499';

/**
 * Creates a database with a real log and vault. Tests can start projectors on it, in this process or, with `environment`,
 * in others. Everything is closed after the test.
 * @param url of an existing database; by default the log gets a database of its own.
 * @param settings additional environment variables.
 */
export const openProjectorTestLog = async (url?: string, settings: Record<string, string> = {}) => {
  const log = await openTestLog(url);
  const inspector = await openWriter({ connectionString: log.url });
  const environment = {
    DATABASE_URL: log.url,
    VAULT_MASTER_KEY: testMasterKey,
    NODE_ENV: 'test',
    FIREBASE_AUTH_EMULATOR_HOST: unusedAddress,
    ...settings,
  };
  const configuration = parseConfiguration(environment);
  const verifier = openIdentityVerifier(configuration.firebase);
  const projectors: Projector[] = [];
  afterTests(async () => {
    for (const projector of projectors) await projector.stop();
    await verifier.close();
    await inspector.close();
  });
  return {
    ...log,
    environment,
    /** A connection without the role of a service, to inspect tables. */
    db: inspector.db,
    /** Starts a projector. @param removalsFile the file of the removal list; by default there is no list. */
    start(removalsFile: string | null = null) {
      const projector = createProjector({
        configuration: { ...configuration, removalsFile },
        verifier,
        logger: createSilentLogger(),
        metrics: createMetrics({ defaults: false }),
        standbyPollMs: 50,
      });
      projectors.push(projector);
      projector.start();
      return projector;
    },
  };
};

export type ProjectorTestLog = Awaited<ReturnType<typeof openProjectorTestLog>>;

/** Returns the lowest position of all models. */
export const lowestCheckpoint = async ({ db }: ProjectorTestLog): Promise<number> => {
  const row = await db
    .selectFrom('checkpoints')
    .select((select) => select.fn.min('position').as('position'))
    .executeTakeFirst();
  return row?.position ?? 0;
};

/** Waits until all models have reached the position. */
export const waitForPosition = (log: ProjectorTestLog, position: number) =>
  expect.poll(() => lowestCheckpoint(log)).toBe(position);
