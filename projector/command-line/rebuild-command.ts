import { rebuild } from '../rebuild/rebuild.ts';
import { type Command, exitCodes } from './command.ts';
import { createProgressReport } from './progress-report.ts';

/** Rebuilds models from the log and prints the progress. */
export const rebuildCommand: Command = async (context) => {
  const startedAtMs = performance.now();
  const models = context.projections.map(({ model }) => model).join(', ');
  context.print(`Rebuilding ${models} while the current tables stay in use …`);
  const positions = await rebuild({ ...context, ...createProgressReport(context.print) });
  const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(1);
  for (const [model, position] of positions)
    context.print(`${model}: rebuilt up to position ${position} in ${seconds} s. The new tables are in use.`);
  return exitCodes.success;
};
