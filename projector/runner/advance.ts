import type { Kysely, Transaction } from 'kysely';
import type { RecordedEvent } from '#events/log/log.ts';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import { isTransient } from '../connection/is-transient.ts';
import {
  loadParkedStreams,
  parkStreams,
  unparkStreams,
  unparkStreamsOfUsers,
} from '../parked-streams/parked-streams.ts';
import { type ParkedStream, projectOrPark } from '../parked-streams/project-or-park.ts';
import { moveCheckpoints, notifyCheckpoints, SupersededError } from '../projection/checkpoints.ts';
import { createDatabaseTables } from '../projection/database-tables.ts';
import { separateErased } from '../projection/erasure.ts';
import { type Projection, relevantEvents } from '../projection/projection.ts';

/** Events of the log after the position `after` and up to `to`: all of them, or only those of some types. */
export type LogRange = { after: number; to: number; events: readonly RecordedEvent[] };

/** A stream that was parked in one model. */
export type ParkedInModel = ParkedStream & { model: string };

/** Returns the position of the last event; 0 if there is none. */
const lastPosition = (events: readonly RecordedEvent[]): number => events.at(-1)?.position ?? 0;

/**
 * Applies a range of the log to some models within the caller's transaction. Moves (and thereby locks) the checkpoints
 * first, then writes the rows.
 * @param options.shouldPark whether to park the streams of failing events; otherwise their error is thrown.
 * @param options.shouldNotify whether to notify waiting processes; false for shadow and as-of tables.
 * @returns the streams that were parked.
 * @throws {SupersededError} if another runner moved a checkpoint.
 */
export const advanceInTransaction = async (
  transaction: Transaction<ReadTables>,
  projections: readonly Projection[],
  { after, to, events }: LogRange,
  options: { shouldPark: boolean; shouldNotify: boolean },
): Promise<ParkedInModel[]> => {
  const eventsByProjection = projections.map((projection) => ({
    projection,
    relevant: relevantEvents(projection, events),
  }));
  const notice = await moveCheckpoints(transaction, {
    after,
    to,
    lastRelevant: new Map(
      eventsByProjection.map(({ projection, relevant }) => [projection.model, lastPosition(relevant)]),
    ),
  });
  const models = projections.map(({ model }) => model);
  const parkedStreams = eventsByProjection.some(({ relevant }) => relevant.length > 0)
    ? await loadParkedStreams(transaction, models)
    : new Map<string, Set<string>>();
  const newlyParked: ParkedInModel[] = [];
  for (const { projection, relevant } of eventsByProjection) {
    const { model } = projection;
    const parked = parkedStreams.get(model) ?? new Set();
    const { erasedStreams, erasedUserIds, remaining } = separateErased(projection, relevant);
    await unparkStreams(
      transaction,
      model,
      [...erasedStreams].filter((stream) => parked.has(stream)),
    );
    if (parked.size > 0)
      for (const stream of await unparkStreamsOfUsers(transaction, model, erasedUserIds))
        parked.delete(stream);
    const applicable = remaining.filter(
      (event) => !parked.has(event.stream) || erasedStreams.has(event.stream),
    );
    if (applicable.length === 0) continue;
    if (!options.shouldPark) {
      await projection.apply(applicable, createDatabaseTables(transaction));
      continue;
    }
    const failed = await projectOrPark(projection, applicable, transaction);
    await parkStreams(transaction, model, failed);
    newlyParked.push(...failed.map((stream) => ({ model, ...stream })));
  }
  if (options.shouldNotify) await notifyCheckpoints(transaction, notice);
  return newlyParked;
};

/**
 * Applies a range of the log to some models whose checkpoints are at its start. Rows and checkpoints are written in one
 * transaction, so a crash loses both or neither. If an event fails, the transaction runs again and parks the event's
 * stream.
 * @returns the streams that were parked.
 * @throws {SupersededError} if another runner moved a checkpoint; a transient error.
 */
export const advance = async (
  db: Kysely<ReadTables>,
  projections: readonly Projection[],
  range: LogRange,
  { shouldNotify = true } = {},
): Promise<ParkedInModel[]> => {
  const attempt = (shouldPark: boolean) =>
    db
      .transaction()
      .execute((transaction) =>
        advanceInTransaction(transaction, projections, range, { shouldPark, shouldNotify }),
      );
  try {
    return await attempt(false);
  } catch (error) {
    if (error instanceof SupersededError || isTransient(error)) throw error;
    return await attempt(true);
  }
};
