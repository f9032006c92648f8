import { openTestLog, testMasterKey } from '#events/testing/log.ts';
import { parseConfiguration } from '#platform/configuration.ts';
import { openIdentityVerifier } from '#platform/identity/verify.ts';
import { silentLogger } from '#platform/logging.ts';
import { createMetrics } from '#platform/metrics.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { openWriter } from '../connection/writer.ts';
import { createProjector, type Projector } from '../server/projector.ts';

/** Nobody listens there: what an identity provider looks like that is out of order. */
const nobody = '127.0.0.1:8499';

/**
 * A database with a real log and vault, projectors that the test starts as it likes, and the settings with which a
 * process would be started on it. All is closed when it is disposed, the database too.
 */
export const projectedLog = async (given?: TestDatabase) => {
  const database = given ?? (await createTestDatabase());
  const log = openTestLog(database.url);
  const reading = await openWriter({ connectionString: database.url });
  const environment = {
    DATABASE_URL: database.url,
    VAULT_MASTER_KEY: testMasterKey,
    FIREBASE_AUTH_EMULATOR_HOST: nobody,
  };
  const configuration = parseConfiguration(environment);
  const verifier = openIdentityVerifier(configuration.firebase);
  const projectors: Projector[] = [];
  return {
    ...log,
    url: database.url,
    environment,
    /** For looking at tables, as the owner. */
    db: reading.db,
    start() {
      const projector = createProjector({
        configuration,
        verifier,
        logger: silentLogger(),
        metrics: createMetrics({ defaults: false }),
        standByMs: 50,
      });
      projectors.push(projector);
      projector.start();
      return projector;
    },
    async [Symbol.asyncDispose]() {
      for (const projector of projectors) await projector.stop();
      await verifier.close();
      await reading.close();
      await log[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
};

type ProjectedLog = Awaited<ReturnType<typeof projectedLog>>;

/** Where the models stand, the furthest behind first; 0 when there is none. */
export const standOf = async ({ db }: ProjectedLog): Promise<number> => {
  const row = await db
    .selectFrom('checkpoints')
    .select((select) => select.fn.min('position').as('position'))
    .executeTakeFirst();
  return row?.position ?? 0;
};
