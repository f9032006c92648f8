import { retryParked } from '../parking/retry.ts';
import { type CommandContext, type ExitCode, exitCodes } from './command.ts';

/** Tries the parked streams of these models again. */
export const retryCommand = async (context: CommandContext): Promise<ExitCode> => {
  const writer = await context.openWriter();
  let left = 0;
  try {
    for (const projection of context.projections) {
      const { freed, waiting } = await retryParked(writer.db, projection, context.reader);
      left += waiting.length;
      context.print(`${projection.model}: ${freed.length} streams freed, ${waiting.length} still wait.`);
      for (const { stream, position, error } of waiting)
        context.print(`  ${stream} at position ${position}: ${error}`);
    }
  } finally {
    await writer.close();
  }
  return left === 0 ? exitCodes.well : exitCodes.found;
};
