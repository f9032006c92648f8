import { expect, test } from 'vitest';
import { parseConfiguration } from '../configuration.ts';
import { createSilentLogger } from '../logging.ts';
import { createMetrics } from '../metrics.ts';
import { createApp } from './app.ts';
import { openHttpServer } from './http-server.ts';

test('shares one run of the checks among concurrent requests, runs them again later, and reports closing', async () => {
  let checkRuns = 0;
  let checkOutcome = Promise.withResolvers<string | null>();
  const app = createApp({
    service: 'test',
    configuration: parseConfiguration({ DATABASE_URL: 'x' }),
    logger: createSilentLogger(),
    metrics: createMetrics({ defaults: false }),
    endpoints: [],
    checks: {
      database: () => {
        checkRuns += 1;
        return checkOutcome.promise;
      },
    },
    middlewares: [],
  });
  const running = await openHttpServer({ listener: app.callback, host: '127.0.0.1', port: 0 });
  const requestHealth = async () => {
    const response = await fetch(`http://127.0.0.1:${running.port}/readyz`);
    return [response.status, ((await response.json()) as { status: string }).status];
  };
  let arrived = 0;
  running.server.on('request', () => {
    arrived += 1;
    // The check ends only after all requests have arrived.
    if (arrived === 20) setImmediate(() => checkOutcome.resolve(null));
  });
  expect(await Promise.all(Array.from({ length: 20 }, requestHealth))).toEqual(
    Array.from({ length: 20 }, () => [200, 'ready']),
  );
  expect(checkRuns).toBe(1);
  checkOutcome = Promise.withResolvers();
  checkOutcome.resolve('gone');
  expect(await requestHealth()).toEqual([503, 'not ready']);
  checkOutcome = Promise.withResolvers();
  checkOutcome.resolve(null);
  app.startClosing();
  expect(await requestHealth()).toEqual([503, 'closing']);
  expect(checkRuns).toBe(3);
  await running.close();
});
