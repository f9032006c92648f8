/** Reads and writes the table of seals, including the nodes of the seal tree. */
import type { ClientBase, Pool } from 'pg';
import { hashLength } from './merkle.ts';
import { encodingVersion, type SealFields } from './proof/encoding.ts';
import { findRootRange, joinNodes, locateNode, type NodeRange } from './seal-tree.ts';

export type Queryable = Pick<Pool | ClientBase, 'query'>;

/** `chainedRoot`: the root of the seal tree up to this seal. */
export type Seal = SealFields & { algorithm: number; chainedRoot: Buffer; root: Buffer };

/** All columns of a seal except the large ones. Times are exact, in microseconds since 1970. */
export const sealColumns = `number, first_position, last_position, event_count, algorithm, root, chained_root,
  (extract(epoch from sealed_at) * 1000000)::bigint as sealed_at`;

/** A row of `sealColumns` as `pg` returns it. */
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

/** Converts a row to a seal. */
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

/** Returns the last seal, or null if nothing has been sealed. */
export const readLastSeal = async (database: Queryable): Promise<Seal | null> => {
  const { rows } = await database.query<SealRow>(
    `select ${sealColumns} from log.seals order by number desc limit 1`,
  );
  return rows[0] ? parseSealRow(rows[0]) : null;
};

/** Returns the seal with a number. @throws when there is no such seal. */
export const readSeal = async (database: Queryable, number: number): Promise<Seal> => {
  const { rows } = await database.query<SealRow>(`select ${sealColumns} from log.seals where number = $1`, [
    number,
  ]);
  if (!rows[0]) throw new Error(`The log has no seal ${number}.`);
  return parseSealRow(rows[0]);
};

/** Returns the seal whose page contains the position, or null if the position is not sealed yet. */
export const readSealOfPosition = async (database: Queryable, position: number): Promise<Seal | null> => {
  const { rows } = await database.query<SealRow>(
    `select ${sealColumns} from log.seals where last_position >= $1 order by last_position limit 1`,
    [position],
  );
  const seal = rows[0] ? parseSealRow(rows[0]) : null;
  return seal !== null && seal.firstPosition <= position ? seal : null;
};

/** Returns the stored leaf hashes of a seal's page, 32 bytes each; empty if there is no such seal. */
export const readSealLeaves = async (database: Queryable, number: number): Promise<Buffer> => {
  const { rows } = await database.query<{ leaves: Buffer }>(
    'select leaves from log.seals where number = $1',
    [number],
  );
  return rows[0]?.leaves ?? Buffer.alloc(0);
};

/**
 * Reads the nodes of the seal tree in the given ranges with one query.
 * @throws when a seal is missing or has too few nodes.
 */
const readNodes = async (database: Queryable, ranges: readonly NodeRange[]): Promise<Buffer[][]> => {
  const numbers = ranges.flat().map((position) => locateNode(position).number);
  const { rows } = await database.query<{ number: string; nodes: Buffer }>(
    'select number, nodes from log.seals where number = any($1::bigint[])',
    [[...new Set(numbers)]],
  );
  const stored = new Map(rows.map((row) => [Number(row.number), row.nodes]));
  return ranges.map((range) =>
    range.map((position) => {
      const { number, offset } = locateNode(position);
      const node = stored.get(number)?.subarray(offset, offset + hashLength);
      if (node?.length !== hashLength) throw new Error(`Seal ${number} of the log is missing or damaged.`);
      return node;
    }),
  );
};

/** Returns one joined node for each range. */
export const readJoinedNodes = async (
  database: Queryable,
  ranges: readonly NodeRange[],
): Promise<Uint8Array[]> => (await readNodes(database, ranges)).map(joinNodes);

/** Returns the right edge of the seal tree of the first `size` seals. */
export const readTreeEdge = async (database: Queryable, size: number): Promise<Buffer[]> =>
  size === 0 ? [] : ((await readNodes(database, [findRootRange(size)]))[0] ?? []);

/**
 * Inserts a seal with the leaf hashes of its page and the nodes of the seal tree that it completes.
 * @returns false if it conflicts with a stored seal, usually because another sealer was faster.
 */
export const insertSeal = async (
  database: Queryable,
  seal: SealFields & { chainedRoot: Uint8Array; nodes: Uint8Array; leaves: Uint8Array },
): Promise<boolean> => {
  const { rowCount } = await database.query({
    name: 'seals-insert',
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
