import { rebuild } from '../rebuild/rebuild.ts';
import { type CommandContext, type ExitCode, exitCodes } from './command.ts';
import { reportOf } from './report.ts';

/** Rebuilds these models in one walk through the log. */
export const rebuildCommand = async (context: CommandContext): Promise<ExitCode> => {
  const began = performance.now();
  const models = context.projections.map(({ model }) => model).join(', ');
  context.print(`Rebuilding beside the live tables: ${models} …`);
  const reached = await rebuild({ ...context, ...reportOf(context.print) });
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  for (const [model, position] of reached)
    context.print(`${model}: rebuilt up to position ${position} and put in place, in ${seconds} s.`);
  return exitCodes.well;
};
