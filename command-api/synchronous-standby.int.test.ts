import { expect, test } from 'vitest';
import { testMasterKey } from '#events/testing/test-log.ts';
import { parseConfiguration } from '#platform/configuration.ts';
import { openHttpServer } from '#platform/http/http-server.ts';
import { openIdentityVerifier } from '#platform/identity/identity-verifier.ts';
import { createSilentLogger } from '#platform/logging.ts';
import { createMetrics } from '#platform/metrics.ts';
import { afterTests } from '#platform/testing/close-after-tests.ts';
import { longWait } from '#platform/testing/long-wait.ts';
import { openReplicatedDatabase } from '#platform/testing/replicated-database.ts';
import { withClient } from '#platform/testing/with-client.ts';
import { createCommandApi } from './server.ts';

/** Starts a command-api that is not ready yet. */
const startCommandApi = async (environment: Record<string, string>) => {
  const verifier = openIdentityVerifier({ projectId: 'test', emulatorHost: null });
  const api = createCommandApi({
    configuration: parseConfiguration({ NODE_ENV: 'test', VAULT_MASTER_KEY: testMasterKey, ...environment }),
    verifier,
    logger: createSilentLogger(),
    metrics: createMetrics({ defaults: false }),
  });
  const httpServer = await openHttpServer({ listener: api.callback, host: '127.0.0.1', port: 0 });
  afterTests(async () => {
    await httpServer.close(1_000);
    await api.close();
    await verifier.close();
  });
  const get = (path: string) =>
    fetch(`http://127.0.0.1:${httpServer.port}${path}`, { signal: AbortSignal.timeout(longWait.timeout) });
  return {
    readReadiness: async () => {
      const answer = await get('/readyz');
      return [answer.status, ((await answer.json()) as { checks: Record<string, string> }).checks];
    },
    /** Returns the code of the answer to a command without a sign-in. */
    sendCommand: async () => {
      const answer = await fetch(`http://127.0.0.1:${httpServer.port}/courses`, {
        method: 'POST',
        signal: AbortSignal.timeout(longWait.timeout),
      });
      return ((await answer.json()) as { code: string }).code;
    },
    ready: api.ready,
    readMissingMetric: async () =>
      /^lyceum_synchronous_standby_missing (\d)$/m.exec(await (await get('/metrics')).text())?.[1] ?? null,
  };
};

test('is not ready and refuses commands while the primary acknowledges without a synchronous standby', async () => {
  const database = await openReplicatedDatabase();
  const setNames = (names: string) =>
    withClient(database.primaryUrl, async (client) => {
      await client.query(`alter system set synchronous_standby_names = '${names}'`);
      await client.query('select pg_reload_conf()');
    });
  const api = await startCommandApi({ DATABASE_URL: database.url, SYNCHRONOUS_STANDBY: 'required' });
  const apiWithoutCheck = await startCommandApi({ DATABASE_URL: database.url });

  const missing = [503, { database: 'ok', synchronousStandby: 'failed' }];
  // On a busy machine the first connections may take longer than a readiness check waits.
  await expect.poll(api.readReadiness).toEqual(missing);
  expect(await api.readMissingMetric()).toBe('1');
  // The command-api starts anyway, so that Prometheus sees the metric.
  await api.ready();
  expect(await api.sendCommand()).toBe('unavailable');
  expect(await apiWithoutCheck.sendCommand()).toBe('sign-in-required');
  await expect.poll(apiWithoutCheck.readReadiness).toEqual([200, { database: 'ok' }]);
  expect(await apiWithoutCheck.readMissingMetric()).toBeNull();

  await setNames('*');
  await expect.poll(api.readReadiness).toEqual([200, { database: 'ok', synchronousStandby: 'ok' }]);
  expect(await api.readMissingMetric()).toBe('0');
  await expect.poll(api.sendCommand).toBe('sign-in-required');
  await withClient(database.primaryUrl, (client) => client.query('create table waited_for ()'));

  // Without its standby the primary acknowledges nothing, so nothing can be lost.
  database.stopStreaming();
  await expect.poll(api.readReadiness).toEqual([200, { database: 'ok', synchronousStandby: 'ok' }]);
  await withClient(database.primaryUrl, async (client) => {
    const write = client.query('create table never_acknowledged ()').then(
      () => 'acknowledged',
      () => 'ended',
    );
    const timeout = new Promise((resolve) => setTimeout(resolve, 500, 'waits'));
    expect(await Promise.race([write, timeout])).toBe('waits');
    // Patroni without its strict mode also empties the setting. The commit then no longer waits.
    await setNames('');
    expect(await write).toBe('acknowledged');
  });
  await expect.poll(api.readReadiness).toEqual(missing);
  expect(await api.readMissingMetric()).toBe('1');
  await expect.poll(api.sendCommand).toBe('unavailable');
});
