import { createReadStream } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { Client } from 'pg';
import { type Imported, importLog } from '#events/transfer/import.ts';
import { sessionOptions } from '#platform/postgres/pool.ts';
import type { Place } from '../place/place.ts';
import { type ExitCode, exitCodes, UsageError } from '../terminal/exit-codes.ts';
import { type Progress, showProgress } from '../terminal/progress.ts';
import { type KeysOptions, secretOf } from './keys-options.ts';

/** One bar for what is stored, then one for what is verified. */
const bars = (terminal: Place['err']) => {
  let stage: string | null = null;
  let bar: Progress | null = null;
  return {
    at(now: string, position: number, of: number) {
      if (stage !== now) {
        bar?.end();
        bar = showProgress(terminal, of, `events ${now}`);
        stage = now;
      }
      bar?.at(position);
    },
    end: () => bar?.end(),
  };
};

async function* piecesOf(file: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  for await (const piece of createReadStream(file, { highWaterMark: 1_048_576 })) {
    signal.throwIfAborted();
    yield piece;
  }
}

const readable = async (file: string): Promise<void> => {
  try {
    await access(file, constants.R_OK);
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
};

const tell = ({ header, root, keys, withoutKey }: Imported): string =>
  [
    `${header.events} events and ${header.seals} seals are in the log, and fit. It is the log ${header.logId}.`,
    `The root of the history is ${root}.`,
    `${keys} keys of personal data came along; of ${withoutKey} persons nothing personal can be read any more.`,
    '',
  ].join('\n');

/**
 * Puts a whole raw export into an empty log: all of it, verified, or nothing.
 * @throws {UsageError} BadExportError, LogInUseError, NotOwnerError
 */
export const importInto = async (place: Place, file: string, options: KeysOptions): Promise<ExitCode> => {
  const secret = secretOf(options);
  await readable(file);
  const keys = secret && { secret, masterKey: place.masterKeys()[0] };
  const client = new Client({
    connectionString: place.url,
    connectionTimeoutMillis: 5_000,
    application_name: 'lyceum log',
    // Verifying ends by itself; a statement of it may take as long as the log is large.
    options: sessionOptions({ statementTimeoutMs: 30 * 60_000 }),
  });
  // A lost connection also rejects the query on it, which is where it is dealt with.
  client.on('error', () => undefined);
  await client.connect();
  const progress = bars(place.err);
  try {
    const imported = await importLog({
      client,
      file: piecesOf(file, place.signal),
      keys,
      onProgress: (stage, position, of) => {
        place.signal.throwIfAborted();
        progress.at(stage, position, of);
      },
    });
    progress.end();
    place.out.write(tell(imported));
    return exitCodes.well;
  } finally {
    await client.end().catch(() => undefined);
  }
};
