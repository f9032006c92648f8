import { write, writeSync } from 'node:fs';

/** How many bytes are collected before they are written, because each write is costly. */
const batchBytes = 8_192;
/** The maximum number of bytes that wait while the output cannot be written. Further lines are dropped. */
const maxWaitingBytes = 4_194_304;
/** How many times, and how long each time, {@link LogOutput.flushSync} waits for the reader of a full pipe. */
const busy = { retries: 10, pauseMs: 100 } as const;

const isBusy = (error: unknown) => ['EAGAIN', 'EBUSY'].includes((error as { code?: string }).code ?? '');

const pauseSync = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/** Writes bytes before it returns. @returns the bytes that could not be written. */
const writeAllSync = (fd: number, bytes: Buffer): Buffer => {
  let rest = bytes;
  for (let retries = 0; rest.length > 0; ) {
    try {
      rest = rest.subarray(writeSync(fd, rest));
    } catch (error) {
      if (!isBusy(error) || retries === busy.retries) return rest;
      retries += 1;
      pauseSync(busy.pauseMs);
    }
  }
  return rest;
};

/**
 * Collects log lines, and writes them to a file descriptor in batches. If a write fails, for example because the disk is full, the
 * lines wait for the next one. With Pino's own destination, a process could not exit while its output cannot be written.
 */
export class LogOutput {
  readonly #fd: number;
  /** The bytes that are written next, or that an asynchronous write has taken. */
  #batch: Buffer = Buffer.alloc(0);
  /** The lines after the batch. */
  #lines = '';
  #lineBytes = 0;
  /** Whether an asynchronous write has begun and not ended. */
  #isWriting = false;

  constructor(fd: number) {
    this.#fd = fd;
  }

  write(line: string): void {
    const bytes = Buffer.byteLength(line);
    if (this.#batch.length + this.#lineBytes + bytes > maxWaitingBytes) return;
    this.#lines += line;
    this.#lineBytes += bytes;
    if (this.#lineBytes >= batchBytes) this.flush();
  }

  /** Begins to write the collected lines, unless a write has not ended yet. */
  flush(): void {
    if (this.#isWriting) return;
    if (this.#batch.length === 0) this.#batch = this.#takeLines();
    if (this.#batch.length === 0) return;
    this.#isWriting = true;
    write(this.#fd, this.#batch, (error, writtenBytes) => {
      this.#isWriting = false;
      if (error) return;
      this.#batch = this.#batch.subarray(writtenBytes);
      if (this.#batch.length > 0 || this.#lineBytes >= batchBytes) this.flush();
    });
  }

  /**
   * Writes all lines before it returns, except those that cannot be written. Pino calls it after a fatal error. The last lines may
   * overtake those of an asynchronous write.
   */
  flushSync(): void {
    const lines = this.#takeLines();
    if (this.#isWriting) this.#batch = Buffer.concat([this.#batch, writeAllSync(this.#fd, lines)]);
    else this.#batch = writeAllSync(this.#fd, Buffer.concat([this.#batch, lines]));
  }

  #takeLines(): Buffer {
    const lines = Buffer.from(this.#lines);
    this.#lines = '';
    this.#lineBytes = 0;
    return lines;
  }
}
