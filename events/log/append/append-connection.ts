import type { Client } from 'pg';
import { classifyFailure } from '../database-failure.ts';
import type { AppendResult, Budget } from '../log.ts';
import { callAppend } from './append-call.ts';
import { type ConnectionOptions, connectAppender } from './connection.ts';
import type { EncodedRequest } from './encoded-request.ts';

/** One connection of an appender. It is opened by the first call, and again by the next call after it broke. */
export class AppendConnection {
  readonly #options: ConnectionOptions;
  readonly #budget: Budget | null;
  #client: Client | null = null;

  constructor(options: ConnectionOptions, budget: Budget | null) {
    this.#options = options;
    this.#budget = budget;
  }

  /** Appends requests in one transaction and returns their results in order. @throws errors of the database */
  append(requests: readonly EncodedRequest[]): Promise<AppendResult[]> {
    return this.#withClient((client) => callAppend(client, requests, this.#budget));
  }

  /** Returns the position of a request's last event if the log has it with the request's command id, else null. */
  async findAppended({ events, commandId }: EncodedRequest): Promise<number | null> {
    const last = events.at(-1);
    if (!last) return null;
    const { rows } = await this.#withClient((client) =>
      client.query<{ position: string }>(
        'select position from log.events where stream = $1 and version = $2 and command_id = $3',
        [last.stream, last.version, commandId],
      ),
    );
    return rows[0] ? Number(rows[0].position) : null;
  }

  async close(): Promise<void> {
    await this.#client?.end().catch(() => undefined);
  }

  async #withClient<T>(work: (client: Client) => Promise<T>): Promise<T> {
    try {
      this.#client ??= await connectAppender(this.#options);
      return await work(this.#client);
    } catch (error) {
      if (classifyFailure(error) === 'unknown') {
        const broken = this.#client;
        this.#client = null;
        broken?.end().catch(() => undefined);
      }
      throw error;
    }
  }
}
