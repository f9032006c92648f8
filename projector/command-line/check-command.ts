import { check } from '../check/check.ts';
import { type CommandContext, type ExitCode, exitCodes } from './command.ts';
import { reportOf } from './report.ts';

const shown = 20;

/** Compares these models with the log; prints what differs, and never a value of it. */
export const checkCommand = async (context: CommandContext): Promise<ExitCode> => {
  let found = 0;
  for await (const result of check({ ...context, ...reportOf(context.print) })) {
    const { model, position, rows, differences } = result;
    found += differences.length;
    if (differences.length === 0) {
      context.print(`${model}: ${rows} rows at position ${position}, all as the log says.`);
      continue;
    }
    context.print(`${model}: ${differences.length} differences at position ${position}:`);
    for (const { table, key, kind, columns } of differences.slice(0, shown))
      context.print(`  ${table} ${key}: ${kind}${columns.length > 0 ? ` (${columns.join(', ')})` : ''}`);
    if (differences.length > shown) context.print(`  … and ${differences.length - shown} more`);
    context.print(`  To mend it: projector rebuild ${model}`);
  }
  return found === 0 ? exitCodes.well : exitCodes.found;
};
