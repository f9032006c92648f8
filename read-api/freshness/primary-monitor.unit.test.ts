import { expect, test } from 'vitest';
import { createPrimaryMonitor } from './primary-monitor.ts';

const failWith = (code: string) => () => Promise.reject(Object.assign(new Error('No.'), { code }));
const never = () => new Promise<never>(() => undefined);

/** A monitor whose probes wait until the test answers them. */
const open = () => {
  const probes: PromiseWithResolvers<void>[] = [];
  const changes: string[] = [];
  const monitor = createPrimaryMonitor({
    probe: () => {
      const probe = Promise.withResolvers<void>();
      probes.push(probe);
      return probe.promise;
    },
    onSuspicion: () => changes.push('suspicion'),
    onChange: (outage) => changes.push(outage === null ? 'end' : 'begin'),
    timeoutMs: 20,
    probeIntervalMs: 1,
  });
  return { monitor, changes, probes };
};

test('reports no outage after one slow answer if a probe succeeds', async () => {
  const { monitor, changes, probes } = open();
  expect(await monitor.ask(never)).toBeNull();
  expect([monitor.isUnreachable, monitor.hasOutage]).toEqual([true, false]);
  probes[0]?.resolve();
  await expect.poll(() => monitor.isUnreachable).toBe(false);
  expect(await monitor.ask(async () => 'answer')).toBe('answer');
  expect(changes).toEqual(['suspicion']);
});

test.for(['ECONNREFUSED', '57P01', '25006'])('reports an outage after %s if a probe fails', async (code) => {
  const { monitor, changes, probes } = open();
  expect(await Promise.all([1, 2].map(() => monitor.ask(failWith(code))))).toEqual([null, null]);
  probes[0]?.reject(new Error('No.'));
  await expect.poll(() => monitor.hasOutage).toBe(true);
  expect(await monitor.ask(async () => 'answer')).toBeNull();
  await expect
    .poll(() => {
      probes.at(-1)?.resolve();
      return monitor.isUnreachable;
    })
    .toBe(false);
  expect(changes).toEqual(['suspicion', 'begin', 'end']);
  expect(await monitor.ask(async () => 'answer')).toBe('answer');
});

test.for(['57014', '40001', '53300', '22P02'])(
  'throws %s, which shows that the primary works',
  async (code) => {
    const { monitor, changes } = open();
    await expect(monitor.ask(failWith(code))).rejects.toMatchObject({ code });
    expect([monitor.isUnreachable, changes]).toEqual([false, []]);
  },
);

test('reports nothing after it was closed', async () => {
  const { monitor, changes, probes } = open();
  const slow = monitor.ask(never);
  monitor.close();
  await expect(slow).rejects.toThrow('Timeout');
  const other = open();
  await other.monitor.ask(failWith('57P01'));
  other.monitor.close();
  other.probes[0]?.reject(new Error('No.'));
  await new Promise((resolve) => setImmediate(resolve));
  expect([changes, other.changes, probes]).toEqual([[], ['suspicion'], []]);
});
