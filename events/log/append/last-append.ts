import type { Client } from 'pg';

type AppendedEvent = { position: number; commandId: string };

/**
 * Remembers the last acknowledged append in the current run of the primary. When a new connection leads to another run, the
 * database is asked whether it still has this append. If the append is lost, the database begins another history, at most
 * one on each timeline.
 */
export class LastAppend {
  readonly #onOtherRun: () => void;
  #run: string | null = null;
  /** The last event that was appended in this run; null if there is none. */
  #last: AppendedEvent | null = null;
  /** The last event of an earlier run, until the database has checked whether it is still there. */
  #unconfirmed: AppendedEvent | null = null;

  /** @param onOtherRun called when a connection leads to another run. The first run counts too. */
  constructor(onOtherRun: () => void) {
    this.#onOtherRun = onOtherRun;
  }

  /** The run of the primary to which the last opened connection leads; null before the first. */
  get run(): string | null {
    return this.#run;
  }

  /** Remembers the append with the highest position: two connections may answer in a different order than they appended. */
  remember(position: number, commandId: string): void {
    if (this.#last === null || position > this.#last.position) this.#last = { position, commandId };
  }

  /**
   * Notes the run to which a new connection leads, and lets the database check the last append of an earlier run.
   * @throws database errors; the append is then checked on the next connection.
   */
  async confirmIn(run: string, client: Client): Promise<void> {
    if (this.#run !== run) {
      this.#onOtherRun();
      this.#unconfirmed ??= this.#last;
      this.#last = null;
    }
    this.#run = run;
    if (this.#unconfirmed === null) return;
    const { position, commandId } = this.#unconfirmed;
    await client.query('select log.confirm_append($1, $2)', [position, commandId]);
    this.#unconfirmed = null;
  }
}
