import pLimit from 'p-limit';
import type { ClientBase, Pool } from 'pg';
import type { Archive } from '../../archive/archive.ts';
import {
  archivedPositionBefore,
  type LogSource,
  readArchivedAt,
  readArchivedOfTypes,
  readArchivedRange,
  readArchivedStream,
} from '../../archive/archived-events.ts';
import type { BatchDecryptor } from '../../catalogue/codec/batch-decryptor.ts';
import { streamId } from '../../catalogue/stream-id.ts';
import type { CommandKey, KnownCommand, LogPage, LogReader, RecordedEvent } from '../log.ts';
import { clientConfigOf, NotificationListener } from '../notification-listener.ts';
import type { PersonKeys } from '../person-keys.ts';
import { primaryRunOf } from '../primary-run.ts';
import {
  decodeRows,
  type EventRow,
  eventColumns,
  type JoinedRow,
  pageOfTypesQuery,
  pageQuery,
  rawTextTypes,
  toEventRow,
} from './event-row.ts';
import { tailPages } from './tail.ts';

/**
 * Selects the events of streams after a version, and the name of the stream in each row. A stream without such events has one row without a
 * position, whose last column is the last archived version if there are archived events after the version. It comes from the same
 * snapshot, because events are archived at any time.
 */
const streamsQuery = {
  name: 'log-streams',
  // Lateral, so that PostgreSQL uses one index scan per stream even if the table was never analysed.
  text: `select found.*, requested.name,
      case when found.position is null then log.archived_version(requested.name, requested.after) end
    from unnest($1::text[], $2::integer[]) as requested(name, after)
    left join lateral (select ${eventColumns} from log.events
      where stream = requested.name and version > requested.after order by version) as found on true`,
};

const positionsQuery = {
  name: 'log-positions',
  text: `select ${eventColumns} from log.events where position = any($1::bigint[]) order by position`,
};

/**
 * A binary search by the primary key: times never decrease along the positions. If the result is the last archived position, which
 * is returned too, an archived event may be the first one that is not before the time.
 */
const positionBeforeQuery = {
  name: 'log-position-before',
  text: `with recursive search(low, high) as (
      select log.archived_head(), coalesce((select position from log.events order by position desc limit 1), 0)
      union all
      select case when looked.is_before then middle else low end,
             case when looked.is_before then high else middle - 1 end
        from search
        cross join lateral (select (low + high + 1) / 2 as middle) as half
        cross join lateral (
          select (select recorded_at from log.events where position = middle) < $1 as is_before) as looked
        where low < high)
    select low, log.archived_head() as archived from search where low = high limit 1`,
};

/**
 * Asks in one statement whether the event is missing and whether the server is a primary, because a second statement might
 * reach another server.
 */
const lostQuery = {
  name: 'log-lost',
  text: `select not pg_is_in_recovery() and not exists (select from log.events where position = $1)
    and log.archived_head() < $1 as is_lost`,
};

const historyTtlMs = 5_000;
/** How many archived streams one call reads at the same time. */
const maxConcurrentStreams = 8;

type NamedQuery = { name: string; text: string };
type StreamRange = { stream: string; afterVersion: number };

const fetchRows = async <Row extends unknown[] = EventRow>(
  database: Pool | ClientBase,
  query: NamedQuery,
  values: unknown[],
): Promise<Row[]> => {
  const { rows } = await database.query<Row>({
    ...query,
    values,
    rowMode: 'array',
    types: rawTextTypes,
  });
  return rows;
};

/** The rows of some streams, and the archived events that belong before the rows: those after `afterVersion` up to `upTo`. */
type StreamRows = { rows: EventRow[]; archived: (StreamRange & { upTo: number })[] };

const fetchStreamRows = async (
  database: Pool | ClientBase,
  streams: readonly StreamRange[],
): Promise<StreamRows> => {
  const found = await fetchRows<JoinedRow<[name: string, archivedVersion: string | null]>>(
    database,
    streamsQuery,
    [streams.map(({ stream }) => stream), streams.map(({ afterVersion }) => afterVersion)],
  );
  const result: StreamRows = { rows: [], archived: [] };
  const versions = new Map(streams.map(({ stream, afterVersion }) => [stream, afterVersion]));
  let lastName: string | null = null;
  for (const row of found) {
    const [name, archivedVersion] = [row[9], row[10]];
    const afterVersion = versions.get(name) ?? 0;
    if (row[0] !== null) result.rows.push(row);
    // Versions have no gaps: if the first event of a stream is missing, it is archived.
    const upTo = row[0] === null ? Number(archivedVersion ?? 0) : Number(row[2]) - 1;
    if (name !== lastName && upTo > afterVersion) result.archived.push({ stream: name, afterVersion, upTo });
    lastName = name;
  }
  return result;
};

/** Divides events among these streams. Returns one list for each stream, in the order of the streams. */
const groupByStream = (
  streams: readonly StreamRange[],
  events: readonly RecordedEvent[],
): RecordedEvent[][] => {
  const byStream = new Map<string, RecordedEvent[]>(streams.map(({ stream }) => [stream, []]));
  for (const event of events) byStream.get(event.stream)?.push(event);
  return streams.map(({ stream }) => byStream.get(stream) ?? []);
};

class PostgresReader implements LogReader {
  readonly #currentPool: () => Pool;
  readonly #personKeys: PersonKeys | null;
  readonly #decryptor: BatchDecryptor | null;
  readonly #archive: Archive | null;
  /** The last archived position, as far as this reader knows. Only decides which query comes first. */
  #archivedHead = 0;
  readonly #listener: NotificationListener;
  #logId: string | null = null;
  #history: { id: string; at: number } | null = null;
  /** The running query for the history id, which concurrent callers share; null if none is running. */
  #historyQuery: Promise<string> | null = null;
  /** The run of the primary as far as this reader knows; null before the first read that returns it. */
  #primaryRun: string | null = null;

  constructor(
    currentPool: () => Pool,
    options: { vault: PersonKeys | null; decryptor: BatchDecryptor | null; archive: Archive | null },
  ) {
    this.#currentPool = currentPool;
    this.#personKeys = options.vault;
    this.#decryptor = options.decryptor;
    this.#archive = options.archive;
    this.#listener = new NotificationListener({
      connection: clientConfigOf(currentPool()),
      channels: ['lyceum_log', 'lyceum_checkpoint'],
    });
  }

  get #pool(): Pool {
    return this.#currentPool();
  }

  get #source(): LogSource {
    return { database: this.#pool, archive: this.#archive };
  }

  async logId(): Promise<string> {
    if (this.#logId === null) {
      const { rows } = await this.#pool.query<{ id: string }>('select id from log.identity');
      if (!rows[0]) throw new Error('The log has no identity. Run the migrations.');
      this.#logId = rows[0].id;
    }
    return this.#logId;
  }

  async historyId(): Promise<string> {
    if (this.#history !== null && performance.now() - this.#history.at <= historyTtlMs)
      return this.#history.id;
    this.#historyQuery ??= this.#readHistoryId().finally(() => {
      this.#historyQuery = null;
    });
    return this.#historyQuery;
  }

  async head(): Promise<number> {
    const { rows } = await this.#pool.query<{ position: string }>({
      name: 'log-head',
      text: 'select position from log.events order by position desc limit 1',
    });
    return Number(rows[0]?.position ?? 0);
  }

  async readStream(stream: string, afterVersion = 0): Promise<RecordedEvent[]> {
    const [events] = await this.readStreams([{ stream, afterVersion }]);
    return events ?? [];
  }

  async readStreams(streams: readonly StreamRange[]): Promise<RecordedEvent[][]> {
    const rows = await fetchStreamRows(this.#pool, streams);
    return groupByStream(streams, await this.#decodeStreams(rows));
  }

  async readStreamsInRun(
    streams: readonly StreamRange[],
  ): Promise<{ primaryRun: string; events: RecordedEvent[][] }> {
    const { primaryRun, rows } = await this.#withClient(async (client) => ({
      primaryRun: await primaryRunOf(client),
      rows: await fetchStreamRows(client, streams),
    }));
    this.#noteRun(primaryRun);
    // Decoded after the connection was returned, because the keys are fetched with another connection of the same pool.
    return { primaryRun, events: groupByStream(streams, await this.#decodeStreams(rows)) };
  }

  async primaryRun(): Promise<string> {
    const primaryRun = await this.#withClient(async (client) => {
      // `primaryRunOf` remembers the run of a connection, so a query first checks that the connection is still open.
      await client.query({ name: 'log-ping', text: 'select' });
      return primaryRunOf(client);
    });
    this.#noteRun(primaryRun);
    return primaryRun;
  }

  async readAt(positions: readonly number[]): Promise<RecordedEvent[]> {
    const rows = await fetchRows(this.#pool, positionsQuery, [positions]);
    const found = new Set(rows.map(([position]) => Number(position)));
    const missing = positions.filter((position) => !found.has(position));
    // The rows were read first: events that are archived later are among them.
    const archived = missing.length === 0 ? [] : await readArchivedAt(this.#source, missing);
    return this.#decode([...archived.map(toEventRow), ...rows]);
  }

  async positionBefore(time: Date): Promise<number> {
    const { rows } = await this.#pool.query<{ low: string; archived: string }>({
      ...positionBeforeQuery,
      values: [time],
    });
    const { low = '0', archived = '0' } = rows[0] ?? {};
    if (low !== archived || archived === '0') return Number(low);
    return archivedPositionBefore(this.#source, time.getTime() * 1_000);
  }

  async readPage(after: number, limit: number, types?: readonly string[]): Promise<LogPage> {
    if (types) return this.#readPageOfTypes(after, limit, types);
    const first = Math.max(after, 0) + 1;
    const end = after + limit;
    // After a restore the log may have fewer archived events than it had. Then the database has the others.
    if (first <= end && end <= this.#archivedHead) {
      const archived = await readArchivedRange(this.#source, first, end);
      if (archived.at(-1)?.position === end)
        return { events: await this.#decode(archived.map(toEventRow)), head: await this.head() };
    }
    const rows = await fetchRows(this.#pool, pageQuery, [after, limit]);
    const firstRow = Number(rows[0]?.[0] ?? first);
    if (firstRow > first) {
      this.#archivedHead = firstRow - 1;
      // The rows were read first: events that are archived later are among them.
      const archived = await readArchivedRange(this.#source, first, Math.min(end, firstRow - 1));
      const all = [...archived.map(toEventRow), ...rows.filter(([position]) => Number(position) <= end)];
      return { events: await this.#decode(all), head: await this.head() };
    }
    const events = await this.#decode(rows);
    const last = events.at(-1);
    // A page that is not full ends at the head.
    return { events, head: last && events.length < limit ? last.position : await this.head() };
  }

  tail(options: Parameters<LogReader['tail']>[0]): AsyncIterable<LogPage> {
    return tailPages({
      ...options,
      read: (after, limit) => this.readPage(after, limit),
      isLost: async (position) => {
        const { rows } = await this.#pool.query<{ is_lost: boolean }>({ ...lostQuery, values: [position] });
        return rows[0]?.is_lost === true;
      },
      subscribe: (onNotification) => this.#listener.subscribe(onNotification),
    });
  }

  async answerOf({ key, bodyHash }: CommandKey): Promise<KnownCommand | null> {
    const { rows } = await this.#pool.query<{
      position: string;
      status: number;
      body_hash: string;
      answer: unknown;
    }>({
      name: 'log-answer',
      text: 'select position, status, body_hash, answer from log.commands where key = $1',
      values: [key],
    });
    const [row] = rows;
    if (!row) return null;
    if (row.body_hash !== bodyHash) return { outcome: 'key-reused' };
    return {
      outcome: 'repeated',
      position: Number(row.position),
      answer: { status: row.status, body: row.answer },
    };
  }

  close(): Promise<void> {
    return this.#listener.close();
  }

  async #readHistoryId(): Promise<string> {
    const { rows } = await this.#pool.query<{ id: string }>({
      name: 'log-history',
      text: 'select coalesce(history.id, identity.id) as id from log.identity cross join log.history',
    });
    if (!rows[0]) throw new Error('The log has no identity. Run the migrations.');
    this.#history = { id: rows[0].id, at: performance.now() };
    return rows[0].id;
  }

  /**
   * Notes the run of a read. In another run the database may have lost cached keys, so all are evicted. The first run counts too,
   * because keys may have been cached before it was known.
   */
  #noteRun(primaryRun: string): void {
    if (this.#primaryRun !== primaryRun) this.#personKeys?.evictAll();
    this.#primaryRun = primaryRun;
  }

  /** Runs several statements on one connection of the pool. A connection that failed is not used again. */
  async #withClient<T>(work: (client: ClientBase) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect();
    let failure: Error | undefined;
    try {
      return await work(client);
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error));
      throw error;
    } finally {
      client.release(failure);
    }
  }

  async #readPageOfTypes(after: number, limit: number, types: readonly string[]): Promise<LogPage> {
    const end = after + limit;
    const found = await fetchRows<JoinedRow<[archivedHead: string]>>(this.#pool, pageOfTypesQuery, [
      ...[after, limit, end, types],
    ]);
    const archivedHead = Number(found[0]?.[9] ?? 0);
    const rows: EventRow[] = [];
    for (const row of found) if (row[0] !== null) rows.push(row);
    const archived =
      archivedHead > after
        ? await readArchivedOfTypes(this.#source, Math.max(after, 0) + 1, Math.min(end, archivedHead), types)
        : [];
    return { events: await this.#decode([...archived.map(toEventRow), ...rows]), head: await this.head() };
  }

  /** Reads the archived part of streams, and decodes all events in the order of their versions. */
  async #decodeStreams({ rows, archived }: StreamRows): Promise<RecordedEvent[]> {
    if (archived.length === 0) return this.#decode(rows);
    const source = this.#source;
    const limit = pLimit(maxConcurrentStreams);
    const parts = await Promise.all(archived.map((range) => limit(readArchivedStream, source, range)));
    return this.#decode([...parts.flat().map(toEventRow), ...rows]);
  }

  async #decode(rows: EventRow[]): Promise<RecordedEvent[]> {
    const events = await decodeRows(rows, this.#personKeys, this.#decryptor);
    for (const event of events)
      if (event.type === 'UserRemoved') this.#personKeys?.evict(streamId(event.stream));
    return events;
  }
}

/**
 * Opens a reader of the log.
 * @param options.pool of a role that may read the log, or a function that returns the pool to use at the moment. The pool at the
 * time of this call must lead to the primary: with its settings the reader opens a connection of its own for LISTEN.
 * @param options.vault null if the caller needs no personal data: those fields are then null.
 * @param options.decryptor decrypts long pages in a worker thread; the caller closes it.
 * @param options.archive reads archived events. Without it, methods that need them throw an ArchiveNotConfiguredError.
 */
export const openReader = (options: {
  pool: Pool | (() => Pool);
  vault: PersonKeys | null;
  decryptor?: BatchDecryptor;
  archive?: Archive | null;
}): LogReader => {
  const { pool, vault, decryptor = null, archive = null } = options;
  return new PostgresReader(typeof pool === 'function' ? pool : () => pool, { vault, decryptor, archive });
};
