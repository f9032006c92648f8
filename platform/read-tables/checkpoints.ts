import type { Generated } from 'kysely';

/** `read.checkpoints`: the checkpoint of each read model. It changes in the same transaction as the model's tables. */
export type CheckpointsTable = {
  model: string;
  /** Everything up to this position is in the model's tables (except parked streams). */
  position: Generated<number>;
  /** The last position that could have changed the model's answers; used in entity tags. */
  relevant_position: Generated<number>;
  /** Incremented when rows change without a new position (a retry of parked streams, a rebuild). Clients then refetch. */
  epoch: Generated<number>;
  updated_at: Generated<Date>;
};

/**
 * A model that is at most this many events behind is current up to the first of them that it does not ignore (`read.ignored_events`). A model
 * that is further behind is current only up to its checkpoint, so that few events have to be looked at.
 */
export const maxPendingEvents = 200;

/** The channel on which the projector announces new checkpoints, when the transaction that moved them commits. */
export const checkpointChannel = 'lyceum_checkpoint';

/** The JSON payload of a notification on {@link checkpointChannel}: the changed models with their new checkpoints. */
export type CheckpointNotice = Record<string, { position: number; relevantPosition: number; epoch: number }>;
