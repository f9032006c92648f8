import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import type { Archive } from '../../archive/archive.ts';
import type { LogSource } from '../../archive/archived-events.ts';
import type { LogExported } from '../../catalogue/streams/log.ts';
import { readSealOfPosition } from '../../seals/seal-rows.ts';
import { createSealer } from '../../seals/sealer.ts';
import { type MasterKey, parseMasterKey } from '../../vault/master-key.ts';
import { appendLogEvent } from '../append-log-event.ts';
import { type EndLine, formatName, formatVersion, type Header } from '../raw-export-format.ts';
import { requireOwnerLogin } from '../require-owner-login.ts';
import {
  createTransferKey,
  formatPseudonymKeyContext,
  type TransferKey,
  type TransferSecret,
} from '../transfer-key.ts';
import { readEventAndSealLines, readKeyLines } from './export-lines.ts';

type RawExportOptions = {
  /** Signed in as the owner of the database. */
  pool: Pool;
  /** Null if this process has no object store. */
  archive: Archive | null;
  connectionString: string;
  /** The operating system user, `user@host`, for the event that records the export. */
  operator: string;
  /** The first position. */
  from: number;
  /** The last position; null: the end of the seal that covers the event that records this export. */
  to: number | null;
  /** Null: without the keys of personal data. */
  keys: { secret: TransferSecret; masterKeys: readonly string[] } | null;
};

type RawExport = {
  header: Header;
  /**
   * Yields the file in chunks, in constant memory.
   * @param onPosition called with the last position of each chunk that contains events.
   */
  chunks(onPosition?: (position: number) => void): AsyncGenerator<Uint8Array>;
};

type KeyExport = { transferKey: TransferKey; masters: ReadonlyMap<string, MasterKey> };

const prepareKeys = async ({ pool, keys }: RawExportOptions): Promise<KeyExport | null> => {
  if (keys === null) return null;
  const masters = new Map(keys.masterKeys.map(parseMasterKey).map((master) => [master.id, master]));
  // A missing master key must be detected before anything is recorded or written.
  const { rows } = await pool.query<{ master_key_id: string }>(
    'select master_key_id from vault.keys where master_key_id <> all ($1::text[]) limit 1',
    [[...masters.keys()]],
  );
  if (rows[0])
    throw new Error(
      `The vault contains keys that are wrapped by the master key ${rows[0].master_key_id}. Set VAULT_MASTER_KEY or VAULT_PREVIOUS_MASTER_KEYS to it.`,
    );
  return { transferKey: createTransferKey(keys.secret), masters };
};

const describeKeys = (keys: RawExportOptions['keys']): LogExported['data']['keys'] => {
  if (keys === null) return 'left-out';
  return 'passphrase' in keys.secret ? 'under-passphrase' : 'under-key-file';
};

/**
 * Seals everything up to a position, so that the export contains only sealed events. Returns the last position of the seal
 * that covers the position.
 */
const sealUpTo = async (pool: Pool, position: number): Promise<number> => {
  await createSealer({ pool }).sealUpTo(position);
  return (await readSealOfPosition(pool, position))?.lastPosition ?? position;
};

const readSealSummary = async (pool: Pool, { from, to }: { from: number; to: number }) => {
  const { rows } = await pool.query<{ seals: string; last: string | null; root: Buffer | null }>(
    `select count(*) as seals, max(number) as last,
            (select chained_root from log.seals where first_position <= $2 order by number desc limit 1) as root
       from log.seals where last_position >= $1 and first_position <= $2`,
    [from, to],
  );
  const [row] = rows;
  if (!row || row.last === null) return { seals: 0, lastSeal: null, root: null };
  return {
    seals: Number(row.seals),
    lastSeal: Number(row.last),
    root: row.root?.toString('hex') ?? null,
  };
};

const readIdentity = async (pool: Pool) => {
  const { rows } = await pool.query<{ id: string; made_at: string; key: Buffer }>(
    `select id, (extract(epoch from made_at) * 1000000)::bigint as made_at, key
       from log.identity, log.pseudonym_key`,
  );
  const [row] = rows;
  if (!row) throw new Error('The log has no identity. Run the migrations.');
  return { id: row.id, madeAt: Number(row.made_at), pseudonymKey: row.key };
};

async function* generateChunks(
  source: LogSource,
  header: Header,
  keys: KeyExport | null,
  onPosition: (position: number) => void,
): AsyncGenerator<Uint8Array> {
  const digest = createHash('sha256');
  let lineCount = 0;
  let keyCount = 0;
  const toChunk = (lines: readonly object[]): Uint8Array => {
    lineCount += lines.length;
    // Encoded once, for the digest and for the file.
    const chunk = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    digest.update(chunk);
    return chunk;
  };
  yield toChunk([header]);
  if (keys !== null)
    for await (const page of readKeyLines(source.database, { ...keys, logId: header.logId })) {
      keyCount += page.length;
      yield toChunk(page);
    }
  for await (const page of readEventAndSealLines(source, header)) {
    yield toChunk(page);
    const last = page.findLast((line) => 'event' in line);
    if (last !== undefined) onPosition(last.event.position);
  }
  const end: EndLine = { end: { lines: lineCount, keys: keyCount, sha256: digest.digest('hex') } };
  yield Buffer.from(`${JSON.stringify(end)}\n`);
}

/**
 * Records a raw export in the log and returns its header and content. The event that records it is committed before any event
 * is exported, and stays in the log even if the export is interrupted.
 * @throws NotOwnerError; LogUnavailableError if the export cannot be recorded; RangeError for a weak secret; Error if the master
 * key of a person's key is missing.
 */
export const startRawExport = async (options: RawExportOptions): Promise<RawExport> => {
  const { pool, archive, connectionString, operator, from, to } = options;
  const databaseLogin = await requireOwnerLogin(pool, 'A raw export');
  const keys = await prepareKeys(options);
  const identity = await readIdentity(pool);
  const recordedAs = await appendLogEvent({
    ...{ database: pool, connectionString, actor: 'log export' },
    event: {
      type: 'LogExported',
      data: { operator, databaseLogin, from, to, raw: true, keys: describeKeys(options.keys) },
    },
  });
  const end = to === null ? await sealUpTo(pool, recordedAs) : Math.min(to, recordedAs);
  const header: Header = {
    format: formatName,
    version: formatVersion,
    logId: identity.id,
    logMadeAt: identity.madeAt,
    from,
    to: end,
    recordedAs,
    events: Math.max(end - from + 1, 0),
    ...(await readSealSummary(pool, { from, to: end })),
    keys: keys && {
      wrapping: keys.transferKey.wrapping,
      pseudonyms: keys.transferKey.wrap(identity.pseudonymKey, formatPseudonymKeyContext(identity.id)),
    },
  };
  const source = { database: pool, archive };
  return { header, chunks: (onPosition = () => {}) => generateChunks(source, header, keys, onPosition) };
};
