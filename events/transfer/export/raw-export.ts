/** A raw export, from the question whether it may be to its last line. */
import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import type { LogEvent } from '../../catalogue/streams/log.ts';
import { readSealOfPosition } from '../../seals/seal-rows.ts';
import { createSealer } from '../../seals/sealer.ts';
import { type MasterKey, parseMasterKey } from '../../vault/master-key.ts';
import { type EndLine, formatName, formatVersion, type Header } from '../raw-export-format.ts';
import { requireOwner } from '../require-owner.ts';
import {
  createTransferKey,
  pseudonymKeyContext,
  type TransferKey,
  type TransferSecret,
} from '../transfer-key.ts';
import { historyLines, keyLines } from './export-lines.ts';
import { recordExport } from './record-export.ts';

export type RawExportOptions = {
  /** As the owner of the database. */
  pool: Pool;
  connectionString: string;
  /** Who asks, as the machine calls them. */
  operator: string;
  /** The first position, and the last; null: all there is, up to the record of this export. */
  from: number;
  to: number | null;
  /** Null: the keys of personal data stay behind. The first master key comes first. */
  keys: { secret: TransferSecret; masterKeys: readonly [string, ...string[]] } | null;
};

export type RawExport = {
  header: Header;
  /** The file, piece by piece, in constant memory. @param onPosition is told how far it has come. */
  chunks(onPosition?: (position: number) => void): AsyncGenerator<string>;
};

type Travelling = { travel: TransferKey; masters: ReadonlyMap<string, MasterKey> };

const travelling = async ({ pool, keys }: RawExportOptions): Promise<Travelling | null> => {
  if (keys === null) return null;
  const masters = new Map(keys.masterKeys.map(parseMasterKey).map((master) => [master.id, master]));
  // A key that cannot be unwrapped is found before anything is recorded or written.
  const { rows } = await pool.query<{ master_key_id: string }>(
    'select master_key_id from vault.keys where master_key_id <> all ($1::text[]) limit 1',
    [[...masters.keys()]],
  );
  if (rows[0])
    throw new Error(
      `The vault holds keys that the master key ${rows[0].master_key_id} wraps: set VAULT_MASTER_KEY to it, or VAULT_PREVIOUS_MASTER_KEYS.`,
    );
  return { travel: createTransferKey(keys.secret), masters };
};

const keysWord = (keys: RawExportOptions['keys']): LogEvent['data']['keys'] => {
  if (keys === null) return 'left-out';
  return 'passphrase' in keys.secret ? 'under-passphrase' : 'under-key-file';
};

/** A whole export ends with a seal, so that all of it is vouched for: what waits to be sealed is sealed now. */
const endOfSeal = async (pool: Pool, position: number): Promise<number> => {
  await createSealer({ pool }).sealUpTo(position);
  return (await readSealOfPosition(pool, position))?.lastPosition ?? position;
};

const sealsIn = async (pool: Pool, { from, to }: { from: number; to: number }) => {
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

const identityOf = async (pool: Pool) => {
  const { rows } = await pool.query<{ id: string; made_at: string; key: Buffer }>(
    `select id, (extract(epoch from made_at) * 1000000)::bigint as made_at, key
       from log.identity, log.pseudonym_key`,
  );
  const [row] = rows;
  if (!row) throw new Error('The log has no identity: run the migrations.');
  return { id: row.id, madeAt: Number(row.made_at), pseudonymKey: row.key };
};

async function* piecesOf(
  { pool }: RawExportOptions,
  header: Header,
  keys: Travelling | null,
  onPosition: (position: number) => void,
): AsyncGenerator<string> {
  const digest = createHash('sha256');
  let lines = 0;
  let keyCount = 0;
  const text = (written: readonly object[]): string => {
    lines += written.length;
    const piece = written.map((line) => `${JSON.stringify(line)}\n`).join('');
    digest.update(piece);
    return piece;
  };
  yield text([header]);
  if (keys !== null)
    for await (const page of keyLines(pool, { ...keys, logId: header.logId })) {
      keyCount += page.length;
      yield text(page);
    }
  for await (const page of historyLines(pool, header)) {
    yield text(page);
    const last = page.findLast((line) => 'event' in line);
    if (last !== undefined) onPosition(last.event.position);
  }
  const end: EndLine = { end: { lines, keys: keyCount, sha256: digest.digest('hex') } };
  yield `${JSON.stringify(end)}\n`;
}

/**
 * Begins a raw export: records it in the log, then says what the file will hold. Nothing of the log has been given away
 * before that record is committed; one that is broken off stands in the log all the same.
 * @throws NotOwnerError, LogUnavailableError when it cannot be recorded, RangeError for a passphrase that is too short.
 */
export const startRawExport = async (options: RawExportOptions): Promise<RawExport> => {
  const { pool, connectionString, operator, from, to, keys } = options;
  const databaseLogin = await requireOwner(pool, 'A raw export');
  const taken = await travelling(options);
  const identity = await identityOf(pool);
  const data = { operator, databaseLogin, from, to, raw: true, keys: keysWord(keys) };
  const recordedAs = await recordExport({ database: pool, connectionString, data });
  const end = to === null ? await endOfSeal(pool, recordedAs) : Math.min(to, recordedAs);
  const header: Header = {
    format: formatName,
    version: formatVersion,
    logId: identity.id,
    logMadeAt: identity.madeAt,
    from,
    to: end,
    recordedAs,
    events: Math.max(end - from + 1, 0),
    ...(await sealsIn(pool, { from, to: end })),
    keys: taken && {
      wrapping: taken.travel.wrapping,
      pseudonyms: taken.travel.wrap(identity.pseudonymKey, pseudonymKeyContext(identity.id)),
    },
  };
  return { header, chunks: (onPosition = () => {}) => piecesOf(options, header, taken, onPosition) };
};
