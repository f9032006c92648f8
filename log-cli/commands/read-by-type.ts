import { type LogSource, readArchivedPages } from '#events/archive/archived-events.ts';
import { type LogSelection, readPseudonymousPages } from '#events/pseudonyms/pseudonymous-pages.ts';
import { type ExportedEvent, numberEvents } from '../formats/exported-event.ts';
import type { ReaderContext } from '../log-access/reader-context.ts';

/** How many positions one query searches. */
const positionsPerQuery = 100_000;
/** With this default, the remembered positions take about 16 MB, however long the log is. */
const defaultMaxPositions = 2_000_000;

type ReadOptions = Pick<ReaderContext, 'pool' | 'archive' | 'reader' | 'pseudonyms' | 'signal'> & {
  /** Called with the share of the work that is done, from 0 to 1. */
  onProgress: (share: number) => void;
  /** The maximum number of remembered positions, of all types together. */
  maxPositions?: number;
};

/** For each type, the positions of its events in order; null if these positions are not remembered. */
type PositionsByType = ReadonlyMap<string, readonly number[] | null>;

/** Returns the type with the most remembered positions. */
const findCommonestType = (positionsByType: PositionsByType): string => {
  let commonest = '';
  let most = 0;
  for (const [type, positions] of positionsByType) {
    if (positions === null || positions.length <= most) continue;
    commonest = type;
    most = positions.length;
  }
  return commonest;
};

type TypePositions = { type: string; positions: readonly number[] };

/** Finds the positions of archived events by type. */
const findArchivedPositions = async (
  source: LogSource,
  { after, to, types }: LogSelection,
): Promise<TypePositions[]> => {
  const positionsByType = new Map<string, number[]>();
  for await (const events of readArchivedPages(source, after + 1, to))
    for (const { type, position } of events) {
      if (types.size > 0 && !types.has(type)) continue;
      const positions = positionsByType.get(type) ?? [];
      positions.push(position);
      positionsByType.set(type, positions);
    }
  return [...positionsByType].map(([type, positions]) => ({ type, positions }));
};

/** Finds the positions of events by type: in the database with one query, and in the archive by reading its events. */
const findPositions = async (
  { pool, archive }: Pick<ReadOptions, 'pool' | 'archive'>,
  range: LogSelection,
): Promise<TypePositions[]> => {
  const { rows } = await pool.query<{ archived_head: string; type: string | null; positions: string[] }>({
    name: 'log-positions-by-type',
    // The last archived position comes from the same snapshot.
    text: `select archived.head as archived_head, found.type, found.positions
      from (select log.archived_head() as head) as archived
      left join (select type, array_agg(position order by position) as positions from log.events
        where position > $1 and position <= $2 and ($3::text[] is null or type = any ($3)) group by type) as found on true`,
    values: [range.after, range.to, range.types.size === 0 ? null : [...range.types]],
  });
  const archivedHead = Number(rows[0]?.archived_head ?? 0);
  const archived = await findArchivedPositions(
    { database: pool, archive },
    { ...range, to: Math.min(range.to, archivedHead) },
  );
  const inDatabase = rows.flatMap(({ type, positions }) =>
    type === null ? [] : [{ type, positions: positions.map(Number) }],
  );
  return [...archived, ...inDatabase];
};

/**
 * Finds the positions of each type's events in one pass over a range. So the events of a rare type can be read without searching the whole
 * range again. If there are too many positions, those of the most frequent types are not remembered, because a search for a frequent type
 * skips few events.
 * @returns all types in the range, in alphabetical order.
 */
const findPositionsByType = async (options: ReadOptions, range: LogSelection): Promise<PositionsByType> => {
  const { signal, maxPositions = defaultMaxPositions } = options;
  const positionsByType = new Map<string, number[] | null>();
  let remembered = 0;
  for (let searchedUpTo = range.after; searchedUpTo < range.to; searchedUpTo += positionsPerQuery) {
    signal.throwIfAborted();
    const to = Math.min(searchedUpTo + positionsPerQuery, range.to);
    for (const { type, positions } of await findPositions(options, { ...range, after: searchedUpTo, to })) {
      const earlier = positionsByType.get(type);
      if (earlier === null) continue;
      const positionsOfType = earlier ?? [];
      for (const position of positions) positionsOfType.push(position);
      remembered += positions.length;
      positionsByType.set(type, positionsOfType);
    }
    while (remembered > maxPositions) {
      const type = findCommonestType(positionsByType);
      remembered -= positionsByType.get(type)?.length ?? 0;
      positionsByType.set(type, null);
    }
  }
  return new Map([...positionsByType].toSorted(([a], [b]) => (a < b ? -1 : 1)));
};

/** Yields the events of one type: at their positions, or by searching the range for them if `positions` is null. */
const readEventsOfType = (
  type: string,
  positions: readonly number[] | null,
  range: LogSelection,
  { reader, pseudonyms, signal }: ReadOptions,
  onPage: (position: number) => void,
) => {
  if (positions === null) {
    const read = async (after: number, limit: number) => {
      const { events } = await reader.readPage(after, limit, [type]);
      return { events, upTo: after + limit };
    };
    return readPseudonymousPages({ read, pseudonyms, signal, onPage }, range);
  }
  // This range counts the entries of `positions`, not positions in the log.
  const read = async (after: number, limit: number) => ({
    events: await reader.readAt(positions.slice(after, after + limit)),
    upTo: after + limit,
  });
  return readPseudonymousPages(
    { read, pseudonyms, signal, onPage: (index) => onPage(positions[index - 1] ?? range.to) },
    { after: 0, to: positions.length },
  );
};

/**
 * Yields the events of a range in pages for analysts: one type after the other, in alphabetical order. At most two pages and
 * `maxPositions` positions are in memory. During the search for positions, the result of one query is also in memory.
 */
export async function* readByType(
  options: ReadOptions,
  range: LogSelection,
): AsyncGenerator<ExportedEvent[]> {
  const positionsByType = await findPositionsByType(options, range);
  const length = range.to - range.after;
  for (const [typeIndex, [type, positions]] of [...positionsByType].entries()) {
    const onPage = (position: number) =>
      options.onProgress((typeIndex + (position - range.after) / length) / positionsByType.size);
    let count = 0;
    for await (const page of readEventsOfType(type, positions, range, options, onPage)) {
      yield numberEvents(page, count + 1);
      count += page.length;
    }
  }
}
