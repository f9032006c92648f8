import { rebuild } from '../rebuild/rebuild.ts';
import { type CommandContext, type ExitCode, exitCodes } from './command.ts';

/** Rebuilds these models, one after the other. */
export const rebuildCommand = async (context: CommandContext): Promise<ExitCode> => {
  for (const projection of context.projections) {
    const began = performance.now();
    context.print(`${projection.model}: rebuilding beside the live tables …`);
    const position = await rebuild({ ...context, projection });
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    context.print(
      `${projection.model}: rebuilt up to position ${position} and put in place, in ${seconds} s.`,
    );
  }
  return exitCodes.well;
};
