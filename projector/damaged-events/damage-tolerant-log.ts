import type { Pool } from 'pg';
import type { LogPage, LogReader, RecordedEvent } from '#events/log/log.ts';
import { createDamagedEvent, type EventEnvelope, isDamagedEventError } from './damaged-event.ts';

type TailOptions = Omit<Parameters<LogReader['tail']>[0], 'upTo'>;

/** The part of the log reader that the projector uses. Its tail has no last position. */
export type ProjectorLogReader = Pick<LogReader, 'head' | 'readPage' | 'readStream'> & {
  tail(options: TailOptions): AsyncIterable<LogPage>;
};

type Row = { type: string; stream: string; version: number; recorded_at: Date; command_id: string };

/** Reads an event without its data and metadata, because the metadata may be damaged too. Null if there is no event. */
const readEnvelope = async (pool: Pool, position: number): Promise<EventEnvelope | null> => {
  const { rows } = await pool.query<Row>(
    'select type, stream, version, recorded_at, command_id from log.events where position = $1',
    [position],
  );
  const [row] = rows;
  return row
    ? {
        type: row.type as RecordedEvent['type'],
        position,
        stream: row.stream,
        version: row.version,
        recordedAt: row.recorded_at,
        commandId: row.command_id,
        metadata: { actor: null, correlationId: '' },
      }
    : null;
};

/**
 * Creates a reader that returns a placeholder for each damaged event ({@link createDamagedEvent}) instead of failing for
 * the whole page. Damaged events are found by bisecting the page, so only pages with damaged events cost more.
 */
export const createDamageTolerantLog = (reader: ProjectorLogReader, pool: Pool): ProjectorLogReader => {
  const readPage = async (after: number, limit: number, types?: readonly string[]): Promise<LogPage> => {
    try {
      return await reader.readPage(after, limit, types);
    } catch (error) {
      if (!isDamagedEventError(error)) throw error;
      if (limit > 1) {
        const half = Math.floor(limit / 2);
        const first = await readPage(after, half, types);
        const rest = await readPage(after + half, limit - half, types);
        return { events: [...first.events, ...rest.events], head: rest.head };
      }
      const envelope = await readEnvelope(pool, after + 1);
      if (envelope === null) throw error;
      return { events: [createDamagedEvent(envelope, error)], head: await reader.head() };
    }
  };

  const readStream = async (stream: string, afterVersion = 0): Promise<RecordedEvent[]> => {
    try {
      return await reader.readStream(stream, afterVersion);
    } catch (error) {
      if (!isDamagedEventError(error)) throw error;
      const { rows } = await pool.query<{ position: string }>(
        'select position from log.events where stream = $1 and version > $2 order by version',
        [stream, afterVersion],
      );
      const events: RecordedEvent[] = [];
      for (const { position } of rows) events.push(...(await readPage(Number(position) - 1, 1)).events);
      return events;
    }
  };

  async function* tail(options: TailOptions): AsyncGenerator<LogPage> {
    let { after } = options;
    while (!options.signal.aborted) {
      try {
        for await (const page of reader.tail({ ...options, after })) {
          after = page.events.at(-1)?.position ?? after;
          yield page;
        }
      } catch (error) {
        if (!isDamagedEventError(error)) throw error;
        const page = await readPage(after, options.pageSize ?? 1_000);
        after = page.events.at(-1)?.position ?? after;
        yield page;
      }
    }
  }

  return { head: () => reader.head(), readPage, readStream, tail };
};
