import type { Writer } from '../connection/writer.ts';
import { type Command, exitCodes } from './command.ts';

/** The maximum number of parked streams printed for one model, and of failing reactions printed for one reactor. */
const maxPrinted = 100;

const printRest = (count: number, printed: number, print: (line: string) => void): void => {
  if (count > printed) print(`  and ${count - printed} more`);
};

/** Prints how many reactions of each reactor are waiting or failing, and lists the failing ones. @returns their number. */
const printReactions = async ({ db }: Writer, print: (line: string) => void): Promise<number> => {
  const reactors = await db.selectFrom('reactors').select('reactor').orderBy('reactor').execute();
  const reactions = await db
    .selectFrom('reactions')
    .select(['reactor', (eb) => eb.fn.countAll<string>().as('count')])
    .select((eb) => eb.fn.countAll<string>().filterWhere('attempts', '>', 0).as('failing'))
    .groupBy('reactor')
    .execute();
  let totalFailing = 0;
  for (const { reactor } of reactors) {
    const counts = reactions.find((row) => row.reactor === reactor);
    const failing = Number(counts?.failing ?? 0);
    totalFailing += failing;
    print(`reactions ${reactor}: ${Number(counts?.count ?? 0) - failing} waiting, ${failing} failing`);
    if (failing === 0) continue;
    const rows = await db
      .selectFrom('reactions')
      .select(['stream', 'position', 'attempts', 'due_at', 'last_error'])
      .where('reactor', '=', reactor)
      .where('attempts', '>', 0)
      .orderBy('position')
      .limit(maxPrinted)
      .execute();
    for (const { stream, position, attempts, due_at, last_error } of rows)
      print(
        `  failing: ${stream} at position ${position}, ${attempts} attempts, next at ${due_at.toISOString()}: ${last_error}`,
      );
    printRest(failing, rows.length, print);
  }
  return totalFailing;
};

/** Prints the positions of the log and of models, the parked streams, and the reactions that fail. */
export const statusCommand: Command = async (context) => {
  const writer = await context.openWriter();
  try {
    const head = await context.reader.head();
    context.print(`log: ${head} events`);
    let totalProblems = 0;
    for (const { model } of context.projections) {
      const checkpoint = await writer.db
        .selectFrom('checkpoints')
        .select(['position', 'epoch'])
        .where('model', '=', model)
        .executeTakeFirst();
      const position = checkpoint?.position ?? 0;
      context.print(
        `${model}: position ${position}, ${Math.max(0, head - position)} events behind, ${checkpoint?.epoch ?? 0} rebuilds and retries`,
      );
      const parked = await writer.db
        .selectFrom('parked')
        .select(['stream', 'position', 'error', 'since', 'attempts'])
        .where('model', '=', model)
        .orderBy('position')
        .limit(maxPrinted)
        .execute();
      const { count } = await writer.db
        .selectFrom('parked')
        .select((eb) => eb.fn.countAll<string>().as('count'))
        .where('model', '=', model)
        .executeTakeFirstOrThrow();
      totalProblems += Number(count);
      for (const { stream, position, since, attempts, error } of parked)
        context.print(
          `  parked: ${stream} at position ${position} since ${since.toISOString()}, ${attempts} attempts: ${error}`,
        );
      printRest(Number(count), parked.length, context.print);
    }
    totalProblems += await printReactions(writer, context.print);
    return totalProblems === 0 ? exitCodes.success : exitCodes.negativeResult;
  } finally {
    await writer.close();
  }
};
