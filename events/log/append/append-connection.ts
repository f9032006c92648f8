import type { Client } from 'pg';
import { classifyFailure } from '../database-failure.ts';
import { type AppendResult, LogUnavailableError } from '../log.ts';
import { primaryRunOf } from '../primary-run.ts';
import { callAppend } from './append-call.ts';
import type { BudgetReserves } from './budget-reserves.ts';
import { type ConnectionOptions, connectAppender } from './connection.ts';
import type { EncodedRequest } from './encoded-request.ts';

const wasReadIn = (run: string, { readInRun }: EncodedRequest) => readInRun === null || readInRun === run;

/** Returns the result for a request whose streams were read in another run of the primary. */
const conflictOf = ({ expectations: [first] }: EncodedRequest): AppendResult => ({
  outcome: 'conflict',
  stream: first?.stream ?? '',
  version: first?.version ?? 0,
});

/**
 * One connection of an appender. The first call opens it. If it ends or breaks, the next call opens it again. A connection
 * belongs to one run of the primary, so a request that was decided in another run is recognized without asking the database.
 */
export class AppendConnection {
  readonly #options: ConnectionOptions;
  readonly #reserves: BudgetReserves | null;
  readonly #onConnected: (primaryRun: string, client: Client) => Promise<void>;
  #connected: { client: Client; run: string } | null = null;
  #isClosed = false;

  /** @param onConnected called after connecting, with the run of the primary. Appends wait until its promise is fulfilled. */
  constructor(
    options: ConnectionOptions,
    reserves: BudgetReserves | null,
    onConnected: (primaryRun: string, client: Client) => Promise<void> = async () => undefined,
  ) {
    this.#options = options;
    this.#reserves = reserves;
    this.#onConnected = onConnected;
  }

  /**
   * Ends the connection if the streams of a request were read in another run of the primary. The next call then opens a new one. The
   * connection may lead to a server that was replaced. Only this check notices that, because requests from another run are not sent.
   */
  endIfRequestsAreFromOtherRun(requests: readonly EncodedRequest[]): void {
    const run = this.#connected?.run;
    if (run !== undefined && !requests.every((request) => wasReadIn(run, request))) this.#disconnect();
  }

  /** Appends requests in one transaction and returns their results in order. @throws database errors; LogUnavailableError after `close`. */
  append(requests: readonly EncodedRequest[]): Promise<AppendResult[]> {
    return this.#withClient(async (client, run) => {
      const current = requests.filter((request) => wasReadIn(run, request));
      const results = current.length > 0 ? await callAppend(client, current, this.#reserves) : [];
      if (current.length === requests.length) return results;
      const resultOf = new Map(current.map((request, index) => [request, results[index]]));
      return requests.map((request) => resultOf.get(request) ?? conflictOf(request));
    });
  }

  /** Returns the position of a request's last event if `log.events` has it with the request's command id, else null. */
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

  /** Ends the connection. It is not opened again: later calls are rejected with a LogUnavailableError. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#connected?.client.end().catch(() => undefined);
  }

  async #withClient<T>(work: (client: Client, run: string) => Promise<T>): Promise<T> {
    try {
      const { client, run } = this.#connected ?? (await this.#connect());
      return await work(client, run);
    } catch (error) {
      if (classifyFailure(error) === 'unknown') this.#disconnect();
      throw error;
    }
  }

  #disconnect(): void {
    const ended = this.#connected;
    this.#connected = null;
    ended?.client.end().catch(() => undefined);
  }

  #requireNotClosed(): void {
    if (this.#isClosed) throw new LogUnavailableError('The appender was closed.');
  }

  async #connect() {
    this.#requireNotClosed();
    const client = await connectAppender(this.#options);
    client.once('end', () => {
      if (this.#connected?.client === client) this.#connected = null;
    });
    try {
      const run = await primaryRunOf(client);
      await this.#onConnected(run, client);
      this.#requireNotClosed();
      this.#connected = { client, run };
      return this.#connected;
    } catch (error) {
      client.end().catch(() => undefined);
      throw error;
    }
  }
}
