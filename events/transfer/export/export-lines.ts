/** Reads the lines of a raw export page by page: events with their seals, and keys. */
import type { LogSource } from '../../archive/archived-events.ts';
import { parseSealRow, type Queryable, type SealRow, sealColumns } from '../../seals/seal-rows.ts';
import { readStoredEvents } from '../../seals/stored-events.ts';
import { type MasterKey, unwrapKey } from '../../vault/master-key.ts';
import type { EventLine, KeyLine, SealLine } from '../raw-export-format.ts';
import { formatPersonKeyContext, type TransferKey } from '../transfer-key.ts';

const eventsPerPage = 2_000;
/** Few, because a seal contains a hash of each of its events. */
const sealsPerPage = 20;
const keysPerPage = 1_000;

/** Positions, both inclusive. */
type Range = { from: number; to: number };

type FullSealRow = SealRow & { nodes: Buffer; leaves: Buffer };

const toSealLine = (row: FullSealRow): SealLine => {
  const { root, chainedRoot, ...fields } = parseSealRow(row);
  return {
    seal: {
      ...fields,
      root: root.toString('hex'),
      chainedRoot: chainedRoot.toString('hex'),
      nodes: row.nodes.toString('base64'),
      leaves: row.leaves.toString('base64'),
    },
  };
};

/** Yields the seals whose pages contain an event of the range. */
async function* readSealLines(database: Queryable, { from, to }: Range): AsyncGenerator<SealLine, undefined> {
  for (let after = from - 1; ; ) {
    const { rows } = await database.query<FullSealRow>(
      `select ${sealColumns}, nodes, leaves from log.seals
         where last_position > $1 and first_position <= $2 order by last_position limit $3`,
      [after, to, sealsPerPage],
    );
    for (const row of rows) yield toSealLine(row);
    const last = rows.at(-1);
    if (last === undefined) return;
    after = Number(last.last_position);
  }
}

/** Yields pages of stored events and reads the next page ahead. */
async function* readStoredPages(source: LogSource, { from, to }: Range) {
  const read = (after: number) => {
    const page = readStoredEvents(source, { after, limit: Math.min(eventsPerPage, to - after) });
    // An error must not be an unhandled rejection before the page is awaited.
    page.catch(() => undefined);
    return page;
  };
  let next = from <= to ? read(from - 1) : null;
  while (next !== null) {
    const page = await next;
    const last = page.at(-1)?.position;
    if (last === undefined) return;
    next = last < to ? read(last) : null;
    yield page;
  }
}

/**
 * Yields the events of a range in several parts, in order. Each seal follows the last event that it covers. A seal that reaches
 * beyond the range comes last.
 */
export async function* readEventAndSealLines(
  source: LogSource,
  range: Range,
): AsyncGenerator<(EventLine | SealLine)[]> {
  const seals = readSealLines(source.database, range);
  let seal = (await seals.next()).value;
  for await (const page of readStoredPages(source, range)) {
    const lines: (EventLine | SealLine)[] = [];
    for (const event of page) {
      lines.push({ event });
      if (seal?.seal.lastPosition !== event.position) continue;
      lines.push(seal);
      seal = (await seals.next()).value;
    }
    yield lines;
  }
  while (seal !== undefined) {
    yield [seal];
    seal = (await seals.next()).value;
  }
}

type KeyRow = {
  person: string;
  made_at: string;
  destroyed_at: string | null;
  master_key_id: string | null;
  wrapped: Buffer | null;
};

/** Returns SQL that selects a time in microseconds since 1970, under the name of its column. */
const selectMicroseconds = (column: string) =>
  `(extract(epoch from ${column}) * 1000000)::bigint as ${column}`;

/**
 * Yields the keys of all persons in pages, wrapped with the transfer key; for a destroyed key, the time at which it was destroyed.
 * @param options.masters master keys by id.
 * @throws if a key is wrapped by any other master key.
 */
export async function* readKeyLines(
  database: Queryable,
  options: { logId: string; masters: ReadonlyMap<string, MasterKey>; transferKey: TransferKey },
): AsyncGenerator<KeyLine[]> {
  const { logId, masters, transferKey } = options;
  for (let after: string | null = null; ; ) {
    const { rows }: { rows: KeyRow[] } = await database.query<KeyRow>(
      `select person, ${selectMicroseconds('made_at')}, ${selectMicroseconds('destroyed_at')}, master_key_id, wrapped
         from vault.keys where $1::uuid is null or person > $1 order by person limit $2`,
      [after, keysPerPage],
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.person;
    yield rows.map(({ person, made_at, destroyed_at, master_key_id, wrapped }): KeyLine => {
      const madeAt = Number(made_at);
      if (wrapped === null || master_key_id === null)
        return { key: { person, madeAt, destroyedAt: Number(destroyed_at) } };
      const key = unwrapKey(masters, { person, masterKeyId: master_key_id, wrapped });
      return {
        key: {
          person,
          madeAt,
          wrapped: transferKey.wrap(key.export(), formatPersonKeyContext(logId, person)),
        },
      };
    });
  }
}
