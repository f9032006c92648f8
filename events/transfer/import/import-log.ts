import pLimit from 'p-limit';
import type { ClientBase } from 'pg';
import type { Queryable } from '../../seals/seal-rows.ts';
import { verify } from '../../seals/verify/verify.ts';
import { parseMasterKey } from '../../vault/master-key.ts';
import { BadExportError } from '../bad-export-error.ts';
import { formatVersion, type Header, header } from '../raw-export-format.ts';
import { requireOwnerLogin } from '../require-owner-login.ts';
import {
  deriveTransferKey,
  formatPersonKeyContext,
  formatPseudonymKeyContext,
  type TransferKey,
  type TransferSecret,
} from '../transfer-key.ts';
import { ImportWriter } from './import-writer.ts';
import {
  type KeyRewrap,
  markMissingKeysDestroyed,
  updateIdentity,
  updatePseudonymKey,
} from './insert-rows.ts';
import { lockEmptyLog } from './lock-empty-log.ts';
import { type NumberedLine, parseLine, readExportFile } from './read-export-file.ts';

type ImportOptions = {
  /** A session of the owner of the database. No other session may be connected to the database. */
  client: ClientBase;
  file: AsyncIterable<Uint8Array>;
  /** Null: without the keys of personal data, even if the file has them. */
  keys: { secret: TransferSecret; masterKey: string } | null;
  /**
   * Called during the import.
   * @param stage `stored` while the file is read, then `verified` while the stored log is verified.
   */
  onProgress?: (stage: 'stored' | 'verified', position: number, lastPosition: number) => void;
};

export type ImportResult = {
  header: Header;
  /** Root of the seal tree, hexadecimal; null without seals. */
  root: string | null;
  /** Number of imported keys, including the tombstones of destroyed keys. */
  keys: number;
  /** Number of persons in the log whose keys were not imported: their personal data can no longer be decrypted. */
  personsWithoutKey: number;
};

const parseHeader = ({ number, line }: NumberedLine): Header => {
  if (!('format' in line))
    throw new BadExportError('This is not a raw export. Create one with: log export --raw');
  if ('version' in line && typeof line.version === 'number' && line.version > formatVersion)
    throw new BadExportError(
      `The file has version ${line.version}, but this version of Lyceum knows only version ${formatVersion}.`,
    );
  const parsed = parseLine(header, line, number);
  if (parsed.from !== 1 || parsed.recordedAs > parsed.to)
    throw new BadExportError(
      `The file contains only the positions ${parsed.from} to ${parsed.to}. An import needs a complete export, without --from and --to.`,
    );
  return parsed;
};

const deriveFileKey = ({ keys }: ImportOptions, fileHeader: Header): TransferKey | null => {
  if (keys === null) return null;
  if (fileHeader.keys === null)
    throw new BadExportError('There are no keys in this file. Import it with --without-keys.');
  return deriveTransferKey(keys.secret, fileHeader.keys.wrapping);
};

/** Returns an object that runs queries on one connection. Concurrent queries wait in a queue, as in a pool with a single connection. */
const serializeQueries = (client: ClientBase): Queryable => {
  const oneAtATime = pLimit(1);
  // `query` has overloads, which cannot be forwarded with their types.
  const runQuery: (...parameters: unknown[]) => unknown = client.query.bind(client);
  const query = (...parameters: unknown[]) => oneAtATime(runQuery, ...parameters);
  return { query: query as Queryable['query'] };
};

/**
 * Verifies the stored log and returns the root of its seal tree.
 * @throws BadExportError if the log does not match the header or does not verify.
 */
const requireIntact = async (
  { client, onProgress }: ImportOptions,
  fileHeader: Header,
  counts: ImportWriter['counts'],
): Promise<string | null> => {
  if (counts.events !== fileHeader.events || counts.seals !== fileHeader.seals)
    throw new BadExportError(
      `The file should have ${fileHeader.events} events and ${fileHeader.seals} seals, but has ${counts.events} and ${counts.seals}.`,
    );
  // A table that was filled in this transaction has no statistics. Without them, PostgreSQL would scan the table for each page.
  await client.query('analyze log.events');
  const { failure, ...found } = await verify({
    pool: serializeQueries(client),
    onProgress: ({ position, head }) => onProgress?.('verified', position, head),
  });
  if (failure !== null)
    throw new BadExportError(
      `The log in this file does not verify: at position ${failure.position} (${failure.kind}): ${failure.detail}`,
    );
  if (found.root !== fileHeader.root || found.events !== fileHeader.events || found.unsealed > 0)
    throw new BadExportError('The seals in this file do not match its header.');
  return found.root;
};

const storeFile = async (options: ImportOptions): Promise<ImportResult> => {
  const { client, file, keys, onProgress } = options;
  const lines = readExportFile(file);
  const first = await lines.next();
  if (first.done) throw new BadExportError('The file is empty.');
  const fileHeader = parseHeader(first.value);
  const transferKey = deriveFileKey(options, fileHeader);
  await updateIdentity(client, fileHeader);
  if (transferKey !== null && fileHeader.keys !== null)
    await updatePseudonymKey(
      client,
      transferKey.unwrap(fileHeader.keys.pseudonyms, formatPseudonymKeyContext(fileHeader.logId)),
    );
  const keyRewrap: KeyRewrap | null =
    transferKey === null || keys === null
      ? null
      : {
          unwrap: (wrapped, person) =>
            transferKey.unwrap(wrapped, formatPersonKeyContext(fileHeader.logId, person)),
          master: parseMasterKey(keys.masterKey),
        };
  const writer = new ImportWriter(client, keyRewrap, (events) =>
    onProgress?.('stored', events, fileHeader.events),
  );
  for await (const line of lines) await writer.add(line);
  await writer.flush();
  const personsWithoutKey = await markMissingKeysDestroyed(client);
  const root = await requireIntact(options, fileHeader, writer.counts);
  return { header: fileHeader, root, keys: writer.counts.keys, personsWithoutKey };
};

/**
 * Imports a complete raw export into an empty log. Everything happens in one transaction, which is committed only if the
 * stored log verifies.
 * @throws BadExportError if the file is not a complete raw export, was changed or does not verify; NotOwnerError;
 * CannotImportError if the log is not empty or another session is connected. An error leaves the log unchanged.
 */
export const importLog = async (options: ImportOptions): Promise<ImportResult> => {
  const { client } = options;
  await requireOwnerLogin(client, 'An import');
  await client.query('begin');
  try {
    await lockEmptyLog(client);
    const result = await storeFile(options);
    await client.query('commit');
    return result;
  } catch (error) {
    // If the connection was lost, this fails too, and the server rolls back anyway.
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
};
