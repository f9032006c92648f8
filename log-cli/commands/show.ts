import type { ReaderContext } from '../log-access/reader-context.ts';
import { type ExitCode, exitCodes } from '../terminal/exit-codes.ts';
import { printEvent } from './print-event.ts';

/** Prints all events of a stream. */
export const show = async (
  context: ReaderContext,
  stream: string,
  options: { json?: boolean },
): Promise<ExitCode> => {
  const events = await context.reader.readStream(stream);
  for (const event of events) await printEvent(context, event, options);
  if (events.length > 0) return exitCodes.success;
  context.err.write(`The stream ${stream} has no events.\n`);
  return exitCodes.negativeResult;
};
