import type { Generated } from 'kysely';

/** `read.checkpoints`: how far each read model is. Moves in the transaction that changes the model's tables. */
export type CheckpointsTable = {
  model: string;
  /** Everything up to here is in the model's tables (but for parked streams). */
  position: Generated<number>;
  /** The last position that could have changed what the model answers: good for entity tags. */
  relevant_position: Generated<number>;
  /** One more whenever rows changed without a new position (a retry of parked streams, a rebuild): refetch. */
  epoch: Generated<number>;
  updated_at: Generated<Date>;
};

/** The channel on which the projector says, in the moment of its commit, that checkpoints have moved. */
export const checkpointChannel = 'lyceum_checkpoint';

/** What a notification on {@link checkpointChannel} carries, as JSON: the models that moved, with their new state. */
export type CheckpointNotice = Record<string, { position: number; relevantPosition: number; epoch: number }>;
