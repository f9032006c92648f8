/**
 * Causes faults in a cluster under load, and checks that nothing is lost, or that a loss is noticed if the fault must cause one:
 *
 *   npm run cluster:faults [-- --quick] [--rounds N] [--fault NAME]… [--sockets N] [--keep]
 *
 * `--quick`: one round each of the three most common faults, with 60 sockets. docs/cluster.md explains the table.
 */
import { parseArgs } from 'node:util';
import { createStopSignal } from '../processes/create-stop-signal.ts';
import { registerPeople } from '../services/people.ts';
import { startCluster } from '../start-cluster.ts';
import { readHead } from './accounting/read-log.ts';
import { openSockets, registerListeners } from './load/sockets.ts';
import { databaseFaults } from './matrix/database-faults.ts';
import type { Fault } from './matrix/fault.ts';
import { machineFaults } from './matrix/machine-faults.ts';
import { partitionFault } from './matrix/partition-fault.ts';
import { replicaFaults } from './matrix/replica-faults.ts';
import { findFailures, formatTable, type RoundResult } from './matrix/round-result.ts';
import { runRound } from './matrix/run-round.ts';
import { serviceFaults } from './matrix/service-faults.ts';

const allFaults: readonly Fault[] = [
  ...databaseFaults,
  ...serviceFaults,
  ...replicaFaults,
  partitionFault,
  ...machineFaults,
];
const quickFaults = ['kill-postgres', 'kill-patroni', 'switchover'];

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    fault: { type: 'string', multiple: true },
    sockets: { type: 'string' },
    keep: { type: 'boolean', default: false },
  },
});
const print = (text: string) => process.stdout.write(`${text}\n`);

/** The faults that this account can cause. */
const possibleFaults =
  process.getuid?.() === 0
    ? allFaults
    : allFaults.filter(({ hasDisksAndClocks }) => hasDisksAndClocks !== true);
if (!options.quick && !options.fault && possibleFaults.length < allFaults.length)
  print(
    'Faults that fill disks or set clocks are left out: only root can mount the small disks that they need.',
  );
const chosenNames = options.fault ?? (options.quick ? quickFaults : possibleFaults.map(({ name }) => name));
const faults = chosenNames.map((name) => {
  const found = allFaults.find((fault) => fault.name === name);
  if (found) return found;
  process.stderr.write(
    `There is no fault "${name}". Choose from ${allFaults.map((fault) => fault.name).join(', ')}.\n`,
  );
  return process.exit(2);
});
const roundCount = Number(options.rounds ?? (options.quick || options.fault ? faults.length : 20));
const socketCount = Number(options.sockets ?? (options.quick ? 60 : 500));
if (![roundCount, socketCount].every((count) => Number.isInteger(count) && count > 0)) {
  process.stderr.write('--rounds and --sockets must be whole numbers above 0.\n');
  process.exit(2);
}

const writerCount = 16;
const pauseMs = 300;

const { signal, interrupted } = createStopSignal('Stopped.');

const results: RoundResult[] = [];
const formatSecondsSince = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** The faults of all rounds, in turn. */
const rounds = Array.from({ length: roundCount }, (_, index) => faults[index % faults.length]).filter(
  (fault) => fault !== undefined,
);

/** Returns the kind of cluster that a fault needs. */
const clusterKindOf = ({
  replication = 'synchronous',
  hasRelays = false,
  hasDisksAndClocks = false,
}: Fault) => ({
  replication,
  hasRelays,
  hasDisksAndClocks,
});

/** Starts a cluster and runs one round for each fault, one after another. All of them need the same kind of cluster. */
const runOnCluster = async (faultsInTurn: readonly Fault[]) => {
  const startedAt = performance.now();
  const [first] = faultsInTurn;
  if (first === undefined) return;
  await using cluster = await startCluster({
    ...clusterKindOf(first),
    shouldKeepFolder: options.keep,
    signal,
    print: (step) => print(`… ${step}`),
  });
  print(
    `… the cluster is ready after ${formatSecondsSince(startedAt)}: ${cluster.edgeUrl}, ${cluster.folder}`,
  );
  const admins = await registerPeople(cluster.edgeUrl, 'admin', writerCount, 'Admin');
  const adminTokens = admins.map(({ token }) => token);
  const socketTokens = await registerListeners(cluster.edgeUrl, socketCount);
  const positionBeforeSockets = await readHead(cluster);
  await using sockets = await openSockets(cluster.edgeUrl, socketTokens);
  print(`… ${adminTokens.length} writers and ${sockets.count} sockets`);
  for (const fault of faultsInTurn) {
    const roundStartedAt = performance.now();
    const round = runRound(fault, { cluster, sockets, positionBeforeSockets, adminTokens, pauseMs });
    const result = await Promise.race([round, interrupted]);
    results.push(result);
    const failures = findFailures(result);
    print(
      [
        `${results.length}/${roundCount} ${fault.name}: ${failures.length === 0 ? 'ok' : 'failed'} after ${formatSecondsSince(roundStartedAt)}`,
        `${result.secondsWithoutCommands.toFixed(1)} s without acknowledgements`,
        `${result.secondsWithoutReads.toFixed(1)} s without reads`,
        `${result.acknowledged} acknowledged, ${result.lost} lost`,
      ].join(', '),
    );
    for (const failure of failures) print(`  ${failure}`);
  }
};

const run = async () => {
  const byCluster = Map.groupBy(rounds, (fault) => JSON.stringify(clusterKindOf(fault)));
  for (const faultsInTurn of byCluster.values()) await runOnCluster(faultsInTurn);
};

let failure: unknown = null;
try {
  await run();
} catch (error) {
  failure = error;
}
if (results.length > 0) print(`\n${formatTable(results)}\n`);
if (failure !== null) process.stderr.write(`${failure instanceof Error ? failure.message : failure}\n`);
const failed = results.filter((result) => findFailures(result).length > 0).length;
print(`${results.length} rounds, ${failed} failed.`);
process.exit(failure === null && failed === 0 && results.length === roundCount ? 0 : 1);
