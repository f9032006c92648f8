import type { DrillOptions } from './drill-options.ts';
import { restore } from './restore.ts';
import { resume } from './resume.ts';
import { writeAndBackUp } from './write-and-back-up.ts';

/**
 * Runs the drill: takes a full backup, notes a moment, destroys the databases, restores them to this moment, and proves the result.
 * Failed proofs are in the report.
 * @throws Error if a step itself fails, because the next steps would make no sense.
 */
export const runDrill = async (options: DrillOptions): Promise<void> => {
  await using facts = await writeAndBackUp(options);
  await restore(options, facts);
  await resume(options, facts);
};
