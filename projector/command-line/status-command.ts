import { type Command, exitCodes } from './command.ts';

const maxPrinted = 100;

/** Prints the positions of the log and of models, and the parked streams. */
export const statusCommand: Command = async (context) => {
  const writer = await context.openWriter();
  try {
    const head = await context.reader.head();
    context.print(`log: ${head} events`);
    let total = 0;
    for (const { model } of context.projections) {
      const checkpoint = await writer.db
        .selectFrom('checkpoints')
        .select(['position', 'epoch'])
        .where('model', '=', model)
        .executeTakeFirst();
      const position = checkpoint?.position ?? 0;
      context.print(
        `${model}: position ${position}, ${head - position} events behind, ${checkpoint?.epoch ?? 0} rebuilds and retries`,
      );
      const parked = await writer.db
        .selectFrom('parked')
        .select(['stream', 'position', 'error', 'since', 'attempts'])
        .where('model', '=', model)
        .orderBy('position')
        .limit(maxPrinted)
        .execute();
      total += parked.length;
      for (const { stream, position, since, attempts, error } of parked)
        context.print(
          `  parked: ${stream} at position ${position} since ${since.toISOString()}, ${attempts} attempts: ${error}`,
        );
    }
    return total === 0 ? exitCodes.ok : exitCodes.problemsFound;
  } finally {
    await writer.close();
  }
};
