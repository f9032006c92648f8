import pLimit from 'p-limit';
import type { ClientBase, Pool } from 'pg';
import { rejectAfter } from '#concurrency/reject-after.ts';
import type { Archive } from '../../archive/archive.ts';
import { ArchiveUnavailableError } from '../../archive/archive-error.ts';
import {
  archivedPositionBefore,
  type LogSource,
  readArchivedAt,
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
  type RowWithHead,
  splitArchivedHead,
  toEventRow,
} from './event-row.ts';
import { fetchRows } from './fetch-rows.ts';
import { PageRows } from './page-rows.ts';
import { fetchStreamRows, groupByStream, type StreamRange, type StreamRows } from './stream-rows.ts';
import { tailPages } from './tail.ts';

/** Selects the events at positions. The last column is the last archived position, as in `pageOfTypesQuery`. */
const positionsQuery = {
  name: 'log-positions',
  text: `select found.*, archived.head from (select log.archived_head() as head) as archived
    left join lateral (select ${eventColumns} from log.events where position = any($1::bigint[])) as found on true
    order by found.position`,
};

/**
 * A binary search by the primary key: times never decrease from one position to the next. The last archived position is also returned.
 * If the result equals it, the wanted position may be an earlier, archived one.
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

class PostgresReader implements LogReader {
  readonly #currentPool: () => Pool;
  readonly #personKeys: PersonKeys | null;
  readonly #decryptor: BatchDecryptor | null;
  readonly #archive: Archive | null;
  readonly #archiveTimeoutMs: number | null;
  readonly #pages = new PageRows(() => this.#source);
  readonly #listener: NotificationListener;
  #logId: string | null = null;
  #history: { id: string; at: number } | null = null;
  /** The running query for the history id, which concurrent callers share; null if none is running. */
  #historyQuery: Promise<string> | null = null;
  /** The run of the primary as far as this reader knows; null before the first read that returns it. */
  #primaryRun: string | null = null;

  constructor(
    currentPool: () => Pool,
    options: {
      vault: PersonKeys | null;
      decryptor: BatchDecryptor | null;
      archive: Archive | null;
      archiveTimeoutMs: number | null;
    },
  ) {
    this.#currentPool = currentPool;
    this.#personKeys = options.vault;
    this.#decryptor = options.decryptor;
    this.#archive = options.archive;
    this.#archiveTimeoutMs = options.archiveTimeoutMs;
    this.#listener = new NotificationListener({
      connection: clientConfigOf(currentPool()),
      channels: ['lyceum_log'],
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
    const { rows, archivedHead } = splitArchivedHead(
      await fetchRows<RowWithHead>(this.#pool, positionsQuery, [positions]),
    );
    const found = new Set(rows.map(([position]) => Number(position)));
    const archived = await readArchivedAt(
      this.#source,
      positions.filter((position) => position > 0 && position <= archivedHead && !found.has(position)),
    );
    return this.#decode([...archived.map(toEventRow), ...rows]);
  }

  async positionBefore(time: Date): Promise<number> {
    const { rows } = await this.#pool.query<{ low: string; archived: string }>({
      ...positionBeforeQuery,
      values: [time],
    });
    const { low = '0', archived = '0' } = rows[0] ?? {};
    if (low !== archived || archived === '0') return Number(low);
    return archivedPositionBefore(this.#source, time.getTime() * 1_000, Number(archived));
  }

  async readPage(after: number, limit: number, types?: readonly string[]): Promise<LogPage> {
    if (types) {
      const rows = await this.#pages.readOfTypes(after, limit, types);
      return { events: await this.#decode(rows), head: await this.head() };
    }
    const events = await this.#decode(await this.#pages.read(after, limit));
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

  /** Reads the archived part of streams, and decodes all events in the order of their versions. */
  async #decodeStreams({ rows, archived }: StreamRows): Promise<RecordedEvent[]> {
    if (archived.length === 0) return this.#decode(rows);
    const source = this.#source;
    const limit = pLimit(maxConcurrentStreams);
    const reads = Promise.all(archived.map((range) => limit(readArchivedStream, source, range)));
    const timeoutMs = this.#archiveTimeoutMs;
    // One deadline for all reads of a call. Reads that have not ended by then continue in the background.
    const parts = await (timeoutMs === null
      ? reads
      : rejectAfter(
          timeoutMs,
          reads,
          new ArchiveUnavailableError(`The archive did not answer within ${timeoutMs} ms.`),
        ));
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
 * @param options.pool of a role that may read the log, or a function that returns the pool to use at the moment. `tail` opens a
 * connection of its own for LISTEN, with the settings that the pool has when the reader is opened. At that time the pool must lead to the
 * primary.
 * @param options.vault null if the caller needs no personal data: those fields are then null.
 * @param options.decryptor decrypts long pages in a worker thread; the caller closes it.
 * @param options.archive reads archived events. Without it, methods that need the object store throw an ArchiveNotConfiguredError.
 * @param options.archiveTimeoutMs how long a read of streams waits for the archive; default: as long as the archive itself tries.
 */
export const openReader = (options: {
  pool: Pool | (() => Pool);
  vault: PersonKeys | null;
  decryptor?: BatchDecryptor;
  archive?: Archive | null;
  archiveTimeoutMs?: number;
}): LogReader => {
  const { pool, vault, decryptor = null, archive = null, archiveTimeoutMs = null } = options;
  return new PostgresReader(typeof pool === 'function' ? pool : () => pool, {
    ...{ vault, decryptor, archive, archiveTimeoutMs },
  });
};
