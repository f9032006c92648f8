/**
 * `npm test`: every check there is, one line for each stage, and one line at the very end for the whole, in which each
 * check and each test counts. `npm test -- unit int` runs some of the stages; `npm run test:large` the long proofs.
 */
import { endStages, runStage } from './run-stage.ts';
import { chooseStages, everydayStages, largeStages } from './stages.ts';
import { sum, type Tally } from './tally.ts';

const say = (text: string) => process.stdout.write(`${text}\n`);

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => {
    endStages();
    process.exit(1);
  });
process.once('disconnect', () => {
  endStages();
  process.exit(1);
});
process.channel?.unref();

const args = process.argv.slice(2);
const large = args.includes('--large');
const stages = chooseStages(
  large ? largeStages : everydayStages,
  args.filter((arg) => arg !== '--large'),
);

const tallies: Tally[] = [];
for (const stage of stages) {
  const { tally, seconds, printed } = await runStage(stage);
  tallies.push(tally);
  if (tally.failed > 0) say(`\n${printed.trim()}\n`);
  const verdict = tally.failed > 0 ? 'FAILED' : 'passed';
  const counts = stage.counted
    ? `${tally.passed} passed, ${tally.failed} failed${tally.skipped > 0 ? `, ${tally.skipped} skipped` : ''}`
    : '';
  say(`${verdict}  ${stage.name.padEnd(20)} ${`${seconds.toFixed(1)} s`.padStart(8)}  ${counts}`.trimEnd());
}
const all = sum(tallies);
if (all.failed > 0) process.exitCode = 1;
say(`${all.passed} passed, ${all.failed} failed`);
// A channel or timer that somebody left open must not hold up the end.
process.exit();
