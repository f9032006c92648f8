import { expect, test } from 'vitest';
import { OutdatedSchemaError } from '#migrations/require-migrations.ts';
import { parseConfiguration } from '#platform/configuration.ts';
import { createSilentLogger } from '#platform/logging.ts';
import { createMetrics } from '#platform/metrics.ts';
import { afterTests } from '#platform/testing/close-after-tests.ts';
import { createTestDatabase } from '#platform/testing/test-database.ts';
import { withClient } from '#platform/testing/with-client.ts';
import { openReadApi } from './server.ts';

test('does not become ready on a schema that is older than its code', async () => {
  const { url } = await createTestDatabase();
  await withClient(url, (client) =>
    client.query('delete from public.migrations where name = (select max(name) from public.migrations)'),
  );
  const api = openReadApi({
    ...{ configuration: parseConfiguration({ DATABASE_URL: url }), logger: createSilentLogger() },
    metrics: createMetrics({ defaults: false }),
    verifier: { verify: () => Promise.reject(new Error()), verifyAgain: () => Promise.reject(new Error()) },
    ...{ build: 'test', clientFolder: null, authEmulatorUrl: null },
  });
  afterTests(api.close);
  await expect(api.ready()).rejects.toBeInstanceOf(OutdatedSchemaError);
});
