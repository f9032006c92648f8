import type { RecordedEvent } from '#events/log/log.ts';
import { blockSize, type InsightCountedTable } from '#platform/read-tables/insight.ts';
import type { ProjectedTable } from '../projection/projection.ts';
import type { Tables } from '../projection/tables.ts';

const columns: Record<keyof InsightCountedTable, true> = { block: true, bits: true };
export const countedTable: ProjectedTable = {
  name: 'insight_counted',
  key: 'block',
  keyType: 'bigint',
  columns: Object.keys(columns),
};

/** The bits of each block, by its number. */
type Blocks = ReadonlyMap<number, Uint8Array>;

const blockOf = (position: number) => Math.floor(position / blockSize);

/**
 * Sets the bits of the events. Pure: the blocks that are given stay as they are.
 * @returns the events whose bits were not set, and the blocks that are others now.
 */
export const setBits = (
  blocks: Blocks,
  page: readonly RecordedEvent[],
): { fresh: RecordedEvent[]; changed: Map<number, Uint8Array> } => {
  const changed = new Map<number, Uint8Array>();
  const fresh = page.filter(({ position }) => {
    const block = blockOf(position);
    const place = position % blockSize;
    const [byte, bit] = [place >> 3, 128 >> (place & 7)];
    const known = changed.get(block) ?? blocks.get(block);
    if (known && ((known[byte] ?? 0) & bit) !== 0) return false;
    const bits = changed.get(block) ?? Uint8Array.from(known ?? new Uint8Array(blockSize / 8));
    bits[byte] = (bits[byte] ?? 0) | bit;
    changed.set(block, bits);
    return true;
  });
  return { fresh, changed };
};

/** Those of the events that are not in the sums yet, and the blocks as they are once they are. */
export const notCounted = async (
  page: readonly RecordedEvent[],
  tables: Tables,
): Promise<ReturnType<typeof setBits>> => {
  const wanted = [...new Set(page.map(({ position }) => String(blockOf(position))))];
  const rows = await tables.read<InsightCountedTable>(countedTable, wanted);
  return setBits(
    new Map([...rows.values()].map(({ block, bits }) => [block, Buffer.from(bits, 'hex')])),
    page,
  );
};

/** Writes blocks down. */
export const noteCounted = (changed: Blocks, tables: Tables): Promise<void> =>
  tables.upsert(
    countedTable,
    [...changed].map(([block, bits]) => ({ block, bits: Buffer.from(bits).toString('hex') })),
  );
