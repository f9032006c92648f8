import { type Kysely, sql } from 'kysely';
import { userStream } from '#events/catalogue/user.ts';
import type { LogReader, RecordedEvent } from '#events/log/log.ts';
import type { ReadTables } from '#platform/read-tables/tables.ts';
import { ownerOf, type Projection, relevantTo, withoutErased } from '../projection/projection.ts';
import { notifyCheckpoints } from '../runner/checkpoints.ts';
import { freeStreams, parkStreams } from './parked-streams.ts';
import { type Parking, projectCarefully } from './project-careful.ts';

/**
 * What of these events of one stream is still to be projected: nothing from before the removal of the person whose record
 * it is. An event that was damaged when the stream was parked could not say whose it was.
 */
const notErased = async (
  projection: Projection,
  reader: Pick<LogReader, 'readStream'>,
  events: readonly RecordedEvent[],
  reached: number,
): Promise<readonly RecordedEvent[]> => {
  const owners = new Set(events.map(ownerOf).filter((owner) => owner !== null));
  const removals: RecordedEvent[] = [];
  for (const owner of owners)
    for (const event of await reader.readStream(userStream(owner)))
      if (projection.erasing.has(event.type) && event.position <= reached) removals.push(event);
  return withoutErased(projection, [...events, ...removals]).left.filter(
    (event) => !removals.includes(event),
  );
};

export type RetryResult = { freed: string[]; waiting: Parking[] };

/**
 * Tries the parked streams of a model again, from the event at which each stopped up to where the model stands. The
 * checkpoint is locked first: so the leader neither passes an event of a stream that is being freed nor
 * projects one twice. When anything was tried the epoch of the model goes up by one: what clients hold may be out of date.
 * @returns the streams that are projected now, and those that still wait, with the error of this attempt.
 */
export const retryParked = async (
  db: Kysely<ReadTables>,
  projection: Projection,
  reader: Pick<LogReader, 'readStream'>,
): Promise<RetryResult> =>
  db.transaction().execute(async (transaction) => {
    const { model } = projection;
    const { rows } = await sql<{ position: number }>`
      select position from checkpoints where model = ${model} for update`.execute(transaction);
    const reached = rows[0]?.position ?? 0;
    const parked = await transaction
      .selectFrom('parked')
      .select(['stream', 'version'])
      .where('model', '=', model)
      .orderBy('position')
      .execute();
    const result: RetryResult = { freed: [], waiting: [] };
    for (const { stream, version } of parked) {
      const events = await reader.readStream(stream, version - 1);
      const relevant = relevantTo(projection, events).filter((event) => event.position <= reached);
      const due = await notErased(projection, reader, relevant, reached);
      const again = await projectCarefully(projection, due, transaction);
      result.waiting.push(...again);
      if (again.length > 0) continue;
      await freeStreams(transaction, model, [stream]);
      result.freed.push(stream);
    }
    await parkStreams(transaction, model, result.waiting);
    // Rows may have changed even for a stream that waits again, further on.
    if (parked.length === 0) return result;
    const moved = await sql<{ relevant_position: number; epoch: number }>`
      update checkpoints set epoch = epoch + 1, updated_at = clock_timestamp()
      where model = ${model} returning relevant_position, epoch`.execute(transaction);
    for (const row of moved.rows)
      await notifyCheckpoints(transaction, {
        [model]: { position: reached, relevantPosition: row.relevant_position, epoch: row.epoch },
      });
    return result;
  });
