import { consistencyRanges, inclusionRanges } from './seal-tree.ts';
import { treePath } from './merkle.ts';
import type { StoredEvent } from './proof/encoding.ts';
import { type EventProof, toHex } from './proof/event-proof.ts';
import type { Consistency } from './proof/merkle-path.ts';
import {
  readLastSeal,
  type Queryable,
  readJoinedNodes,
  type SealRow,
  sealColumns,
  parseSealRow,
  readSealOfPosition,
} from './seal-rows.ts';
import { readStoredEvents } from './stored-events.ts';

const readLeavesOf = async (database: Queryable, number: number): Promise<Buffer> => {
  const { rows } = await database.query<{ leaves: Buffer }>(
    'select leaves from log.seals where number = $1',
    [number],
  );
  return rows[0]?.leaves ?? Buffer.alloc(0);
};

const readEvent = async (database: Queryable, position: number): Promise<StoredEvent> => {
  const [event] = await readStoredEvents(database, { after: position - 1, limit: 1 });
  if (event?.position !== position) throw new Error(`The log has no event at position ${position}.`);
  return event;
};

/** @throws when there is no such seal. */
export const readSeal = async (database: Queryable, number: number) => {
  const { rows } = await database.query<SealRow>(`select ${sealColumns} from log.seals where number = $1`, [
    number,
  ]);
  if (!rows[0]) throw new Error(`The log has no seal ${number}.`);
  return parseSealRow(rows[0]);
};

/**
 * Proves that the event at a position is in the history: at most log2 of the page's events plus log2 of the seals
 * hashes. The proof may be given away: check it with `checkEventProof`.
 * @param seals how many seals the history shall have, as a signed head says it; as it is now unless given.
 * @returns null when the position is not sealed yet.
 * @throws RangeError when the history has no such state, or the event came after it.
 */
export const proveEvent = async (
  database: Queryable,
  position: number,
  seals?: number,
): Promise<EventProof | null> => {
  const seal = await readSealOfPosition(database, position);
  const last = await readLastSeal(database);
  if (seal === null || last === null) return null;
  if (seals !== undefined && (seals < seal.number || seals > last.number))
    throw new RangeError(`Seal ${seal.number} holds it, of ${last.number}: ask for one from there on.`);
  const { number, firstPosition, lastPosition, eventCount, sealedAt } = seal;
  const size = seals ?? last.number;
  const [event, leaves, path, state] = await Promise.all([
    readEvent(database, position),
    readLeavesOf(database, number),
    readJoinedNodes(database, inclusionRanges(number - 1, size)),
    size === last.number ? last : readSeal(database, size),
  ]);
  return {
    event,
    seal: {
      number,
      firstPosition,
      lastPosition,
      eventCount,
      sealedAt,
      path: treePath(leaves, position - firstPosition).map(toHex),
    },
    history: { size, root: toHex(state.chainedRoot), path: path.map(toHex) },
  };
};

/**
 * Proves that the history at seal `newer` begins with the history at seal `older`: check it with `isConsistent`.
 * @throws when there are no such seals.
 */
export const proveConsistency = async (
  database: Queryable,
  older: number,
  newer: number,
): Promise<Consistency> => {
  const [first, second] = await Promise.all([readSeal(database, older), readSeal(database, newer)]);
  return {
    olderSize: older,
    olderRoot: first.chainedRoot,
    newerSize: newer,
    newerRoot: second.chainedRoot,
    path: await readJoinedNodes(database, consistencyRanges(older, newer)),
  };
};
