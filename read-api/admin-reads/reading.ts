import type { NewReading } from '#contract/schemas/readings.ts';

/** A reading that is about to happen, and the request that causes it. */
export type Reading = NewReading & {
  adminId: string;
  /** The history of the log from which the data comes. */
  logId: string;
  /** The `Authorization` header of the request. The command that records the reading carries it, so the Admin is the actor. */
  authorization: string;
  /** The network address from which the request came. */
  address: string;
  requestId: string;
};

/**
 * Records a reading. Resolves once the reading is in the log. Until then no data is shown.
 * @throws problem 'unavailable' if the reading could not be recorded, or the problem of the refused command.
 */
export type RecordReading = (reading: Reading) => Promise<void>;
