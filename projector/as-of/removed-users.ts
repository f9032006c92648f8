import { type Kysely, sql } from 'kysely';
import { streamId } from '#events/catalogue/stream-id.ts';
import { userStream } from '#events/catalogue/streams/user.ts';
import type { LogReader, RecordedEvent } from '#events/log/log.ts';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import { audit } from '../models/audit.ts';
import type { Projection } from '../projection/projection.ts';
import { advance } from '../runner/advance.ts';

const batchSize = 5_000;

/** Returns an event that stands for the removal of a user right after `position`. */
const removalAfter = (position: number, userId: string): RecordedEvent => ({
  type: 'UserRemoved',
  data: {},
  position: position + 1,
  stream: userStream(userId),
  version: Number.MAX_SAFE_INTEGER,
  recordedAt: new Date(0),
  commandId: userId,
  metadata: { actor: { system: 'past' }, correlationId: '' },
});

/**
 * Erases users from as-of tables, in the same way as a removal erases them from the current tables, because a removed user
 * must not reappear in an earlier state. The `audit` model keeps its rows, which contain no personal data.
 * @param db connection to tables at `position`.
 * @param userIds ids as they are in these tables.
 */
export const eraseUsers = async (
  db: Kysely<ReadTables>,
  projections: readonly Projection[],
  position: number,
  userIds: readonly string[],
): Promise<void> => {
  const erasing = projections.filter(({ model }) => model !== audit.model);
  for (let start = 0; start < userIds.length; start += batchSize) {
    const events = userIds.slice(start, start + batchSize).map((id) => removalAfter(position, id));
    await advance(db, erasing, { after: position, to: position, events }, { shouldNotify: false });
  }
};

/** Returns the ids of all users without a key: the removed ones, and those whose keys were not imported with the log. */
export const findUsersWithoutKey = async (db: Kysely<ReadTables>): Promise<string[]> => {
  const { rows } = await sql<{ person: string }>`
    select person from vault.keys where destroyed_at is not null order by person`.execute(db);
  return rows.map(({ person }) => person);
};

/** Returns the ids of all users whose removal the log contains, at any position. */
export const findUsersRemovedInLog = async (db: Kysely<ReadTables>): Promise<string[]> => {
  const { rows } = await sql<{ stream: string }>`
    select stream from log.removals order by position`.execute(db);
  return rows.map(({ stream }) => streamId(stream));
};

type FollowRemovalsOptions = {
  db: Kysely<ReadTables>;
  projections: readonly Projection[];
  /** The position of the tables. */
  position: number;
  /** The current log. */
  log: Pick<LogReader, 'tail'>;
  /** Removals up to this position were taken into account when the tables were built. */
  after: number;
  /** Called for each user who was erased from the tables. */
  onErased: (userId: string) => void;
};

/** Erases users from the served as-of tables as they are removed, and invalidates cached answers. */
export const followRemovals = async (
  { db, projections, position, log, after, onErased }: FollowRemovalsOptions,
  signal: AbortSignal,
): Promise<void> => {
  for await (const { events } of log.tail({ after, signal })) {
    const userIds = events.filter(({ type }) => type === 'UserRemoved').map(({ stream }) => streamId(stream));
    if (userIds.length === 0) continue;
    await eraseUsers(db, projections, position, userIds);
    await db.updateTable('checkpoints').set({ epoch: sql<number>`epoch + 1` }).execute();
    for (const userId of userIds) onErased(userId);
  }
};
