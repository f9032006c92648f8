import { type Kysely, sql } from 'kysely';
import { streamId } from '#events/catalogue/stream-id.ts';
import { userStream } from '#events/catalogue/user.ts';
import type { LogReader, RecordedEvent } from '#events/log/log.ts';
import type { ReadTables } from '#platform/read-tables/tables.ts';
import { audit } from '../audit/audit.ts';
import type { Projection } from '../projection/projection.ts';
import { advance } from '../runner/advance.ts';

const atOnce = 5_000;

/** What the log would say right behind the moment, had the person been removed then. */
const removal = (person: string, position: number): RecordedEvent => ({
  type: 'UserRemoved',
  data: {},
  position,
  stream: userStream(person),
  version: Number.MAX_SAFE_INTEGER,
  recordedAt: new Date(0),
  commandId: person,
  metadata: { actor: { system: 'past' }, correlationId: '' },
});

/**
 * Takes persons out of tables: whoever has been removed since stays removed, also where the tables are as they were before.
 * What they did leaves as it left the live tables. The history (`audit`) keeps what had happened by then.
 * @param db at `position`.
 * @param persons under the ids that they have in these tables.
 */
export const forget = async (
  db: Kysely<ReadTables>,
  projections: readonly Projection[],
  position: number,
  persons: readonly string[],
): Promise<void> => {
  const forgetting = projections.filter(({ model }) => model !== audit.model);
  for (let start = 0; start < persons.length; start += atOnce) {
    const events = persons.slice(start, start + atOnce).map((person) => removal(person, position + 1));
    await advance(db, forgetting, { from: position, to: position, events }, { announce: false });
  }
};

/** Everybody whose key is gone: who was removed, and who came without a key when the log was imported. */
export const withoutKey = async (db: Kysely<ReadTables>): Promise<string[]> => {
  const { rows } = await sql<{ person: string }>`
    select person from vault.keys where destroyed_at is not null order by person`.execute(db);
  return rows.map(({ person }) => person);
};

/** Everybody of whom the log says that they were removed, at whatever position. */
export const removedInLog = async (db: Kysely<ReadTables>): Promise<string[]> => {
  const { rows } = await sql<{ stream: string }>`
    select stream from log.events where type = 'UserRemoved' order by position`.execute(db);
  return rows.map(({ stream }) => streamId(stream));
};

export type Following = {
  db: Kysely<ReadTables>;
  projections: readonly Projection[];
  /** Where the tables stand. */
  position: number;
  /** The log of the present. */
  log: Pick<LogReader, 'tail'>;
  /** Whoever was removed before it was forgotten when the tables were built. */
  after: number;
  /** Told of each person once they are out of the tables. */
  onForgotten: (person: string) => void;
};

/** Forgets, as long as a past is served, whoever is removed meanwhile, and has caches of its answers ask again. */
export const followRemovals = async (following: Following, signal: AbortSignal): Promise<void> => {
  const { db, projections, position, log, after, onForgotten } = following;
  for await (const { events } of log.tail({ after, signal })) {
    const persons = events.filter(({ type }) => type === 'UserRemoved').map(({ stream }) => streamId(stream));
    if (persons.length === 0) continue;
    await forget(db, projections, position, persons);
    await db.updateTable('checkpoints').set({ epoch: sql<number>`epoch + 1` }).execute();
    for (const person of persons) onForgotten(person);
  }
};
