import { expect, test } from 'vitest';
import { afterTests, closeAfterTests } from '#platform/testing/close-after-tests.ts';
import { startTcpProxy } from '#platform/testing/tcp-proxy.ts';
import { openTestLog } from '../testing/test-log.ts';
import { NotificationListener } from './notification-listener.ts';

test('reconnects when the server no longer answers, although the connection stays open', async () => {
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
  await expect.poll(() => received).toContain(null);

  proxy.withholdAnswers();
  // On a busy machine an answer may take longer than 300 ms, so there may be other losses.
  const lossesBefore = losses.length;
  await expect.poll(() => losses.length).toBeGreaterThan(lossesBefore);
  proxy.unblock();
  // Notifies repeatedly, because a notification is lost if there is no connection at that moment.
  const notify = async () => {
    await log.pool.query("select pg_notify('lyceum_test', 'after')");
    return received;
  };
  await expect.poll(notify).toContain('after');
  const connections = received.filter((payload) => payload === null).length;
  expect(connections).toBeGreaterThan(1);
  expect(received.filter((payload) => payload !== null && payload !== 'after')).toEqual([]);
});
