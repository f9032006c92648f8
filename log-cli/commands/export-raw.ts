import { hostname, userInfo } from 'node:os';
import { beginRawExport } from '#events/transfer/raw-export.ts';
import { shortestPassphrase } from '#events/transfer/travel-key.ts';
import { openPool } from '#platform/postgres/pool.ts';
import { type Moment, positionAt } from '../place/moment.ts';
import type { Place } from '../place/place.ts';
import { type ExitCode, exitCodes, UsageError } from '../terminal/exit-codes.ts';
import { showProgress } from '../terminal/progress.ts';
import type { ExportOptions } from './export.ts';
import { writeOut } from './into-file.ts';
import { type KeysOptions, secretOf } from './keys-options.ts';
import { momentOf, positionBefore } from './options.ts';

/** Who sits here, as the machine calls them; a container may have no name for who runs in it. */
const operator = (): string => {
  try {
    return `${userInfo().username}@${hostname()}`;
  } catch {
    return `${process.getuid?.() ?? 'somebody'}@${hostname()}`;
  }
};

const refuseUnfit = ({ type, format }: ExportOptions): void => {
  if (type !== undefined)
    throw new UsageError(
      'A raw export leaves no event out, or no seal could be checked: no --type with --raw.',
    );
  if (format !== undefined && format !== 'ndjson')
    throw new UsageError('A raw export has a format of its own, lines of JSON: no --format with --raw.');
};

/**
 * Writes the log out as it is stored, after it has been recorded in the log that this is done.
 * @throws {UsageError} NotOwnerError, LogUnavailableError
 */
export const exportRaw = async (place: Place, options: ExportOptions & KeysOptions): Promise<ExitCode> => {
  refuseUnfit(options);
  const secret = secretOf(options);
  if (secret !== null && 'passphrase' in secret && secret.passphrase.length < shortestPassphrase)
    throw new UsageError(`A passphrase needs ${shortestPassphrase} characters at least.`);
  const pool = openPool({
    connectionString: place.url,
    connections: 3,
    statementTimeoutMs: 30 * 60_000,
    applicationName: 'lyceum log',
  });
  try {
    const to: Moment | null = options.to === undefined ? null : momentOf(options.to, '--to');
    const raw = await beginRawExport({
      pool,
      connectionString: place.url,
      operator: operator(),
      from: options.from === undefined ? 1 : (await positionBefore(pool, options.from, '--from')) + 1,
      to: to && (await positionAt(pool, to)),
      keys: secret && { secret, masterKeys: place.masterKeys() },
    });
    const { header } = raw;
    const progress = showProgress(place.err, header.events, 'events');
    try {
      const pieces = raw.pieces((position) => progress.at(position - header.from + 1));
      await writeOut(pieces, options.out, place);
    } finally {
      progress.end();
    }
    place.err.write(
      `${header.events} events and ${header.seals} seals written${options.out === undefined ? '' : ` to ${options.out}`}, ${secret === null ? 'without' : 'with'} the keys of personal data. It is recorded in the log at position ${header.recordedAs}.\n`,
    );
    return exitCodes.well;
  } finally {
    await pool.end();
  }
};
