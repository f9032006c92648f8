/**
 * Appends with a simulated clock: how the demo school gets a past. Only the owner of the database can, only from an
 * empty log and for as long as nothing else was written to it (log.append_seeded holds that, not this file); such events
 * are marked `seeded` in their metadata. A seeding that broke off may go on where it stopped.
 */
import type { Client } from 'pg';
import type { Vault } from '../../vault/vault.ts';
import { type BatchRow, batchParameters, batchResults } from './batch.ts';
import { connectSeeder } from './connection.ts';
import { encodeRequest } from './encoded-request.ts';
import type { AppendRequest, AppendResult, LogAppender } from '../log.ts';

export interface LogSeeder extends LogAppender {
  /** Sets the clock for the appends from now on. @throws RangeError when it would run backwards or into the future. */
  at(time: Date): void;
}

const statement = {
  name: 'append-seeded',
  text: `select base, refused from log.append_seeded(${Array.from({ length: 19 }, (_, index) => `$${index + 1}`).join(', ')})`,
};

class Seeder implements LogSeeder {
  readonly #client: Client;
  readonly #vault: Vault;
  #time: Date | null = null;
  #last: Promise<unknown> = Promise.resolve();

  constructor(client: Client, vault: Vault) {
    this.#client = client;
    this.#vault = vault;
  }

  at(time: Date): void {
    if (this.#time && time < this.#time)
      throw new RangeError(`The clock stands at ${this.#time.toISOString()} already and runs forwards only.`);
    if (time.getTime() > Date.now()) throw new RangeError('Nothing is seeded in the future.');
    this.#time = time;
  }

  append(request: AppendRequest): Promise<AppendResult> {
    const time = this.#time;
    if (!time) return Promise.reject(new Error('Set the clock first: seeder.at(time).'));
    const result = this.#last.then(() => this.#append(request, time));
    this.#last = result.catch(() => undefined);
    return result;
  }

  async close(): Promise<void> {
    await this.#last;
    try {
      // The commits before did not wait for the disk; this one does, and all of them with it.
      await this.#client.query('set synchronous_commit = on');
      await this.#client.query('select pg_current_xact_id()');
    } finally {
      await this.#client.end();
    }
  }

  async #append(request: AppendRequest, time: Date): Promise<AppendResult> {
    const encoded = await encodeRequest(
      { ...request, metadata: { ...request.metadata, seeded: true } },
      this.#vault,
    );
    const { rows } = await this.#client.query<BatchRow>({
      ...statement,
      values: [time.toISOString(), ...batchParameters([encoded])],
    });
    const [result] = rows[0] ? batchResults([encoded], rows[0]) : [];
    if (!result) throw new Error('The log did not answer.');
    if (result.outcome === 'appended') for (const person of encoded.destroy) this.#vault.forget(person);
    return result;
  }
}

/** @param options.connectionString as the owner of the database. */
export const openSeeder = async (options: { connectionString: string; vault: Vault }): Promise<LogSeeder> =>
  new Seeder(await connectSeeder(options), options.vault);
