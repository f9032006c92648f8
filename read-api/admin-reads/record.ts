import type { NewReading } from '#contract/readings.ts';

/** Who is about to read what, and the request in which they do. */
export type Reading = NewReading & {
  adminId: string;
  /** As it came with the request: the reading is recorded as the Admin's own act. */
  authorization: string;
  address: string;
  requestId: string;
};

/**
 * Resolves once the log holds the reading; until then nothing is shown.
 * @throws problems: 'unavailable' where it could not be recorded, or what the command was refused with.
 */
export type RecordReading = (reading: Reading) => Promise<void>;
