import type { Generated } from 'kysely';

/** `read.parked`: streams with an event that a model could not project; their later events wait, in order. */
export type ParkedTable = {
  model: string;
  stream: string;
  /** The first event that waits, by its place in the log and in its stream. */
  position: number;
  version: number;
  error: string;
  /** The person whose record the stream is, where its first waiting event names one. */
  owner: string | null;
  since: Generated<Date>;
  attempts: Generated<number>;
};
