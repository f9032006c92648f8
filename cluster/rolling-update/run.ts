/**
 * Updates a cluster from the previous release to this one, without downtime: `npm run cluster:rolling-update [-- --commit COMMIT] [--keep]`.
 * The migrations of this release are applied first, so the services of the previous release run on the new schema. Then they are replaced in
 * the documented order under load. Exits with 1 if a step fails or a command is lost. docs/production.md explains the order.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { createStopSignal } from '../processes/create-stop-signal.ts';
import { createDrillReport, minuteMs } from '../restore-drill/drill-report.ts';
import { startCluster } from '../start-cluster.ts';
import { checkOutSources } from './previous-sources.ts';
import { updateInSteps } from './rolling-update.ts';

const root = join(import.meta.dirname, '..', '..');

/** Returns the recorded commit of the previous release; see `tooling/previous-release/record.ts`. */
const readPreviousCommit = (): string => {
  const file = join(root, 'tooling', 'previous-release', 'previous-release.json');
  return z.object({ commit: z.string() }).parse(JSON.parse(readFileSync(file, 'utf8'))).commit;
};

const { values: options } = parseArgs({
  options: { commit: { type: 'string' }, keep: { type: 'boolean', default: false } },
});
const print = (text: string) => process.stdout.write(`${text}\n`);
const { signal, interrupted } = createStopSignal('Stopped.');

const report = createDrillReport(print);
const sources = mkdtempSync(join(tmpdir(), 'lyceum-previous-'));
const run = async () => {
  const commit = options.commit ?? readPreviousCommit();
  await report.step('Get the previous release', 8 * minuteMs, async (step) => {
    await checkOutSources(root, commit, sources);
    step.note(commit.slice(0, 12));
  });
  await using cluster = await report.step(
    'Start a cluster: the schema of this release, the services of the previous one',
    8 * minuteMs,
    () =>
      startCluster({
        serviceSources: sources,
        shouldKeepFolder: options.keep,
        signal,
        print: (step) => print(`… ${step}`),
      }),
  );
  print(`… ${cluster.folder}`);
  await Promise.race([updateInSteps({ cluster, report }), interrupted]);
};

let failure: unknown = null;
try {
  await run();
} catch (error) {
  failure = error;
} finally {
  rmSync(sources, { recursive: true, force: true });
}
print(`\n${report.formatTable()}\n`);
for (const failed of report.failures) print(`FAILED: ${failed}`);
if (failure !== null) process.stderr.write(`${failure instanceof Error ? failure.message : failure}\n`);
const isProved = failure === null && report.failures.length === 0;
print(isProved ? 'The update is proved.' : 'The update has FAILED.');
process.exit(isProved ? 0 : 1);
