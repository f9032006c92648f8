import type { LogSource } from '../archive/archived-events.ts';
import { computeTreePath } from './merkle.ts';
import type { StoredEvent } from './proof/encoding.ts';
import { type EventProof, toHex } from './proof/event-proof.ts';
import type { ConsistencyProof } from './proof/merkle-path.ts';
import {
  type Queryable,
  readJoinedNodes,
  readLastSeal,
  readSeal,
  readSealLeaves,
  readSealOfPosition,
} from './seal-rows.ts';
import { listConsistencyRanges, listInclusionRanges } from './seal-tree.ts';
import { readStoredEvents } from './stored-events.ts';

const readEvent = async (source: LogSource, position: number): Promise<StoredEvent> => {
  const [event] = await readStoredEvents(source, { after: position - 1, limit: 1 });
  if (event?.position !== position) throw new Error(`The log has no event at position ${position}.`);
  return event;
};

/**
 * Proves that the event at a position is in the sealed log (`checkEventProof` checks the proof). The number of hashes is
 * logarithmic in the size of the page and in the number of seals.
 * @param seals the size of the seal tree that the proof leads to, for example that of a signed head; default: all seals.
 * @returns null if the position is not sealed yet.
 * @throws RangeError if there are fewer seals, or if the event is in a later seal; another error if the event is missing, or is
 * archived and cannot be read.
 */
export const proveEvent = async (
  source: LogSource,
  position: number,
  seals?: number,
): Promise<EventProof | null> => {
  const { database } = source;
  const seal = await readSealOfPosition(database, position);
  const last = await readLastSeal(database);
  if (seal === null || last === null) return null;
  if (seals !== undefined && (seals < seal.number || seals > last.number))
    throw new RangeError(
      `The event is in seal ${seal.number} of ${last.number}, so the number of seals must be from ${seal.number} to ${last.number}.`,
    );
  const { number, firstPosition, lastPosition, eventCount, sealedAt } = seal;
  const size = seals ?? last.number;
  const [event, leaves, path, lastCoveredSeal] = await Promise.all([
    readEvent(source, position),
    readSealLeaves(database, number),
    readJoinedNodes(database, listInclusionRanges(number - 1, size)),
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
      path: computeTreePath(leaves, position - firstPosition).map(toHex),
    },
    history: { size, root: toHex(lastCoveredSeal.chainedRoot), path: path.map(toHex) },
  };
};

/**
 * Proves that the seal tree of the first `newer` seals starts with the first `older` seals (`isConsistent` checks the
 * proof).
 * @throws when there are no such seals.
 */
export const proveConsistency = async (
  database: Queryable,
  older: number,
  newer: number,
): Promise<ConsistencyProof> => {
  const [first, second] = await Promise.all([readSeal(database, older), readSeal(database, newer)]);
  return {
    olderSize: older,
    olderRoot: first.chainedRoot,
    newerSize: newer,
    newerRoot: second.chainedRoot,
    path: await readJoinedNodes(database, listConsistencyRanges(older, newer)),
  };
};
