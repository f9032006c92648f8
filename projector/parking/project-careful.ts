import { sql, type Transaction } from 'kysely';
import type { RecordedEvent } from '#events/log/log.ts';
import type { ReadTables } from '#platform/read-tables/tables.ts';
import { isTransient } from '../connection/transient.ts';
import { ownerOf, type Projection } from '../projection/projection.ts';
import { tablesIn } from '../projection/tables.ts';

/** A stream that was parked now, at its first event that could not be projected. */
export type Parking = {
  stream: string;
  position: number;
  version: number;
  error: string;
  /** The person whose record the stream is, where that is known: their removal ends the waiting. */
  owner: string | null;
};

/** Runs the work so that a failure undoes it and leaves the transaction usable. Transient errors go on to the caller. */
const tryInSavepoint = async (
  transaction: Transaction<ReadTables>,
  work: () => Promise<void>,
): Promise<Error | null> => {
  await sql`savepoint careful`.execute(transaction);
  try {
    await work();
    await sql`release savepoint careful`.execute(transaction);
    return null;
  } catch (error) {
    if (isTransient(error)) throw error;
    await sql`rollback to savepoint careful`.execute(transaction);
    await sql`release savepoint careful`.execute(transaction);
    return error instanceof Error ? error : new Error(String(error));
  }
};

/**
 * Projects events of which one or more cannot be projected: halves them until the bad one stands alone, parks
 * its stream, and leaves out what follows in that stream. All the others are projected, in order.
 * @returns the streams that must be parked.
 * @throws transient errors: nothing of the transaction may be kept then.
 */
export const projectCarefully = async (
  projection: Projection,
  events: readonly RecordedEvent[],
  transaction: Transaction<ReadTables>,
): Promise<Parking[]> => {
  const parked = new Map<string, Parking>();
  const project = async (some: readonly RecordedEvent[]): Promise<void> => {
    const left = some.filter((event) => !parked.has(event.stream));
    const [first] = left;
    if (first === undefined) return;
    const error = await tryInSavepoint(transaction, () => projection.apply(left, tablesIn(transaction)));
    if (error === null) return;
    if (left.length === 1) {
      const { stream, position, version } = first;
      parked.set(stream, { stream, position, version, error: error.message, owner: ownerOf(first) });
      return;
    }
    const middle = Math.ceil(left.length / 2);
    await project(left.slice(0, middle));
    await project(left.slice(middle));
  };
  await project(events);
  return [...parked.values()];
};
