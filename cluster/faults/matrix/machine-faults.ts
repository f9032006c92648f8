import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseNode } from '../../database/database-node.ts';
import { withPrimary } from '../../database/with-primary.ts';
import { waitUntil } from '../../processes/wait-until.ts';
import type { Cluster } from '../../start-cluster.ts';
import { handOver } from './database-faults.ts';
import { type Fault, primaryNodeOf } from './fault.ts';

const operatorDelayMs = 10_000;
const noticeTimeoutMs = 60_000;
const clockTimeoutMs = 10_000;
/** How long a clock shows the wrong time. */
const jumpDurationMs = 10_000;
const primaryJumpSeconds = 3_600;
/** Shorter than the lifetime of the tokens, so they remain valid. */
const serviceJumpSeconds = 300;

/** Returns the node that the primary waits for. @throws Error if there is none. */
const standbyOf = async (cluster: Cluster): Promise<DatabaseNode> => {
  const state = await cluster.databases.state();
  const name = state?.members.find(({ role }) => role === 'sync_standby')?.name;
  const node = cluster.databases.nodes.find((one) => one.name === name);
  if (!node) throw new Error('There is no synchronous standby.');
  return node;
};

/**
 * Fills the disk of the primary. PostgreSQL then refuses commands, or crashes. Patroni notices only a crash, so an operator hands over
 * to a replica after ten seconds.
 */
const fillPrimary = async (cluster: Cluster) => {
  const node = await primaryNodeOf(cluster);
  const disk = cluster.databases.diskOf(node);
  const logFile = join(cluster.folder, `${node.name}.log`);
  const sizeBefore = statSync(logFile).size;
  disk.fill();
  await sleep(operatorDelayMs);
  if (!readFileSync(logFile).subarray(sizeBefore).includes('No space left on device'))
    throw new Error(`PostgreSQL on ${node.name} has not noticed that its disk is full.`);
  await handOver(cluster, node);
  return () => disk.free();
};

/** Fills the disk of the synchronous standby, and waits until the primary waits for the other replica instead. */
const fillStandby = async (cluster: Cluster) => {
  const node = await standbyOf(cluster);
  const disk = cluster.databases.diskOf(node);
  disk.fill();
  await waitUntil('the other replica is the synchronous standby', noticeTimeoutMs, async () =>
    (await standbyOf(cluster)) === node ? null : true,
  );
  return () => disk.free();
};

/** Returns the time of the primary's clock, in seconds since 1970. */
const readPrimarySeconds = (cluster: Cluster): Promise<number> =>
  withPrimary(cluster, 'projector', async (client) => {
    const { rows } = await client.query<{ seconds: string }>(
      'select extract(epoch from clock_timestamp()) as seconds',
    );
    return Number(rows[0]?.seconds);
  });

/** Returns the time of a service's clock, in seconds since 1970. */
const readServiceSeconds = async (port: number): Promise<number> => {
  const answer = await fetch(`http://127.0.0.1:${port}/healthz`, {
    signal: AbortSignal.timeout(clockTimeoutMs),
  });
  await answer.body?.cancel();
  return Date.parse(answer.headers.get('date') ?? '') / 1_000;
};

const toleratedSeconds = 10;

/** Waits until a clock differs from that of this process by an offset. @throws Error if it does not, because then the fault has no effect. */
const waitForOffset = (name: string, offset: number, readSeconds: () => Promise<number>) =>
  waitUntil(`the clock of ${name} differs by ${offset} s`, clockTimeoutMs, async () => {
    const difference = (await readSeconds()) - Date.now() / 1_000;
    return Math.abs(difference - offset) < toleratedSeconds ? true : null;
  });

/** Sets the clock of the primary's PostgreSQL an hour ahead of the real time, and then an hour behind it. */
const jumpPrimary = async (cluster: Cluster) => {
  const { name } = await primaryNodeOf(cluster);
  const clock = cluster.clocks.of(name);
  for (const offset of [primaryJumpSeconds, -primaryJumpSeconds]) {
    clock.setOffset(offset);
    await waitForOffset(name, offset, () => readPrimarySeconds(cluster));
    await sleep(jumpDurationMs);
  }
  return () => clock.setOffset(0);
};

/** Sets the clock of the first node of each service five minutes ahead, and that of the second node five minutes behind. */
const jumpServices = async ({ clocks, services, servicePorts }: Cluster) => {
  const nodes = [
    ...services.commandApis.map(({ name }, index) => ({
      name,
      index,
      port: servicePorts.commandApis[index],
    })),
    ...services.projectors.map(({ name }, index) => ({ name, index, port: servicePorts.projectors[index] })),
    ...services.readApis.map(({ name }, index) => ({ name, index, port: servicePorts.readApis[index] })),
  ].map((node) => ({ ...node, offset: node.index === 0 ? serviceJumpSeconds : -serviceJumpSeconds }));
  for (const { name, offset } of nodes) clocks.of(name).setOffset(offset);
  for (const { name, port = 0, offset } of nodes)
    await waitForOffset(name, offset, () => readServiceSeconds(port));
  await sleep(jumpDurationMs);
  return () => {
    for (const { name } of nodes) clocks.of(name).setOffset(0);
  };
};

/** Faults of a machine: its disk and its clock. */
export const machineFaults: readonly Fault[] = [
  {
    name: 'full-disk',
    title: 'disk of the primary full; an operator hands over after 10 s',
    hasDisksAndClocks: true,
    maxSeconds: { commands: 40, reads: 5 },
    effect: { isFailover: true },
    cause: fillPrimary,
  },
  {
    name: 'full-disk-of-standby',
    title: 'disk of the synchronous standby full',
    hasDisksAndClocks: true,
    maxSeconds: { commands: 15, reads: 10 },
    effect: {},
    // Reads that reach the standby fail until HAProxy notices its crash. Because a failed read takes less time than an answered one, the
    // share of failed reads is large.
    maxFailedReadsShare: 0.4,
    cause: fillStandby,
  },
  {
    name: 'clock-of-primary',
    title: 'clock of the primary an hour ahead, then an hour behind',
    hasDisksAndClocks: true,
    maxSeconds: { commands: 10, reads: 5 },
    effect: {},
    cause: jumpPrimary,
  },
  {
    name: 'clocks-of-services',
    title: 'clocks of the services five minutes ahead (first nodes) and behind (second nodes)',
    hasDisksAndClocks: true,
    maxSeconds: { commands: 5, reads: 5 },
    effect: {},
    cause: jumpServices,
  },
];
