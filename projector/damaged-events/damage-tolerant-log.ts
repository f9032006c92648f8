import type { Pool } from 'pg';
import type { Archive } from '#events/archive/archive.ts';
import { type LogSource, readArchivedAt, readArchivedStream } from '#events/archive/archived-events.ts';
import type { LogPage, LogReader, RecordedEvent } from '#events/log/log.ts';
import { createDamagedEvent, type EventEnvelope, isDamagedEventError } from './damaged-event.ts';

type TailOptions = Omit<Parameters<LogReader['tail']>[0], 'upTo'>;

/** The part of the log reader that the projector uses. Its tail has no option `upTo`. */
export type ProjectorLogReader = Pick<LogReader, 'head' | 'readPage' | 'readStream'> & {
  tail(options: TailOptions): AsyncIterable<LogPage>;
};

type Envelope = { type: string; stream: string; version: number; recordedAt: Date; commandId: string };

const findEnvelope = async (source: LogSource, position: number): Promise<Envelope | null> => {
  const { rows } = await source.database.query<Envelope>(
    `select type, stream, version, recorded_at as "recordedAt", command_id as "commandId"
       from log.events where position = $1`,
    [position],
  );
  if (rows[0]) return rows[0];
  const [archived] = await readArchivedAt(source, [position]);
  return archived ? { ...archived, recordedAt: new Date(archived.recordedAt / 1_000) } : null;
};

/** Reads an event without its data and metadata, because the metadata may also be damaged. Null if there is no event. */
const readEnvelope = async (source: LogSource, position: number): Promise<EventEnvelope | null> => {
  const found = await findEnvelope(source, position);
  if (found === null) return null;
  const { type, stream, version, recordedAt, commandId } = found;
  return {
    type: type as RecordedEvent['type'],
    ...{ position, stream, version, recordedAt, commandId },
    metadata: { actor: null, correlationId: '' },
  };
};

/** Returns the positions of the events of a stream after a version, archived or not. */
const findPositions = async (source: LogSource, stream: string, afterVersion: number): Promise<number[]> => {
  const { rows } = await source.database.query<{ position: string | null; archived: number | null }>(
    `select events.position, archived.version as archived
       from (select 1) as one
       left join log.archived_streams as archived on archived.stream = $1
       left join log.events on events.stream = $1 and events.version > $2
       order by events.version`,
    [stream, afterVersion],
  );
  const upTo = rows[0]?.archived ?? 0;
  const archived =
    upTo > afterVersion ? await readArchivedStream(source, { stream, afterVersion, upTo }) : [];
  return [
    ...archived.map(({ position }) => position),
    ...rows.flatMap(({ position }) => (position === null ? [] : Number(position))),
  ];
};

/**
 * Creates a reader that returns a placeholder for each damaged event ({@link createDamagedEvent}) instead of failing for
 * the whole page. Damaged events are found by bisecting the page, so only pages with damaged events cost more.
 * @param archive null if this process has no object store.
 */
export const createDamageTolerantLog = (
  reader: ProjectorLogReader,
  pool: Pool,
  archive: Archive | null = null,
): ProjectorLogReader => {
  const source = { database: pool, archive };
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
      const envelope = await readEnvelope(source, after + 1);
      if (envelope === null) throw error;
      return { events: [createDamagedEvent(envelope, error)], head: await reader.head() };
    }
  };

  const readStream = async (stream: string, afterVersion = 0): Promise<RecordedEvent[]> => {
    try {
      return await reader.readStream(stream, afterVersion);
    } catch (error) {
      if (!isDamagedEventError(error)) throw error;
      const events: RecordedEvent[] = [];
      for (const position of await findPositions(source, stream, afterVersion))
        events.push(...(await readPage(position - 1, 1)).events);
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
