import { type Kysely, sql } from 'kysely';
import { userStream } from '#events/catalogue/streams/user.ts';
import type { LogReader, RecordedEvent } from '#events/log/log.ts';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import { notifyCheckpoints } from '../projection/checkpoints.ts';
import { ownerOf, separateErased } from '../projection/erasure.ts';
import { type Projection, relevantEvents } from '../projection/projection.ts';
import { parkStreams, unparkStreams } from './parked-streams.ts';
import { type ParkedStream, projectOrPark } from './project-or-park.ts';

/**
 * Returns the events of one stream without those that the removal of their owner has erased. The removal may have happened
 * while the stream was parked with an unknown owner, because its event was damaged.
 */
const withoutErasedEvents = async (
  projection: Projection,
  reader: Pick<LogReader, 'readStream'>,
  events: readonly RecordedEvent[],
  checkpoint: number,
): Promise<readonly RecordedEvent[]> => {
  const owners = new Set(events.map(ownerOf).filter((owner) => owner !== null));
  const removals: RecordedEvent[] = [];
  for (const owner of owners)
    for (const event of await reader.readStream(userStream(owner)))
      if (projection.erasingEventTypes.has(event.type) && event.position <= checkpoint) removals.push(event);
  return separateErased(projection, [...events, ...removals]).remaining.filter(
    (event) => !removals.includes(event),
  );
};

type RetryResult = { recovered: string[]; stillParked: ParkedStream[] };

/**
 * Retries the parked streams of a model, each from its first unapplied event up to the model's checkpoint. The
 * checkpoint is locked first, so that the leader neither skips nor repeats events of a stream that is being unparked.
 * If there were parked streams, the model's epoch is incremented, which invalidates cached answers.
 */
export const retryParkedStreams = async (
  db: Kysely<ReadTables>,
  projection: Projection,
  reader: Pick<LogReader, 'readStream'>,
): Promise<RetryResult> =>
  db.transaction().execute(async (transaction) => {
    const { model } = projection;
    const { rows } = await sql<{ position: number }>`
      select position from checkpoints where model = ${model} for update`.execute(transaction);
    const checkpoint = rows[0]?.position ?? 0;
    const parked = await transaction
      .selectFrom('parked')
      .select(['stream', 'version'])
      .where('model', '=', model)
      .orderBy('position')
      .execute();
    const result: RetryResult = { recovered: [], stillParked: [] };
    for (const { stream, version } of parked) {
      const events = await reader.readStream(stream, version - 1);
      const relevant = relevantEvents(projection, events).filter((event) => event.position <= checkpoint);
      const waitingEvents = await withoutErasedEvents(projection, reader, relevant, checkpoint);
      const parkedAgain = await projectOrPark(projection, waitingEvents, transaction);
      result.stillParked.push(...parkedAgain);
      if (parkedAgain.length > 0) continue;
      await unparkStreams(transaction, model, [stream]);
      result.recovered.push(stream);
    }
    await parkStreams(transaction, model, result.stillParked);
    if (parked.length === 0) return result;
    // Rows may have changed even if no stream recovered: a stream can fail again at a later event.
    const updated = await sql<{ relevant_position: number; epoch: number }>`
      update checkpoints set epoch = epoch + 1, updated_at = clock_timestamp()
      where model = ${model} returning relevant_position, epoch`.execute(transaction);
    for (const row of updated.rows)
      await notifyCheckpoints(transaction, {
        [model]: { position: checkpoint, relevantPosition: row.relevant_position, epoch: row.epoch },
      });
    return result;
  });
