import { createConfiguredArchive } from '#events/archive/create-configured-archive.ts';
import { openReader } from '#events/log/read/reader.ts';
import { startRawExport } from '#events/transfer/export/raw-export.ts';
import { minPassphraseLength } from '#events/transfer/transfer-key.ts';
import { longStatementTimeoutMs, openPool } from '#platform/postgres/pool.ts';
import type { OwnerContext } from '../log-access/owner-context.ts';
import { type ExitCode, exitCodes, UsageError } from '../terminal/exit-codes.ts';
import { showProgress } from '../terminal/progress.ts';
import { writeOutput } from '../terminal/write-output.ts';
import type { ExportOptions } from './export.ts';
import { findOperator } from './find-operator.ts';
import { type KeysOptions, readTransferSecret } from './keys-options.ts';
import { positionBefore, positionUpTo } from './range-options.ts';

const rejectUnsupportedOptions = ({ type, format }: ExportOptions): void => {
  if (type !== undefined)
    throw new UsageError(
      '--type does not work with --raw: without all events the seals could not be verified.',
    );
  if (format !== undefined && format !== 'ndjson')
    throw new UsageError('--format does not work with --raw: a raw export has its own format, JSON lines.');
};

/**
 * Writes the log as it is stored. The export is recorded in the log before the first byte is written.
 * @throws {UsageError | NotOwnerError | LogUnavailableError}
 */
export const exportRaw = async (
  context: OwnerContext,
  options: ExportOptions & KeysOptions,
): Promise<ExitCode> => {
  rejectUnsupportedOptions(options);
  const secret = readTransferSecret(options);
  if (secret !== null && 'passphrase' in secret && secret.passphrase.length < minPassphraseLength)
    throw new UsageError(`A passphrase needs at least ${minPassphraseLength} characters.`);
  const pool = openPool({
    connectionString: context.url,
    maxConnections: 3,
    statementTimeoutMs: longStatementTimeoutMs,
    applicationName: 'lyceum log',
  });
  const archive = createConfiguredArchive(context.archiveSettings);
  const reader = openReader({ pool, vault: null, archive });
  try {
    const { from, to } = options;
    const rawExport = await startRawExport({
      pool,
      archive,
      connectionString: context.url,
      operator: findOperator(),
      from: from === undefined ? 1 : (await positionBefore(reader, from, '--from')) + 1,
      to: to === undefined ? null : await positionUpTo(reader, to),
      keys: secret && { secret, masterKeys: context.findMasterKeys() },
    });
    const { header } = rawExport;
    const progress = showProgress(context.err, header.events, 'events');
    try {
      const chunks = rawExport.chunks((position) => progress.at(position - header.from + 1));
      await writeOutput(chunks, options.out, context);
    } finally {
      progress.end();
    }
    const target = options.out === undefined ? '' : ` to ${options.out}`;
    const keys = secret === null ? 'without' : 'with';
    context.err.write(
      `${header.events} events and ${header.seals} seals written${target}, ${keys} the keys of personal data. The export is recorded in the log at position ${header.recordedAs}.\n`,
    );
    return exitCodes.success;
  } finally {
    await reader.close();
    await pool.end();
  }
};
