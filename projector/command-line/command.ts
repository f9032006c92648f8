import type { Place, Writer } from '../connection/writer.ts';
import type { Projection } from '../projection/projection.ts';
import type { ProjectedLog } from '../reading/readable-log.ts';

/** What a command works with, and where it writes its report. */
export type CommandContext = {
  projections: readonly Projection[];
  openWriter: (place?: Place) => Promise<Writer>;
  reader: ProjectedLog;
  signal: AbortSignal;
  print: (line: string) => void;
};

/** Exit codes: all well; something was found or is left; used wrongly; could not be done. */
export const exitCodes = { well: 0, found: 1, usage: 2, failed: 3 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
