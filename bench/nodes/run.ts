/**
 * Benchmark of many read-apis on one primary: what each node costs PostgreSQL and itself. First nothing happens, and the nodes wait for
 * notifications and poll. Then events are appended, and each node reads all of them.
 *
 *   node bench/nodes/run.ts [--nodes 2,8,32] [--rate 100] [--seconds 20] [--server postgres://…]
 *
 * Linux only. The exit code is 1 if the answer of a node does not contain the whole log at the end.
 */
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type CourseFields, courseStream } from '#events/catalogue/streams/course.ts';
import { openAppender } from '#events/log/append/appender.ts';
import { openVault } from '#events/vault/vault.ts';
import { reserveFreePort } from '#platform/free-port.ts';
import { openPool } from '#platform/postgres/pool.ts';
import { closeOnSignal } from '#platform/testing/close-on-signal.ts';
import { openServer } from '../harness/benchmark-server.ts';
import { receiveMessage } from '../harness/receive-message.ts';
import { startAccountLookup } from '../http/editions/account-lookup.ts';
import { startService } from '../http/editions/service-process.ts';
import { readFamilyMs, readProcessMs } from '../http/load/process-time.ts';
import { openLogWatch } from '../http/log-watch.ts';
import { describeMachine } from '../live/machine.ts';
import { createLog, masterKey } from '../rebuild/projector-runs.ts';
import type { NodesMessage } from './nodes-process.ts';

const { values: options } = parseArgs({
  options: {
    nodes: { type: 'string', default: '2,8,32' },
    rate: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '20' },
    server: { type: 'string' },
  },
});
const nodeCounts = options.nodes.split(',').map(Number);
const eventsPerSecond = Number(options.rate);
const phaseMs = Number(options.seconds) * 1_000;
/** The events in the school of each run: enough to fill the caches, but few enough to be created quickly. */
const schoolEvents = 5_000;

type Phase = { postgresMs: number; nodesMs: number; projectorMs: number; events: number; seconds: number };
type Result = { nodes: number; connections: number; idle: Phase; appending: Phase };

await using server = await openServer(options.server, { max_connections: '1000' });
console.log(`${server.description}
${describeMachine()}, ${new Date().toISOString()}
`);

/** Starts a process with `count` nodes. */
const startNodes = async (count: number, env: NodeJS.ProcessEnv) => {
  const file = join(import.meta.dirname, 'nodes-process.ts');
  const child = fork(file, [`${count}`], { env: { ...process.env, ...env } });
  const exited = once(child, 'exit');
  const end = async () => {
    child.kill('SIGKILL');
    await exited;
  };
  try {
    // The first message says that the nodes are ready.
    await receiveMessage(child, file);
  } catch (error) {
    await end();
    throw error;
  }
  return {
    pid: child.pid ?? 0,
    readPositions: async (): Promise<number[]> => {
      child.send('report');
      const message = (await receiveMessage(child, file)) as NodesMessage;
      return message.kind === 'positions' ? message.positions : [];
    },
    [Symbol.asyncDispose]: end,
  };
};

const fields: CourseFields = {
  code: 'CSE',
  name: 'A course',
  duration: '3 years',
  difficulty: '7',
  category: 'Engineering',
  details: 'How data is stored and found. '.repeat(10),
  instructor: 'E. Codd',
  price: 1,
  imageUrl: '/mark.svg',
  instructorId: null,
  videos: null,
};

/** Adds a course and edits it at a constant rate for the length of a phase. @returns the number of events. */
const appendAtRate = async (url: string): Promise<number> => {
  const pool = openPool({
    connectionString: url,
    role: 'lyceum_command',
    maxConnections: 2,
    applicationName: 'bench',
  });
  const vault = openVault({ pool, masterKey });
  const appender = openAppender({ connectionString: url, role: 'lyceum_command', vault });
  const stream = courseStream(randomUUID());
  const start = performance.now();
  let appended = 0;
  try {
    while (performance.now() - start < phaseMs) {
      const due = Math.floor(((performance.now() - start) / 1_000) * eventsPerSecond);
      if (appended >= due) {
        await sleep(2);
        continue;
      }
      const { outcome } = await appender.append({
        commandId: randomUUID(),
        writes: [
          {
            stream,
            expectedVersion: appended,
            events: [
              appended === 0
                ? { type: 'CourseAdded', data: fields }
                : { type: 'CourseEdited', data: { changes: { price: appended } } },
            ],
          },
        ],
        asserts: [],
        metadata: { actor: { id: randomUUID(), role: 'Admin' }, correlationId: randomUUID() },
      });
      if (outcome !== 'appended') throw new Error(`An edit was not appended: ${outcome}.`);
      appended += 1;
    }
    return appended;
  } finally {
    await appender.close();
    await vault.close();
    await pool.end();
  }
};

const measure = async (nodes: number): Promise<Result> => {
  const database = `lyceum_bench_nodes_${process.pid}`;
  const url = await server.createDatabase(database);
  await using cleanup = new AsyncDisposableStack();
  cleanup.defer(() => server.dropDatabase(database));
  await createLog(url, schoolEvents, 0);
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-bench-nodes-'));
  cleanup.defer(closeOnSignal(() => rmSync(folder, { recursive: true, force: true })));
  const lookup = cleanup.use(await startAccountLookup());
  const env = {
    NODE_ENV: 'development',
    DATABASE_URL: url,
    VAULT_MASTER_KEY: masterKey,
    FIREBASE_PROJECT_ID: 'demo-lyceum',
    FIREBASE_AUTH_EMULATOR_HOST: lookup.address,
    REMOVALS_FILE: join(folder, 'removals'),
  };
  const projector = await startService('projector/main.ts', {
    cwd: join(import.meta.dirname, '..', '..'),
    port: await reserveFreePort(),
    env,
    logFile: join(folder, 'projector.log'),
    flags: [],
  });
  cleanup.defer(projector.end);
  const watch = cleanup.use(await openLogWatch(url));
  await watch.waitForReadModels();
  const running = cleanup.use(await startNodes(nodes, env));

  const runPhase = async (work: () => Promise<number>): Promise<Phase> => {
    const read = () => [
      readFamilyMs(watch.postmaster),
      readProcessMs(running.pid),
      readProcessMs(projector.pid),
    ];
    const before = read();
    const start = performance.now();
    const events = await work();
    const seconds = (performance.now() - start) / 1_000;
    const [postgresMs = 0, nodesMs = 0, projectorMs = 0] = read().map(
      (ms, index) => ms - (before[index] ?? 0),
    );
    return { postgresMs, nodesMs, projectorMs, events, seconds };
  };
  // After the start, the nodes still fill their caches, and V8 still compiles their code.
  await sleep(5_000);
  const idle = await runPhase(async () => {
    await sleep(phaseMs);
    return 0;
  });
  const appending = await runPhase(() => appendAtRate(url));
  await watch.waitForReadModels();
  const head = await watch.readHead();
  const positions = await running.readPositions();
  if (positions.length !== nodes || positions.some((position) => position !== head))
    throw new Error(`The log ends at ${head}, and the nodes have read up to ${positions.join(' ')}.`);
  return { nodes, connections: await watch.countConnections('lyceum read-api%'), idle, appending };
};

const perSecond = (ms: number, { seconds }: Phase) => (ms / seconds).toFixed(1);
const perEvent = (ms: number, { events }: Phase) => ((ms * 1_000) / events).toFixed(0);

const results: Result[] = [];
try {
  for (const nodes of nodeCounts) results.push(await measure(nodes));
  console.log(
    '| nodes | connections | idle: PostgreSQL ms/s | idle: each node ms/s | PostgreSQL µs/event | each node µs/event | projector µs/event | events/s |',
  );
  console.log(`|${' --- |'.repeat(8)}`);
  for (const { nodes, connections, idle, appending } of results)
    console.log(
      `| ${[
        nodes,
        connections,
        perSecond(idle.postgresMs, idle),
        perSecond(idle.nodesMs / nodes, idle),
        perEvent(appending.postgresMs, appending),
        perEvent(appending.nodesMs / nodes, appending),
        perEvent(appending.projectorMs, appending),
        (appending.events / appending.seconds).toFixed(0),
      ].join(' | ')} |`,
    );
} catch (error) {
  console.error('FAILED', error);
  process.exitCode = 1;
}
