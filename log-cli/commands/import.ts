import { createReadStream } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { Client } from 'pg';
import { type ImportResult, importLog } from '#events/transfer/import/import-log.ts';
import { formatSessionOptions, longStatementTimeoutMs } from '#platform/postgres/pool.ts';
import type { OwnerContext } from '../log-access/owner-context.ts';
import { type ExitCode, exitCodes, UsageError } from '../terminal/exit-codes.ts';
import { showStages } from '../terminal/progress.ts';
import { type KeysOptions, readTransferSecret } from './keys-options.ts';

async function* readChunks(file: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  for await (const chunk of createReadStream(file, { highWaterMark: 1_048_576 })) {
    signal.throwIfAborted();
    yield chunk;
  }
}

const requireReadable = async (file: string): Promise<void> => {
  try {
    await access(file, constants.R_OK);
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
};

const formatResult = ({ header, root, keys, personsWithoutKey }: ImportResult): string =>
  [
    `Imported and verified ${header.events} events and ${header.seals} seals of the log ${header.logId}.`,
    `The root of the history is ${root}.`,
    `${keys} keys of personal data were imported. The personal data of ${personsWithoutKey} people can never be read here.`,
    '',
  ].join('\n');

/**
 * Imports a whole raw export into an empty log. If the file cannot be verified, nothing is imported.
 * @throws {UsageError | BadExportError | CannotImportError | NotOwnerError}
 */
export const importRawExport = async (
  context: OwnerContext,
  file: string,
  options: KeysOptions,
): Promise<ExitCode> => {
  const { url, out, err, signal } = context;
  const secret = readTransferSecret(options);
  await requireReadable(file);
  const keys = secret && { secret, masterKey: context.findMasterKeys()[0] };
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    application_name: 'lyceum log',
    // Verifying a large log takes a long time.
    options: formatSessionOptions({ statementTimeoutMs: longStatementTimeoutMs }),
  });
  // A lost connection also rejects the running query, which reports the error.
  client.on('error', () => undefined);
  await client.connect();
  const progress = showStages(err);
  try {
    const imported = importLog({
      client,
      file: readChunks(file, signal),
      keys,
      onProgress: (stage, position, total) => {
        signal.throwIfAborted();
        progress.at(stage, position, total);
      },
    });
    // The bar also ends after an error. Otherwise the error message would follow it on the same line.
    const result = await imported.finally(progress.end);
    out.write(formatResult(result));
    return exitCodes.success;
  } finally {
    await client.end().catch(() => undefined);
  }
};
