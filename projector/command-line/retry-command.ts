import { retryParkedStreams } from '../parked-streams/retry-parked-streams.ts';
import { type Command, exitCodes } from './command.ts';

/** Retries the parked streams of models. */
export const retryCommand: Command = async (context) => {
  const writer = await context.openWriter();
  let total = 0;
  try {
    for (const projection of context.projections) {
      const { recovered, stillParked } = await retryParkedStreams(writer.db, projection, context.reader);
      total += stillParked.length;
      context.print(
        `${projection.model}: recovered streams: ${recovered.length}, still parked: ${stillParked.length}.`,
      );
      for (const { stream, position, error } of stillParked)
        context.print(`  ${stream} at position ${position}: ${error}`);
    }
  } finally {
    await writer.close();
  }
  return total === 0 ? exitCodes.success : exitCodes.negativeResult;
};
