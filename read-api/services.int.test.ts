import { expect, test } from 'vitest';
import { parseConfiguration } from '#platform/configuration.ts';
import { createSilentLogger } from '#platform/logging.ts';
import { afterTests } from '#platform/testing/close-after-tests.ts';
import { openSchool } from '#testing/school.ts';
import { openReadServices } from './services.ts';

test('finds out how fresh the read models are while queries occupy all connections of the pool', async () => {
  const school = await openSchool();
  const services = openReadServices(parseConfiguration({ DATABASE_URL: school.url }), createSilentLogger());
  afterTests(services.close);
  await school.addCourse('Optics');
  const connections = await Promise.all(
    Array.from({ length: services.pool.options.max }, () => services.pool.connect()),
  );
  try {
    const freshness = await services.waitUntilFresh(['courses'], { position: undefined, logId: undefined });
    expect(freshness).toMatchObject({ position: 1, isStale: false });
  } finally {
    for (const connection of connections) connection.release();
  }
});
