import type { ReaderContext } from '../log-access/reader-context.ts';
import { type ExitCode, exitCodes } from '../terminal/exit-codes.ts';
import { printEvent } from './print-event.ts';
import { parseTypes, positionBefore } from './range-options.ts';

type TailOptions = { from?: string; type?: string[]; json?: boolean };

/** Prints events as they are committed, from the head or from a moment, until the signal aborts. */
export const tail = async (context: ReaderContext, options: TailOptions): Promise<ExitCode> => {
  const { reader, signal } = context;
  const types = parseTypes(options.type);
  const after =
    options.from === undefined ? await reader.head() : await positionBefore(reader, options.from, '--from');
  for await (const { events } of reader.tail({ after, signal }))
    for (const event of events)
      if (types.size === 0 || types.has(event.type)) await printEvent(context, event, options);
  return exitCodes.success;
};
