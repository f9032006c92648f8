import { SegmentsMissingError } from '../../archive/archive-error.ts';
import { type LogSource, readArchivedOfTypes, readArchivedRange } from '../../archive/archived-events.ts';
import {
  type EventRow,
  pageOfTypesQuery,
  pageQuery,
  type RowWithHead,
  splitArchivedHead,
  toEventRow,
} from './event-row.ts';
import { fetchRows } from './fetch-rows.ts';

/** Reads the rows of pages from the archive and from the database. */
export class PageRows {
  readonly #source: () => LogSource;
  /** The last archived position, as far as this reader knows. Only decides which query comes first. */
  #archivedHead = 0;

  constructor(source: () => LogSource) {
    this.#source = source;
  }

  /** Returns the rows at the positions `after + 1` to `after + limit`, in order. */
  async read(after: number, limit: number): Promise<EventRow[]> {
    const source = this.#source();
    const start = Math.max(after, 0);
    const first = start + 1;
    const end = start + limit;
    if (first <= end && end <= this.#archivedHead) {
      try {
        return (await readArchivedRange(source, first, end)).map(toEventRow);
      } catch (error) {
        // After the restore of a backup, fewer events may be archived than before. The database has the others again.
        if (!(error instanceof SegmentsMissingError)) throw error;
        this.#archivedHead = 0;
      }
    }
    const rows = await fetchRows(source.database, pageQuery, [start, limit]);
    const firstRow = Number(rows[0]?.[0] ?? first);
    if (firstRow <= first) return rows;
    // Positions have no gaps, so the events before the first row are archived. The rows were read first: events that are archived
    // later are among them.
    const archived = await readArchivedRange(source, first, Math.min(end, firstRow - 1));
    this.#archivedHead = firstRow - 1;
    return [...archived.map(toEventRow), ...rows.filter(([position]) => Number(position) <= end)];
  }

  /** Returns the rows of these types at the positions `after + 1` to `after + limit`, in order. */
  async readOfTypes(after: number, limit: number, types: readonly string[]): Promise<EventRow[]> {
    const source = this.#source();
    const start = Math.max(after, 0);
    const end = start + limit;
    const { rows, archivedHead } = splitArchivedHead(
      await fetchRows<RowWithHead>(source.database, pageOfTypesQuery, [start, limit, end, types]),
    );
    const archived = await readArchivedOfTypes(source, start + 1, Math.min(end, archivedHead), types);
    return [...archived.map(toEventRow), ...rows];
  }
}
