import { sql } from 'kysely';
import type { LogReader, RecordedEvent } from '#events/log/log.ts';
import { concernsPerson } from '#events/log/person-of-event.ts';
import type { ReadDatabase } from './read-database.ts';

const pageSize = 1_000;

/**
 * Yields events up to a position, in pages and in the order of the log: those that a user caused, those that describe or name the
 * user, and messages to the user. Their positions come from `read.audit`, the table of the History page, and from `read.announcements`. The
 * part of the log that these tables do not contain yet is searched event by event, so that nothing is missing while they are behind.
 */
export async function* readEventsOfPerson(
  { database, reader }: { database: ReadDatabase; reader: Pick<LogReader, 'readAt' | 'readPage'> },
  userId: string,
  upToPosition: number,
): AsyncGenerator<RecordedEvent[]> {
  const completeUpTo = Math.min(upToPosition, await loadCompletePosition(database));
  for (let after = 0; ; ) {
    const positions = await findPositions(database, userId, after, completeUpTo);
    if (positions.length > 0) yield await reader.readAt(positions);
    if (positions.length < pageSize) break;
    after = positions.at(-1) ?? completeUpTo;
  }
  for (let after = completeUpTo; after < upToPosition; ) {
    const { events } = await reader.readPage(after, Math.min(pageSize, upToPosition - after));
    const ownEvents = events.filter((event) => concernsPerson(event, userId));
    if (ownEvents.length > 0) yield ownEvents;
    if (events.length === 0) break;
    after = events.at(-1)?.position ?? upToPosition;
  }
}

const models = ['audit', 'announcements'];

/**
 * Returns the position up to which both tables are complete: the lower checkpoint, or the position before their first parked
 * event if that is lower.
 */
const loadCompletePosition = async (database: ReadDatabase): Promise<number> => {
  const beforeParked = database
    .selectFrom('read.parked')
    .where('model', 'in', models)
    .select(sql<number>`min(position) - 1`.as('position'));
  const row = await database
    .selectFrom('read.checkpoints')
    .where('model', 'in', models)
    .select(sql<number>`least(min(position), ${beforeParked})`.as('position'))
    .executeTakeFirst();
  return Number(row?.position ?? 0);
};

/** Returns a page of positions. Compares pairs of user and position, because the database index is sorted by these pairs. */
const findPositions = async (
  database: ReadDatabase,
  userId: string,
  after: number,
  upTo: number,
): Promise<number[]> => {
  const positionsBy = (column: 'actor_id' | 'about_id') =>
    database
      .selectFrom('read.audit')
      .select('position')
      .where(column, 'is not', null)
      .where((eb) => eb(eb.refTuple(column, 'position'), '>', eb.tuple(userId, after)))
      .where((eb) => eb(eb.refTuple(column, 'position'), '<=', eb.tuple(userId, upTo)))
      .orderBy(column)
      .orderBy('position')
      .limit(pageSize);
  const toPerson = database
    .selectFrom('read.announcements')
    .select('posted_position as position')
    .where('recipient_ids', '@>', sql<string[]>`array[${userId}]::uuid[]`)
    .where('posted_position', '>', after)
    .where('posted_position', '<=', upTo)
    .orderBy('posted_position')
    .limit(pageSize);
  const rows = await database
    .selectFrom(positionsBy('actor_id').as('by_person'))
    .select('position')
    .union(database.selectFrom(positionsBy('about_id').as('about_person')).select('position'))
    .union(database.selectFrom(toPerson.as('to_person')).select('position'))
    .orderBy('position')
    .limit(pageSize)
    .execute();
  return rows.map(({ position }) => Number(position));
};
