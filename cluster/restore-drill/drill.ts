import type { DrillOptions } from './drill-options.ts';
import { restore } from './restore.ts';
import { resume } from './resume.ts';
import { writeAndBackUp } from './write-and-back-up.ts';

/**
 * Runs the drill: a full backup, a moment, a disaster, a restore to the moment, and the proofs.
 * Failed proofs are in the report.
 * @throws Error if a step fails, so that the next one makes no sense.
 */
export const runDrill = async (options: DrillOptions): Promise<void> => {
  await using memory = await writeAndBackUp(options);
  await restore(options, memory);
  await resume(options, memory);
};
