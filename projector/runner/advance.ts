import type { Kysely, Transaction } from 'kysely';
import type { RecordedEvent } from '#events/log/log.ts';
import type { ReadTables } from '#platform/read-tables/tables.ts';
import { isTransient } from '../connection/transient.ts';
import { freeStreams, freeStreamsOf, parkedStreams, parkStreams } from '../parking/parked-streams.ts';
import { projectCarefully } from '../parking/project-careful.ts';
import { type Projection, relevantTo, withoutErased } from '../projection/projection.ts';
import { tablesIn } from '../projection/tables.ts';
import { moveCheckpoints, notifyCheckpoints, SupersededError } from './checkpoints.ts';

/** A stretch of the log: all events after `from` up to `to`. */
export type Stretch = { from: number; to: number; events: readonly RecordedEvent[] };

/** A stream that was parked in an advance. */
export type Parked = { model: string; stream: string; position: number; error: string };

const lastPosition = (events: readonly RecordedEvent[]): number => events.at(-1)?.position ?? 0;

/**
 * Takes a stretch into the tables of some models within a transaction that others have begun: first the checkpoints (which
 * locks them), then the rows.
 * @param how.careful find and park what cannot be projected; otherwise its error is thrown.
 * @param how.announce tell those who wait for the checkpoints; not where the tables are nobody's yet.
 * @returns the streams that were parked.
 * @throws {SupersededError}
 */
export const advanceWithin = async (
  transaction: Transaction<ReadTables>,
  projections: readonly Projection[],
  { from, to, events }: Stretch,
  how: { careful: boolean; announce: boolean },
): Promise<Parked[]> => {
  const work = projections.map((projection) => ({ projection, events: relevantTo(projection, events) }));
  const notice = await moveCheckpoints(transaction, {
    from,
    to,
    relevant: new Map(work.map((one) => [one.projection.model, lastPosition(one.events)])),
  });
  const models = projections.map(({ model }) => model);
  const waiting = work.some((one) => one.events.length > 0)
    ? await parkedStreams(transaction, models)
    : new Map<string, Set<string>>();
  const parked: Parked[] = [];
  for (const { projection, events: relevant } of work) {
    const held = waiting.get(projection.model) ?? new Set();
    const { erased, persons, left } = withoutErased(projection, relevant);
    const freed = [...erased].filter((stream) => held.has(stream));
    await freeStreams(transaction, projection.model, freed);
    if (held.size > 0)
      for (const stream of await freeStreamsOf(transaction, projection.model, persons)) held.delete(stream);
    const free = left.filter((event) => !held.has(event.stream) || erased.has(event.stream));
    if (free.length === 0) continue;
    if (!how.careful) {
      await projection.apply(free, tablesIn(transaction));
      continue;
    }
    const parkings = await projectCarefully(projection, free, transaction);
    await parkStreams(transaction, projection.model, parkings);
    parked.push(...parkings.map((parking) => ({ model: projection.model, ...parking })));
  }
  if (how.announce) await notifyCheckpoints(transaction, notice);
  return parked;
};

/**
 * Takes a stretch into the tables of some models that all stand at its beginning: rows and checkpoints in one
 * transaction, so a crash leaves both or neither. When an event cannot be projected, once more, carefully.
 * @returns the streams that were parked.
 * @throws {SupersededError} when another runner moved a checkpoint; transient errors: nothing was done.
 */
export const advance = async (
  db: Kysely<ReadTables>,
  projections: readonly Projection[],
  stretch: Stretch,
  { announce = true } = {},
): Promise<Parked[]> => {
  const attempt = (careful: boolean) =>
    db
      .transaction()
      .execute((transaction) => advanceWithin(transaction, projections, stretch, { careful, announce }));
  try {
    return await attempt(false);
  } catch (error) {
    if (error instanceof SupersededError || isTransient(error)) throw error;
    return await attempt(true);
  }
};
