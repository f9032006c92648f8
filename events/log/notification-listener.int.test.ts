import { expect, test } from 'vitest';
import { afterTests, closeAfterTests } from '#platform/testing/close-after-tests.ts';
import { startTcpProxy } from '#platform/testing/tcp-proxy.ts';
import { openTestLog } from '../testing/test-log.ts';
import { NotificationListener } from './notification-listener.ts';

test('connects again when the server does not answer any more, although the connection stays open', async () => {
  const log = await openTestLog();
  const proxy = closeAfterTests(await startTcpProxy(log.url));
  const received: (string | null)[] = [];
  const losses: string[] = [];
  const listener = new NotificationListener({
    // The pools of the projector allow queries of half an hour.
    connection: { connectionString: proxy.url, query_timeout: 1_800_000, connectionTimeoutMillis: 300 },
    channels: ['lyceum_test'],
    onConnectionLost: (error) => losses.push(error?.message ?? ''),
    heartbeatMs: 50,
    answerTimeoutMs: 300,
  });
  afterTests(() => listener.close());
  listener.subscribe((payload) => received.push(payload));
  await expect.poll(() => received).toEqual([null]);
  expect(losses).toEqual([]);

  proxy.withholdAnswers();
  await expect.poll(() => losses.length).toBeGreaterThan(0);
  proxy.unblock();
  await expect.poll(() => received).toEqual([null, null]);
  await log.pool.query("select pg_notify('lyceum_test', 'after')");
  await expect.poll(() => received).toEqual([null, null, 'after']);
});
