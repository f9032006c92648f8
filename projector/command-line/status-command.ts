import { type CommandContext, type ExitCode, exitCodes } from './command.ts';

/** Says where the log and these models stand, and what is parked. */
export const statusCommand = async (context: CommandContext): Promise<ExitCode> => {
  const writer = await context.openWriter();
  try {
    const head = await context.reader.head();
    context.print(`log: ${head} events`);
    let parked = 0;
    for (const { model } of context.projections) {
      const checkpoint = await writer.db
        .selectFrom('checkpoints')
        .select(['position', 'epoch'])
        .where('model', '=', model)
        .executeTakeFirst();
      const position = checkpoint?.position ?? 0;
      context.print(
        `${model}: at ${position}, ${head - position} behind, rebuilt or retried ${checkpoint?.epoch ?? 0} times`,
      );
      const streams = await writer.db
        .selectFrom('parked')
        .select(['stream', 'position', 'error', 'since', 'attempts'])
        .where('model', '=', model)
        .orderBy('position')
        .limit(100)
        .execute();
      parked += streams.length;
      for (const one of streams)
        context.print(
          `  parked ${one.stream} at position ${one.position} since ${one.since.toISOString()}, tried ${one.attempts} times: ${one.error}`,
        );
    }
    return parked === 0 ? exitCodes.well : exitCodes.found;
  } finally {
    await writer.close();
  }
};
