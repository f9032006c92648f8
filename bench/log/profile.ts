/**
 * Measures where the time of an append goes: in Node, in PostgreSQL, and in flushes to disk, for Lyceum, emmett and INSERT.
 *
 *   node bench/log/profile.ts [--seconds N]
 *
 * It starts an embedded PostgreSQL, and a second one with a slow disk. Needs Linux, because it reads `/proc`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { openServer, openSlowDiskServer, type Server } from '../harness/benchmark-server.ts';
import { installPeers } from '../harness/load-peers.ts';
import { emmett } from './stores/emmett.ts';
import { insert } from './stores/inserts.ts';
import { lyceum } from './stores/lyceum.ts';
import type { StoreKind } from './stores/store.ts';
import { Workload } from './workload.ts';

/** Linux counts the CPU time of a process in ticks of a hundredth of a second. */
const tickMs = 10;
const warmUpMs = 2_000;

/** Returns the parent and the CPU time of a process; null if it has ended. */
const readProcess = (pid: string): { parent: number; cpuMs: number } | null => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may contain spaces. State, parent, … follow it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { parent: Number(fields[1]), cpuMs: (Number(fields[11]) + Number(fields[12])) * tickMs };
  } catch {
    return null;
  }
};

/** Returns the CPU time of the running child processes of a PostgreSQL server. */
const cpuOfServer = (postmaster: number): number =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(readProcess)
    .reduce((sum, process) => sum + (process?.parent === postmaster ? process.cpuMs : 0), 0);

const findPostmaster = async (client: Client): Promise<number> => {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return readProcess(String(rows[0]?.pid))?.parent ?? 0;
};

/** Reads the time, the flushes to disk and the CPU times up to now. Times are in milliseconds. */
const readCounters = async (client: Client, postmaster: number) => {
  const { rows } = await client.query<{ flushes: number; flush_ms: number }>(
    `select sum(fsyncs)::float8 as flushes, sum(fsync_time)::float8 as flush_ms from pg_stat_io where object = 'wal'`,
  );
  const { user, system } = process.cpuUsage();
  return {
    time: performance.now(),
    flushes: rows[0]?.flushes ?? 0,
    flushMs: rows[0]?.flush_ms ?? 0,
    nodeMs: (user + system) / 1_000,
    serverMs: cpuOfServer(postmaster),
  };
};

/** Measures one store. @returns a row of the table. @throws Error if the store is not correct afterwards. */
const profileStore = async (server: Server, kind: StoreKind, inFlight: number, durationMs: number) => {
  const database = `lyceum_profile_${process.pid}`;
  const url = await server.createDatabase(database);
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  const store = await kind.open(url, inFlight);
  try {
    const workload = new Workload(store);
    await workload.run({ inFlight, durationMs: warmUpMs });
    const postmaster = await findPostmaster(client);
    const warmUp = workload.appended;
    const before = await readCounters(client, postmaster);
    await workload.run({ inFlight, durationMs });
    const after = await readCounters(client, postmaster);
    const appended = workload.appended - warmUp;
    await store.verify(workload.appended);
    const perAppend = (milliseconds: number) => ((milliseconds * 1_000) / appended).toFixed(0);
    const flushes = after.flushes - before.flushes;
    return [
      kind.name,
      String(inFlight),
      perAppend(after.time - before.time),
      perAppend(after.nodeMs - before.nodeMs),
      perAppend(after.serverMs - before.serverMs),
      (appended / flushes).toFixed(1),
      (((after.flushMs - before.flushMs) * 1_000) / flushes).toFixed(0),
    ];
  } finally {
    await store.close();
    await client.end();
    await server.dropDatabase(database);
  }
};

const { values: options } = parseArgs({ options: { seconds: { type: 'string', default: '5' } } });
const durationMs = Number(options.seconds) * 1_000;
installPeers();
const moreSettings = { track_wal_io_timing: 'on' };
await using server = await openServer(undefined, moreSettings);
console.log(`${server.description}\n${new Date().toISOString()}\n`);
const head = [
  'store',
  'in flight',
  'time per append',
  'CPU per append, Node',
  'CPU per append, PostgreSQL',
  'appends per flush',
  'time per flush',
];
const printTable = async (title: string, target: Server, levels: readonly number[]) => {
  console.log(`${title} (times in µs)\n\n| ${head.join(' | ')} |\n|${' --- |'.repeat(head.length)}`);
  for (const inFlight of levels)
    for (const kind of [lyceum, emmett, insert])
      console.log(`| ${(await profileStore(target, kind, inFlight, durationMs)).join(' | ')} |`);
  console.log('');
};
await printTable('Disk of the machine', server, [1, 64, 256]);
const slowServerOrReason = await openSlowDiskServer(moreSettings);
if (typeof slowServerOrReason === 'string') console.log(slowServerOrReason);
else {
  await using slowServer = slowServerOrReason;
  await printTable('1 ms more to flush', slowServer, [64]);
}
