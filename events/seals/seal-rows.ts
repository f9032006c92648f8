/** The table of seals, from TypeScript: its rows, the nodes of the history that they hold, the last one. */
import type { ClientBase, Pool } from 'pg';
import { joinNodes, type NodeRange, rootRange, nodeLocation } from './seal-tree.ts';
import { hashLength } from './merkle.ts';
import { encodingVersion, type SealFields } from './proof/encoding.ts';

export type Queryable = Pick<Pool | ClientBase, 'query'>;

export type Seal = SealFields & { algorithm: number; chainedRoot: Buffer; root: Buffer };

/** Columns of a seal, all but the large ones; times as microseconds since 1970, exactly. */
export const sealColumns = `number, first_position, last_position, event_count, algorithm, root, chained_root,
  (extract(epoch from sealed_at) * 1000000)::bigint as sealed_at`;

/** A row of `sealColumns`, as `pg` gives it. */
export type SealRow = {
  number: string;
  first_position: string;
  last_position: string;
  event_count: number;
  algorithm: number;
  root: Buffer;
  chained_root: Buffer;
  sealed_at: string;
};

export const parseSealRow = (row: SealRow): Seal => ({
  number: Number(row.number),
  firstPosition: Number(row.first_position),
  lastPosition: Number(row.last_position),
  eventCount: row.event_count,
  sealedAt: Number(row.sealed_at),
  algorithm: row.algorithm,
  root: row.root,
  chainedRoot: row.chained_root,
});

/** The last seal, or null when nothing has been sealed. */
export const readLastSeal = async (database: Queryable): Promise<Seal | null> => {
  const { rows } = await database.query<SealRow>(
    `select ${sealColumns} from log.seals order by number desc limit 1`,
  );
  return rows[0] ? parseSealRow(rows[0]) : null;
};

/** The seal whose page holds the position, or null when that is not sealed yet. */
export const readSealOfPosition = async (database: Queryable, position: number): Promise<Seal | null> => {
  const { rows } = await database.query<SealRow>(
    `select ${sealColumns} from log.seals where last_position >= $1 order by last_position limit 1`,
    [position],
  );
  const seal = rows[0] ? parseSealRow(rows[0]) : null;
  return seal !== null && seal.firstPosition <= position ? seal : null;
};

/**
 * Perfect subtrees of the history by their places, in one query.
 * @throws when a seal is missing or holds fewer nodes than it must.
 */
export const readNodes = async (database: Queryable, ranges: readonly NodeRange[]): Promise<Buffer[][]> => {
  const numbers = ranges.flat().map((place) => nodeLocation(place).number);
  const { rows } = await database.query<{ number: string; nodes: Buffer }>(
    'select number, nodes from log.seals where number = any($1::bigint[])',
    [[...new Set(numbers)]],
  );
  const stored = new Map(rows.map((row) => [Number(row.number), row.nodes]));
  return ranges.map((range) =>
    range.map((place) => {
      const { number, offset } = nodeLocation(place);
      const node = stored.get(number)?.subarray(offset, offset + hashLength);
      if (node?.length !== hashLength) throw new Error(`Seal ${number} of the log is missing or damaged.`);
      return node;
    }),
  );
};

/** The nodes that the ranges join to: one for each. */
export const readJoinedNodes = async (database: Queryable, ranges: readonly NodeRange[]): Promise<Uint8Array[]> =>
  (await readNodes(database, ranges)).map(joinNodes);

/** The right edge of a history of `size` seals. */
export const readTreeEdge = async (database: Queryable, size: number): Promise<Buffer[]> =>
  size === 0 ? [] : ((await readNodes(database, [rootRange(size)]))[0] ?? []);

/**
 * Adds a seal with its page's leaf hashes and the nodes of the history that it completes.
 * @returns false when a seal with this number is there already: another sealer was faster.
 */
export const insertSeal = async (
  database: Queryable,
  seal: SealFields & { chainedRoot: Uint8Array; nodes: Uint8Array; leaves: Uint8Array },
): Promise<boolean> => {
  const { rowCount } = await database.query({
    name: 'insert-seal',
    text: `insert into log.seals (number, first_position, last_position, event_count, algorithm, sealed_at,
             root, chained_root, nodes, leaves)
           values ($1, $2, $3, $4, $5, timestamptz '1970-01-01 00:00Z' + $6::bigint * interval '1 microsecond',
             $7, $8, $9, $10)
           on conflict do nothing`,
    values: [
      seal.number,
      seal.firstPosition,
      seal.lastPosition,
      seal.eventCount,
      encodingVersion,
      seal.sealedAt,
      seal.root,
      seal.chainedRoot,
      seal.nodes,
      seal.leaves,
    ],
  });
  return rowCount === 1;
};
