import type { Pool } from 'pg';
import { streamId } from '../../catalogue/stream-id.ts';
import type { BoxOpener } from '../../catalogue/codec/batch-decryptor.ts';
import type { Vault } from '../../vault/vault.ts';
import { type EventRow, eventColumns, pageQuery, rawText, readRows } from './event-row.ts';
import { Listener } from '../notification-listener.ts';
import type { CommandKey, KnownCommand, LogPage, LogReader, RecordedEvent } from '../log.ts';
import { tailPages } from './tail.ts';

class PostgresReader implements LogReader {
  readonly #pool: Pool;
  readonly #vault: Vault | null;
  readonly #opener: BoxOpener | null;
  readonly #listener: Listener;
  #logId: string | null = null;

  constructor(pool: Pool, vault: Vault | null, opener: BoxOpener | null) {
    this.#pool = pool;
    this.#vault = vault;
    this.#opener = opener;
    this.#listener = new Listener(pool, ['lyceum_log', 'lyceum_checkpoint']);
  }

  async logId(): Promise<string> {
    if (this.#logId === null) {
      const { rows } = await this.#pool.query<{ id: string }>('select id from log.identity');
      if (!rows[0]) throw new Error('The log has no identity: run the migrations.');
      this.#logId = rows[0].id;
    }
    return this.#logId;
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

  async readStreams(
    streams: readonly { stream: string; afterVersion: number }[],
  ): Promise<RecordedEvent[][]> {
    const rows = await this.#rows(
      'log-streams',
      // Lateral: one walk of the index a stream, also while the tables were never analysed.
      `select found.* from unnest($1::text[], $2::integer[]) as wanted(name, after)
         cross join lateral (select ${eventColumns} from log.events
           where stream = wanted.name and version > wanted.after order by version) as found`,
      [streams.map(({ stream }) => stream), streams.map(({ afterVersion }) => afterVersion)],
    );
    const byStream = new Map<string, RecordedEvent[]>(streams.map(({ stream }) => [stream, []]));
    for (const event of await this.#decode(rows)) byStream.get(event.stream)?.push(event);
    return streams.map(({ stream }) => byStream.get(stream) ?? []);
  }

  async readAt(positions: readonly number[]): Promise<RecordedEvent[]> {
    return this.#decode(
      await this.#rows(
        'log-at',
        `select ${eventColumns} from log.events where position = any($1::bigint[]) order by position`,
        [positions],
      ),
    );
  }

  async positionBefore(time: Date): Promise<number> {
    // Time never runs against position: halving finds the place, by the primary key alone.
    const { rows } = await this.#pool.query<{ low: string }>({
      name: 'log-position-before',
      text: `with recursive search(low, high) as (
          select 0::bigint, coalesce((select position from log.events order by position desc limit 1), 0)
          union all
          select case when looked.is_before then middle else low end,
                 case when looked.is_before then high else middle - 1 end
            from search
            cross join lateral (select (low + high + 1) / 2 as middle) as half
            cross join lateral (
              select (select recorded_at from log.events where position = middle) < $1 as is_before) as looked
            where low < high)
        select low from search where low = high limit 1`,
      values: [time],
    });
    return Number(rows[0]?.low ?? 0);
  }

  async readPage(after: number, limit: number, types?: readonly string[]): Promise<LogPage> {
    if (types) return { events: await this.#pageOf(types, after, limit), head: await this.head() };
    const page = await this.#page(after, limit);
    const last = page.at(-1)?.position ?? 0;
    return { events: page, head: page.length > 0 && page.length < limit ? last : await this.head() };
  }

  tail(options: Parameters<LogReader['tail']>[0]): AsyncIterable<LogPage> {
    return tailPages({
      ...options,
      read: (after, limit) => this.readPage(after, limit),
      onWakeUp: (heard) => this.#listener.on(heard),
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

  async #page(after: number, limit: number): Promise<RecordedEvent[]> {
    return this.#decode(await this.#rows(pageQuery.name, pageQuery.text, [after, limit]));
  }

  /** Positions are dense, so a stretch of the log is known by its length. */
  async #pageOf(types: readonly string[], after: number, limit: number): Promise<RecordedEvent[]> {
    return this.#decode(
      await this.#rows(
        'log-page-of-types',
        `select ${eventColumns} from log.events
           where position > $1 and position <= $2 and type = any($3::text[]) order by position`,
        [after, after + limit, types],
      ),
    );
  }

  async #rows(name: string, text: string, values: unknown[]): Promise<EventRow[]> {
    const { rows } = await this.#pool.query<EventRow>({
      name,
      text,
      values,
      rowMode: 'array',
      types: rawText,
    });
    return rows;
  }

  async #decode(rows: EventRow[]): Promise<RecordedEvent[]> {
    const events = await readRows(rows, this.#vault, this.#opener);
    if (this.#vault)
      for (const event of events)
        if (event.type === 'UserRemoved') this.#vault.forget(streamId(event.stream));
    return events;
  }
}

/**
 * @param options.pool of a role that may read the log; queries go through it, LISTEN has a connection of its own.
 * @param options.vault null for who needs no personal data: those fields are then null.
 * @param options.opener opens the boxes of long pages beside, for who reads many of them; the caller closes it.
 */
export const openReader = (options: { pool: Pool; vault: Vault | null; opener?: BoxOpener }): LogReader =>
  new PostgresReader(options.pool, options.vault, options.opener ?? null);
