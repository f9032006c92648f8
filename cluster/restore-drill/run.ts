/**
 * Proves that a backup can be restored, and that removed people stay removed:
 *
 *   npm run cluster:restore-drill [-- --students N] [--falsify NAME]… [--keep]
 *
 * Starts a cluster, takes a full backup, writes more, destroys all databases, restores them to a moment, and proves the result.
 * Prints each step with its duration. Exits with 1 if a proof fails. With `--falsify` the drill must fail. docs/backups.md explains it.
 */
import { parseArgs } from 'node:util';
import { createStopSignal } from '../processes/create-stop-signal.ts';
import { startCluster } from '../start-cluster.ts';
import { runDrill } from './drill.ts';
import { createDrillReport, minuteMs } from './drill-report.ts';
import { type Falsification, falsifications } from './falsify.ts';

const { values: options } = parseArgs({
  options: {
    students: { type: 'string', default: '24' },
    falsify: { type: 'string', multiple: true, default: [] },
    keep: { type: 'boolean', default: false },
  },
});
const print = (text: string) => process.stdout.write(`${text}\n`);

const falsified = new Set<Falsification>();
for (const name of options.falsify) {
  const found = falsifications.find((known) => known === name);
  if (!found) {
    process.stderr.write(`There is no falsification "${name}". Choose from ${falsifications.join(', ')}.\n`);
    process.exit(2);
  }
  falsified.add(found);
}
const studentCount = Number(options.students);
if (!Number.isInteger(studentCount) || studentCount < 1 || studentCount > 1_000) {
  process.stderr.write('--students must be a whole number from 1 to 1000.\n');
  process.exit(2);
}

const { signal, interrupted } = createStopSignal('Stopped.');

const report = createDrillReport(print);
const run = async () => {
  await using cluster = await report.step('Start a cluster that archives its WAL', 5 * minuteMs, () =>
    startCluster({
      hasArchive: true,
      shouldKeepFolder: options.keep,
      signal,
      print: (step) => print(`… ${step}`),
    }),
  );
  print(`… ${cluster.folder}`);
  await Promise.race([runDrill({ cluster, report, studentCount, falsified }), interrupted]);
};

const startedAt = performance.now();
let failure: unknown = null;
try {
  await run();
} catch (error) {
  failure = error;
}
print(`\n${report.formatTable()}\n`);
for (const failed of report.failures) print(`FAILED: ${failed}`);
if (failure !== null) process.stderr.write(`${failure instanceof Error ? failure.message : failure}\n`);
const isProved = failure === null && report.failures.length === 0;
print(
  `The restore ${isProved ? 'is proved' : 'has FAILED'}, after ${((performance.now() - startedAt) / 1000).toFixed(0)} s.`,
);
process.exit(isProved ? 0 : 1);
