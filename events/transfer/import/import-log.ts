/**
 * Puts a whole raw export into an empty log, in one transaction: until it is committed nobody sees any of it, and it is
 * committed only when the log that stands there then verifies.
 */
import type { ClientBase } from 'pg';
import { verify } from '../../seals/verify/verify.ts';
import { parseMasterKey } from '../../vault/master-key.ts';
import { BadExportError, formatVersion, type Header, header } from '../raw-export-format.ts';
import { requireOwner } from '../require-owner.ts';
import {
  deriveTransferKey,
  personKeyContext,
  pseudonymKeyContext,
  type TransferKey,
  type TransferSecret,
} from '../transfer-key.ts';
import { ImportWriter } from './import-writer.ts';
import { markMissingKeysDestroyed, updateIdentity, updatePseudonymKey } from './insert-rows.ts';
import { lockEmptyLog } from './lock-empty-log.ts';
import { type NumberedLine, parseLine, readExportFile } from './read-export-file.ts';
import { serializeQueries } from './serial-queries.ts';

export type ImportOptions = {
  /** One session, as the owner of the database; nobody else may be connected to it. */
  client: ClientBase;
  file: AsyncIterable<Uint8Array>;
  /** Null: without the keys of personal data, whether or not they are in the file. */
  keys: { secret: TransferSecret; masterKey: string } | null;
  /** @param stage reading and storing, then verifying what was stored. */
  onProgress?: (stage: 'stored' | 'verified', position: number, of: number) => void;
};

export type ImportResult = {
  header: Header;
  root: string | null;
  keys: number;
  /** Persons in the log whose key is not here: what is personal of them can no longer be read. */
  personsWithoutKey: number;
};

const wholeHeader = ({ number, line }: NumberedLine): Header => {
  if (!('format' in line))
    throw new BadExportError('This is no raw export of a log: log export --raw makes one.');
  if ('version' in line && typeof line.version === 'number' && line.version > formatVersion)
    throw new BadExportError(`The file is of version ${line.version}; this Lyceum knows ${formatVersion}.`);
  const found = parseLine(header, line, number);
  if (found.from !== 1 || found.recordedAs > found.to)
    throw new BadExportError(
      `The file holds positions ${found.from} to ${found.to} only: a whole export is wanted, without --from and --to.`,
    );
  return found;
};

const travelOf = ({ keys }: ImportOptions, head: Header): TransferKey | null => {
  if (keys === null) return null;
  if (head.keys === null)
    throw new BadExportError('There are no keys in this file: it can be imported --without-keys only.');
  return deriveTransferKey(keys.secret, head.keys.wrapping);
};

/** @throws BadExportError when what was stored is not what the header says, or does not verify. */
const requireSound = async (
  { client, onProgress }: ImportOptions,
  head: Header,
  counts: ImportWriter['counts'],
): Promise<string | null> => {
  if (counts.events !== head.events || counts.seals !== head.seals)
    throw new BadExportError(
      `The file should hold ${head.events} events and ${head.seals} seals; it holds ${counts.events} and ${counts.seals}.`,
    );
  // A table that was filled within this transaction has no statistics yet, and plans without them walk through all of it.
  await client.query('analyze log.events');
  const found = await verify({
    pool: serializeQueries(client),
    onProgress: ({ position, head: of }) => onProgress?.('verified', position, of),
  });
  if (found.failure !== null)
    throw new BadExportError(
      `The log in this file does not verify: at position ${found.failure.position} (${found.failure.kind}): ${found.failure.detail}`,
    );
  if (found.root !== head.root || found.events !== head.events || found.unsealed > 0)
    throw new BadExportError('The seals in this file are not those that its header says.');
  return found.root;
};

const store = async (options: ImportOptions): Promise<ImportResult> => {
  const { client, file, keys, onProgress } = options;
  const lines = readExportFile(file);
  const first = await lines.next();
  if (first.done) throw new BadExportError('The file is empty.');
  const head = wholeHeader(first.value);
  const travel = travelOf(options, head);
  await updateIdentity(client, head);
  if (travel !== null && head.keys !== null)
    await updatePseudonymKey(client, travel.unwrap(head.keys.pseudonyms, pseudonymKeyContext(head.logId)));
  const keyChange =
    travel === null || keys === null
      ? null
      : {
          unwrap: (wrapped: string, person: string) =>
            travel.unwrap(wrapped, personKeyContext(head.logId, person)),
          master: parseMasterKey(keys.masterKey),
        };
  const storing = new ImportWriter(client, keyChange, (at) => onProgress?.('stored', at, head.events));
  for await (const line of lines) await storing.add(line);
  await storing.flush();
  const withoutKey = await markMissingKeysDestroyed(client);
  const root = await requireSound(options, head, storing.counts);
  return { header: head, root, keys: storing.counts.keys, personsWithoutKey: withoutKey };
};

/**
 * @throws BadExportError when the file is no whole raw export, was changed, or does not verify; NotOwnerError;
 * LogInUseError when the log is not empty or somebody is connected to it. Nothing stays then.
 */
export const importLog = async (options: ImportOptions): Promise<ImportResult> => {
  const { client } = options;
  await requireOwner(client, 'An import');
  await client.query('begin');
  try {
    await lockEmptyLog(client);
    const imported = await store(options);
    await client.query('commit');
    return imported;
  } catch (error) {
    // The line may be what failed: then the server rolls back by itself.
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
};
