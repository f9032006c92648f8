import { type Kysely, sql } from 'kysely';
import type { StateTables } from '#platform/state-tables/state-tables.ts';
import type { Learner, PresenceChanges } from './presence-tracker.ts';

/** A node of the read-api. Its entries expire `heartbeatTtlMs` after its last heartbeat. */
export type PresenceNode = { id: string; name: string; heartbeatTtlMs: number };

/**
 * Publishes the changes of a node. Every publication is also a heartbeat.
 * @param isFull whether the changes describe everything on the node, so that they replace its entries.
 * @returns false if the database does not know the node, or no longer knows it. The node then has to publish everything.
 */
export const publishPresence = async (
  state: Kysely<StateTables>,
  { id, name, heartbeatTtlMs }: PresenceNode,
  changes: PresenceChanges,
  isFull: boolean,
): Promise<boolean> => {
  const userIds = (learners: readonly Learner[]) => learners.map(({ userId }) => userId);
  const courseIds = (learners: readonly Learner[]) => learners.map(({ courseId }) => courseId);
  const { sockets, visitors, leftUserIds, arrivedUserIds, stoppedLearning, startedLearning } = changes;
  const { rows } = await sql<{ known: boolean }>`select state.keep_presence(
    ${id}, ${name}, ${heartbeatTtlMs / 1_000}, ${sockets}, ${visitors}, ${isFull},
    ${leftUserIds}::uuid[], ${arrivedUserIds}::uuid[],
    ${userIds(stoppedLearning)}::uuid[], ${courseIds(stoppedLearning)}::uuid[],
    ${userIds(startedLearning)}::uuid[], ${courseIds(startedLearning)}::uuid[]
  ) as known`.execute(state);
  return rows[0]?.known ?? false;
};

/** Removes the entries of a node. */
export const removeNode = async (state: Kysely<StateTables>, id: string): Promise<void> => {
  await sql`select state.end_presence(${id})`.execute(state);
};
