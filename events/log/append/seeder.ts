/**
 * Appends with a simulated clock, which gives the demo school a past. Only the owner of the database can do this, and
 * only while the log contains nothing but seeded events (log.append_seeded enforces that). The events are marked `seeded`
 * in their metadata. An interrupted seeding can be continued.
 */
import pLimit from 'p-limit';
import type { Client } from 'pg';
import type { AppendRequest, AppendResult, LogAppender } from '../log.ts';
import type { PersonKeys } from '../person-keys.ts';
import { type BatchRow, listPlaceholders, toBatchParameters, toBatchResults } from './batch.ts';
import { connectSeeder } from './connection.ts';
import { type EncodedRequest, encodeRequest } from './encoded-request.ts';

export interface LogSeeder extends LogAppender {
  /**
   * Sets the time at which the following appends are recorded.
   * @throws RangeError for a time before the last one that was set, or in the future.
   */
  setClock(time: Date): void;
}

const seedStatement = {
  name: 'log-append-seeded',
  text: `select base, refused from log.append_seeded(${listPlaceholders(19)})`,
};

class Seeder implements LogSeeder {
  readonly #client: Client;
  readonly #personKeys: PersonKeys;
  #time: Date | null = null;
  readonly #oneAtATime = pLimit(1);

  constructor(client: Client, personKeys: PersonKeys) {
    this.#client = client;
    this.#personKeys = personKeys;
  }

  setClock(time: Date): void {
    if (this.#time && time < this.#time)
      throw new RangeError(`The clock is at ${this.#time.toISOString()} and can only move forwards.`);
    if (time.getTime() > Date.now()) throw new RangeError('The clock cannot be set to a time in the future.');
    this.#time = time;
  }

  append(request: AppendRequest): Promise<AppendResult> {
    const time = this.#time;
    if (!time)
      return Promise.reject(new Error('Set the clock before the first append: seeder.setClock(time).'));
    return this.#oneAtATime(() => this.#append(request, time));
  }

  async close(): Promise<void> {
    await this.#oneAtATime(() => undefined); // Earlier appends finish first.
    try {
      // Earlier commits did not wait for the disk. The commit of the message below waits, and so flushes them, too. A transaction that writes nothing
      // to the WAL would not wait.
      await this.#client.query('set synchronous_commit = on');
      await this.#client.query("select pg_logical_emit_message(true, 'lyceum', '')");
    } finally {
      await this.#client.end();
    }
  }

  async #append(request: AppendRequest, time: Date): Promise<AppendResult> {
    const encoded = await encodeRequest(
      { ...request, metadata: { ...request.metadata, seeded: true } },
      this.#personKeys,
    );
    const result = encoded.reservation
      ? await this.#sendReserving(encoded, encoded.reservation, time)
      : await this.#send(encoded, time);
    if (result.outcome === 'appended')
      for (const person of encoded.destroyKeysOf) this.#personKeys.evict(person);
    return result;
  }

  async #send(encoded: EncodedRequest, time: Date): Promise<AppendResult> {
    const { rows } = await this.#client.query<BatchRow>({
      ...seedStatement,
      values: [time.toISOString(), ...toBatchParameters([encoded])],
    });
    const [result] = rows[0] ? toBatchResults([encoded], rows[0]) : [];
    if (!result) throw new Error('The append function returned no result.');
    return result;
  }

  /** Appends and reserves an e-mail address in one transaction. */
  async #sendReserving(
    encoded: EncodedRequest,
    { person, digest }: NonNullable<EncodedRequest['reservation']>,
    time: Date,
  ): Promise<AppendResult> {
    await this.#client.query('begin');
    let isCommitted = false;
    try {
      const result = await this.#send(encoded, time);
      if (result.outcome !== 'appended') return result;
      const { rows } = await this.#client.query<{ reserved: boolean }>(
        'select vault.reserve_email($1, $2) as reserved',
        [person, digest],
      );
      if (!rows[0]?.reserved) return { outcome: 'email-taken' };
      await this.#client.query('commit');
      isCommitted = true;
      return result;
    } finally {
      // If the connection is lost, this fails too. The first error says more.
      if (!isCommitted) await this.#client.query('rollback').catch(() => undefined);
    }
  }
}

/**
 * Opens a seeder.
 * @param options.connectionString of the owner of the database.
 */
export const openSeeder = async (options: {
  connectionString: string;
  vault: PersonKeys;
}): Promise<LogSeeder> => new Seeder(await connectSeeder(options), options.vault);
