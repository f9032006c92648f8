import type { RecordedEvent } from '#events/log/log.ts';
import { type InsightCountedTable, positionsPerInsightBlock } from '#platform/read-tables/insight.ts';
import type { ProjectedTable, ProjectionTables } from '../../projection/projection.ts';

const columns: Record<keyof InsightCountedTable, true> = { block: true, bits: true };
/** Records which events the totals include: one bit per position of the log, in blocks of {@link positionsPerInsightBlock} positions. */
export const countedTable: ProjectedTable = {
  name: 'insight_counted',
  key: 'block',
  keyType: 'bigint',
  columns: Object.keys(columns),
};

/** The bits of each block, by block number. */
type Blocks = ReadonlyMap<number, Uint8Array>;

type UncountedEvents = { uncounted: RecordedEvent[]; changedBlocks: Map<number, Uint8Array> };

const blockOf = (position: number) => Math.floor(position / positionsPerInsightBlock);

/**
 * Sets the bits of the events' positions, without modifying the given blocks.
 * @returns the events whose bits were not set, and the blocks that changed.
 */
export const setBits = (blocks: Blocks, page: readonly RecordedEvent[]): UncountedEvents => {
  const changedBlocks = new Map<number, Uint8Array>();
  const uncounted = page.filter(({ position }) => {
    const block = blockOf(position);
    const offset = position % positionsPerInsightBlock;
    const byte = Math.floor(offset / 8);
    // The first of the eight positions in a byte is the highest bit.
    const bit = 0b1000_0000 >> (offset % 8);
    const current = changedBlocks.get(block) ?? blocks.get(block);
    if (current && ((current[byte] ?? 0) & bit) !== 0) return false;
    const bits =
      changedBlocks.get(block) ?? Uint8Array.from(current ?? new Uint8Array(positionsPerInsightBlock / 8));
    bits[byte] = (bits[byte] ?? 0) | bit;
    changedBlocks.set(block, bits);
    return true;
  });
  return { uncounted, changedBlocks };
};

/** Returns the events that the totals do not include yet, and the changed blocks, in which the bits of these events are set. */
export const findUncounted = async (
  page: readonly RecordedEvent[],
  tables: ProjectionTables,
): Promise<UncountedEvents> => {
  const blocks = [...new Set(page.map(({ position }) => String(blockOf(position))))];
  const rows = await tables.read<InsightCountedTable>(countedTable, blocks);
  return setBits(
    new Map([...rows.values()].map(({ block, bits }) => [block, Buffer.from(bits, 'hex')])),
    page,
  );
};

/** Saves the changed blocks, so that their events are not counted again. */
export const markCounted = (changedBlocks: Blocks, tables: ProjectionTables): Promise<void> =>
  tables.upsert(
    countedTable,
    [...changedBlocks].map(([block, bits]) => ({ block, bits: Buffer.from(bits).toString('hex') })),
  );
