import type { Generated } from 'kysely';

/** `read.parked`: parked streams, with the first event that a model could not project. */
export type ParkedTable = {
  model: string;
  stream: string;
  /** The log position and the stream version of the first waiting event. */
  position: number;
  version: number;
  error: string;
  /** The person to whom the stream belongs, if its first waiting event names one. */
  owner: string | null;
  since: Generated<Date>;
  attempts: Generated<number>;
};
