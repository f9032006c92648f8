import { sql, type Transaction } from 'kysely';
import type { RecordedEvent } from '#events/log/log.ts';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import { isTransient } from '../connection/is-transient.ts';
import { toError } from '../connection/to-error.ts';
import { createDatabaseTables } from '../projection/database-tables.ts';
import { ownerOf } from '../projection/erasure.ts';
import type { Projection } from '../projection/projection.ts';

/** A stream to be parked, with its first event that could not be applied. */
export type ParkedStream = {
  stream: string;
  position: number;
  version: number;
  error: string;
  /** The user to whom the stream belongs, if known. If the model erases the rows of removed users, removing that user unparks the stream. */
  owner: string | null;
};

/** Runs the work in a savepoint. If it fails, rolls back to the savepoint and returns the error. @throws transient errors. */
const tryInSavepoint = async (
  transaction: Transaction<ReadTables>,
  work: () => Promise<void>,
): Promise<Error | null> => {
  await sql`savepoint project_or_park`.execute(transaction);
  try {
    await work();
    await sql`release savepoint project_or_park`.execute(transaction);
    return null;
  } catch (error) {
    if (isTransient(error)) throw error;
    await sql`rollback to savepoint project_or_park`.execute(transaction);
    await sql`release savepoint project_or_park`.execute(transaction);
    return toError(error);
  }
};

/**
 * Applies a page in which events may fail. If one fails, bisects the page until this event is alone, skips the rest of its
 * stream, and applies all other events in order.
 * @returns the streams to be parked.
 * @throws transient errors, after which the transaction must be rolled back.
 */
export const projectOrPark = async (
  projection: Projection,
  events: readonly RecordedEvent[],
  transaction: Transaction<ReadTables>,
): Promise<ParkedStream[]> => {
  const parked = new Map<string, ParkedStream>();
  const project = async (part: readonly RecordedEvent[]): Promise<void> => {
    const remaining = part.filter((event) => !parked.has(event.stream));
    const [first] = remaining;
    if (first === undefined) return;
    const error = await tryInSavepoint(transaction, () =>
      projection.apply(remaining, createDatabaseTables(transaction)),
    );
    if (error === null) return;
    if (remaining.length === 1) {
      const { stream, position, version } = first;
      parked.set(stream, { stream, position, version, error: error.message, owner: ownerOf(first) });
      return;
    }
    const middle = Math.ceil(remaining.length / 2);
    await project(remaining.slice(0, middle));
    await project(remaining.slice(middle));
  };
  await project(events);
  return [...parked.values()];
};
