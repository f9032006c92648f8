import { sql, type Transaction } from 'kysely';
import { type CheckpointNotice, checkpointChannel } from '#platform/read-tables/checkpoints.ts';
import type { ReadTables } from '#platform/read-tables/tables.ts';

/** Another runner moved the checkpoint meanwhile: this transaction must not happen. */
export class SupersededError extends Error {
  override name = 'SupersededError';
  constructor() {
    super('Another runner has moved the checkpoint: it leads now.');
  }
}

/**
 * Moves the checkpoints of some models from one position to another, all or none, and locks them: what the
 * transaction does next, no other runner, retry or swap does at the same time.
 * @param relevant by model: the last position up to `to` that it looks at, 0 for none.
 * @returns what to tell those who wait, see {@link notifyCheckpoints}.
 * @throws {SupersededError} when one stands elsewhere.
 */
export const moveCheckpoints = async (
  transaction: Transaction<ReadTables>,
  move: { from: number; to: number; relevant: ReadonlyMap<string, number> },
): Promise<CheckpointNotice> => {
  const models = [...move.relevant.keys()];
  const { rows } = await sql<{ model: string; relevant_position: number; epoch: number }>`
    update checkpoints as c
    set position = ${move.to}, updated_at = clock_timestamp(),
        relevant_position = greatest(c.relevant_position, moved.relevant)
    from unnest(${models}::text[], ${[...move.relevant.values()]}::bigint[]) as moved (model, relevant)
    where c.model = moved.model and c.position = ${move.from}
    returning c.model, c.relevant_position, c.epoch`.execute(transaction);
  if (rows.length !== models.length) throw new SupersededError();
  return Object.fromEntries(
    rows.map((row) => [
      row.model,
      { position: move.to, relevantPosition: row.relevant_position, epoch: row.epoch },
    ]),
  );
};

/** Tells those who wait, in the moment of the commit. */
export const notifyCheckpoints = async (
  transaction: Transaction<ReadTables>,
  notice: CheckpointNotice,
): Promise<void> => {
  await sql`select pg_notify(${checkpointChannel}, ${JSON.stringify(notice)})`.execute(transaction);
};
