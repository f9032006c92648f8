/**
 * `npm test` runs every check, and every test but the large ones, and prints one line per stage, then one line with the total.
 * `npm test -- unit int` runs the named stages; `npm run test:large` runs the tests that take minutes.
 */
import { endStages, runStage, type StageResult } from './run-stage.ts';
import { everydayStages, largeStages, type Stage, selectStages } from './stages.ts';
import { sum } from './tally.ts';
import { watchStalls } from './watch-stalls.ts';

const print = (text: string) => process.stdout.write(`${text}\n`);

const abort = () => {
  endStages();
  process.exit(1);
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, abort);
// The IPC channel closes when the parent process is killed.
process.once('disconnect', abort);
process.channel?.unref();

const runAndPrint = async (stage: Stage): Promise<StageResult> => {
  const result = await runStage(stage);
  const { tally, seconds, output } = result;
  if (tally.failed > 0) print(`\n${output.trim()}\n`);
  const verdict = tally.failed > 0 ? 'FAILED' : 'passed';
  const skipped = tally.skipped > 0 ? `, ${tally.skipped} skipped` : '';
  const counts = stage.hasTests ? `${tally.passed} passed, ${tally.failed} failed${skipped}` : '';
  print(`${verdict}  ${stage.name.padEnd(20)} ${`${seconds.toFixed(1)} s`.padStart(8)}  ${counts}`.trimEnd());
  return result;
};

/** Returns the failures of a stage: those of its tests, or only its name if none of its tests is known to have failed. */
const describeStage = ({ name, tally, failures }: StageResult): string[] => {
  if (tally.failed === 0) return [];
  return failures.length > 0 ? failures : [`  ${name} (see above)`];
};

/** Returns the stages that the arguments select. If an argument names no stage, it prints the error and ends the process. */
const readGroups = (args: readonly string[]): ReturnType<typeof selectStages> => {
  try {
    return selectStages(
      args.includes('--large') ? largeStages : everydayStages,
      args.filter((arg) => arg !== '--large'),
    );
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(1);
  }
};
const groups = readGroups(process.argv.slice(2));

const minStallMs = 20_000;
const readStalls = watchStalls(minStallMs);
const results: StageResult[] = [];
for (const stages of groups) results.push(...(await Promise.all(stages.map(runAndPrint))));
const total = sum(results.map(({ tally }) => tally));
if (total.failed > 0) {
  for (const { endedAt, seconds } of readStalls())
    print(`\nAll processes were paused for ${seconds.toFixed(0)} s until ${endedAt.toISOString()}.`);
  // The outputs of the stages are long, and CI servers often keep only the end.
  print(`\nFailed:\n${results.flatMap(describeStage).join('\n')}\n`);
  process.exitCode = 1;
}
print(`${total.passed} passed, ${total.failed} failed`);
// An open handle must not keep the process alive.
process.exit();
