import type { Context } from '../place/context.ts';
import { type ExitCode, exitCodes } from '../terminal/exit-codes.ts';
import { positionBefore, typesOf } from './options.ts';
import { printEvent } from './print-event.ts';

export type TailOptions = { from?: string; type?: string[]; json?: boolean };

/** Prints what happens as it happens, from the head on or from a moment; until it is interrupted. */
export const tail = async (context: Context, options: TailOptions): Promise<ExitCode> => {
  const { reader, pool, signal } = context;
  const types = typesOf(options.type);
  const after =
    options.from === undefined ? await reader.head() : await positionBefore(pool, options.from, '--from');
  for await (const { events } of reader.tail({ after, signal }))
    for (const event of events)
      if (types.size === 0 || types.has(event.type)) await printEvent(context, event, options);
  return exitCodes.well;
};
