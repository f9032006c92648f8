/**
 * Digests of the log and of its exports. For a raw export they cover the position, version, type, stream, data and metadata of each event.
 * For an export with pseudonyms they cover what can be computed from the log without keys: the ordinal (in `GET /log` the position),
 * hour, version and type of each event. Equal digests mean equal values in the same order.
 */
import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { asyncBufferFromFile, parquetMetadataAsync } from 'hyparquet';
import type { Client } from 'pg';
import { isPublicAct } from '#events/pseudonyms/pseudonymous-event.ts';
import { readParquet } from '#platform/testing/read-parquet.ts';
import type { ExportKind } from './run-export.ts';

/** `events`: digest of what is compared with the log. `content`: digest of all content; null for a raw export, whose header is different each time. */
type FileDigest = { events: string; content: string | null };

type Row = {
  position: number;
  version: number;
  type: string;
  hour: string;
  stream: string;
  data: string;
  metadata: string;
};

const pageSize = 10_000;

/** Adds an event of an export with pseudonyms to the digest. */
const addPseudonymous = (
  digest: Hash,
  event: { ordinal: number; recordedAt: string; version: number | null; type: string },
) => digest.update(`${event.ordinal} ${event.recordedAt} ${event.version} ${event.type}\n`);

/** Adds an event of `GET /log` to the digest. */
const addStreamed = (
  digest: Hash,
  event: { position: number; recordedAt: string; version: number | null; type: string },
) => addPseudonymous(digest, { ...event, ordinal: event.position });

/** Adds an event of a raw export to the digest. */
const addRaw = (
  digest: Hash,
  event: Pick<Row, 'position' | 'version' | 'type' | 'stream' | 'data' | 'metadata'>,
) =>
  digest.update(
    `${event.position} ${event.version} ${event.type} ${event.stream} ${event.data} ${event.metadata}\n`,
  );

/** Reads rows of the log. @param selection what follows `where`: a condition and an order. */
async function* readRows(client: Client, selection: string): AsyncGenerator<Row> {
  await client.query('begin');
  await client.query(
    `declare rows cursor for select position::integer, version, type, stream, data::text, metadata::text,
       to_char(date_trunc('hour', recorded_at at time zone 'UTC'), 'YYYY-MM-DD"T"HH24:MI:SS.000"Z"') as hour
     from log.events where ${selection}`,
  );
  while (true) {
    const { rows } = await client.query<Row>(`fetch ${pageSize} from rows`);
    if (rows.length === 0) break;
    yield* rows;
  }
  await client.query('commit');
}

/** Returns the digests that exports up to position `to` must have, computed without the code of the exports, except for `isPublicAct`. */
export const digestsOfLog = async (client: Client, to: number): Promise<Record<ExportKind, string>> => {
  const raw = createHash('sha256');
  const streamed = createHash('sha256');
  for await (const row of readRows(client, `position <= ${to} order by position`)) {
    addRaw(raw, row);
    const version = isPublicAct(row.type) ? null : row.version;
    addStreamed(streamed, { ...row, recordedAt: row.hour, version });
  }
  const pseudonymous = createHash('sha256');
  const ordinals = new Map<string, number>();
  for await (const row of readRows(client, `position <= ${to} order by type collate "C", position`)) {
    const ordinal = (ordinals.get(row.type) ?? 0) + 1;
    ordinals.set(row.type, ordinal);
    const version = isPublicAct(row.type) ? null : row.version;
    addPseudonymous(pseudonymous, { ordinal, recordedAt: row.hour, version, type: row.type });
  }
  const digest = pseudonymous.digest('hex');
  return {
    raw: raw.digest('hex'),
    ndjson: digest,
    csv: digest,
    parquet: digest,
    stream: streamed.digest('hex'),
  };
};

/** Yields the rows of a Parquet file. Reads one row group at a time. */
async function* parquetRows(path: string): AsyncGenerator<Record<string, unknown>> {
  const file = await asyncBufferFromFile(path);
  const metadata = await parquetMetadataAsync(file);
  let rowStart = 0;
  for (const group of metadata.row_groups) {
    const rowEnd = rowStart + Number(group.num_rows);
    yield* await readParquet({ file, metadata, rowStart, rowEnd });
    rowStart = rowEnd;
  }
}

const linesOf = (file: string) => createInterface({ input: createReadStream(file), crlfDelay: Infinity });

const addLines = {
  raw: async (digest: Hash, file: string) => {
    for await (const line of linesOf(file)) {
      const { event } = JSON.parse(line);
      if (event !== undefined) addRaw(digest, event);
    }
  },
  ndjson: async (digest: Hash, file: string) => {
    for await (const line of linesOf(file)) addPseudonymous(digest, JSON.parse(line));
  },
  stream: async (digest: Hash, file: string) => {
    for await (const line of linesOf(file)) addStreamed(digest, JSON.parse(line));
  },
  csv: async (digest: Hash, file: string) => {
    let isHeader = true;
    for await (const line of linesOf(file)) {
      // The cells before `data` contain no commas.
      const [ordinal, recordedAt = '', , version, type = ''] = line.split(',', 5);
      const event = {
        ordinal: Number(ordinal),
        recordedAt,
        version: version === '' ? null : Number(version),
        type,
      };
      if (!isHeader) addPseudonymous(digest, event);
      isHeader = false;
    }
  },
  parquet: async (digest: Hash, file: string) => {
    for await (const { ordinal, recordedAt, version, type } of parquetRows(file))
      addPseudonymous(digest, {
        ordinal: Number(ordinal),
        recordedAt: (recordedAt as Date).toISOString(),
        version: version as number | null,
        type: String(type),
      });
  },
};

const digestBytes = async (file: string): Promise<string> => {
  const digest = createHash('sha256');
  for await (const chunk of createReadStream(file)) digest.update(chunk);
  return digest.digest('hex');
};

/** Returns a digest of all values in a Parquet file, which does not depend on its compression. */
const digestParquetRows = async (file: string): Promise<string> => {
  const digest = createHash('sha256');
  for await (const row of parquetRows(file))
    digest.update(JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? `${value}` : value)));
  return digest.digest('hex');
};

/** Reads an export and returns its digests. */
export const digestOfFile = async (kind: ExportKind, file: string): Promise<FileDigest> => {
  const digest = createHash('sha256');
  await addLines[kind](digest, file);
  // The first line of a raw export names the event that records this export, so no two files are the same.
  if (kind === 'raw') return { events: digest.digest('hex'), content: null };
  const content = kind === 'parquet' ? await digestParquetRows(file) : await digestBytes(file);
  return { events: digest.digest('hex'), content };
};
