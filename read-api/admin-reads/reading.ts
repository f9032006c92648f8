import type { NewReading } from '#contract/schemas/readings.ts';

/** A reading that is about to happen, and the request that causes it. */
export type Reading = NewReading & {
  adminId: string;
  /** The request's own `Authorization` header: the reading is recorded as an action of the Admin. */
  authorization: string;
  address: string;
  requestId: string;
};

/**
 * Resolves once the reading is in the log. Until then no data is shown.
 * @throws problem 'unavailable' if the reading could not be recorded, or the problem of the refused command.
 */
export type RecordReading = (reading: Reading) => Promise<void>;
