import type { Context } from '../place/context.ts';
import { type ExitCode, exitCodes } from '../terminal/exit-codes.ts';
import { printEvent } from './print-event.ts';

/** Prints a stream, whole. */
export const show = async (
  context: Context,
  stream: string,
  options: { json?: boolean },
): Promise<ExitCode> => {
  const events = await context.reader.readStream(stream);
  for (const event of events) await printEvent(context, event, options);
  if (events.length > 0) return exitCodes.well;
  context.err.write(`Nothing has happened in a stream ${stream}.\n`);
  return exitCodes.found;
};
