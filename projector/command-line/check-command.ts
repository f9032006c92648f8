import { checkModels } from '../check/check-models.ts';
import { type Command, exitCodes } from './command.ts';
import { createProgressReport } from './progress-report.ts';

/** The maximum number of differences printed for one model. */
const maxPrintedPerModel = 20;

/** Compares models with the log and prints the keys and columns of the differences, but no values. */
export const checkCommand: Command = async (context) => {
  let total = 0;
  for await (const result of checkModels({ ...context, ...createProgressReport(context.print) })) {
    const { model, position, rows, differences } = result;
    total += differences.length;
    if (differences.length === 0) {
      context.print(`${model}: ${rows} rows at position ${position}, all match the log.`);
      continue;
    }
    context.print(
      `${model}: does not match the log at position ${position}. Differences: ${differences.length}`,
    );
    for (const { table, key, kind, columns } of differences.slice(0, maxPrintedPerModel))
      context.print(`  ${table} ${key}: ${kind}${columns.length > 0 ? ` (${columns.join(', ')})` : ''}`);
    if (differences.length > maxPrintedPerModel)
      context.print(`  … and ${differences.length - maxPrintedPerModel} more`);
    context.print(`  To repair it, run: projector rebuild ${model}`);
  }
  return total === 0 ? exitCodes.success : exitCodes.negativeResult;
};
