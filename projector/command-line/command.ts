import type { ReadSchema, Writer } from '../connection/writer.ts';
import type { ProjectorLogReader } from '../damaged-events/damage-tolerant-log.ts';
import type { Projection } from '../projection/projection.ts';

/** The dependencies of a command. `print` writes a line of its report. */
export type CommandContext = {
  projections: readonly Projection[];
  openWriter: (schema?: ReadSchema) => Promise<Writer>;
  reader: ProjectorLogReader;
  signal: AbortSignal;
  print: (line: string) => void;
};

/** `negativeResult`: the command ran and found differences, parked streams or failing reactions. */
export const exitCodes = { success: 0, negativeResult: 1, usage: 2, failed: 3 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

export type Command = (context: CommandContext) => Promise<ExitCode>;
