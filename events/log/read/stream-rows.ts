import type { ClientBase, Pool } from 'pg';
import type { RecordedEvent } from '../log.ts';
import { type EventRow, eventColumns, type JoinedRow } from './event-row.ts';
import { fetchRows } from './fetch-rows.ts';

/** The events of a stream after a version. */
export type StreamRange = { stream: string; afterVersion: number };

/**
 * Selects the events of streams after a version, and the name of the stream in each row. A stream without such events has one row without a
 * position. The last column of this row is the last archived version; null if no later event is archived. It comes from the same snapshot,
 * because events may be archived at any time.
 */
const streamsQuery = {
  name: 'log-streams',
  // Lateral, so that PostgreSQL uses one index scan per stream even if the table was never analysed.
  text: `select found.*, requested.name,
      case when found.position is null then log.archived_version(requested.name, requested.after) end
    from unnest($1::text[], $2::integer[]) as requested(name, after)
    left join lateral (select ${eventColumns} from log.events
      where stream = requested.name and version > requested.after order by version) as found on true`,
};

/** The rows of some streams, and the archived events that belong before the rows: those after `afterVersion` up to `upTo`. */
export type StreamRows = { rows: EventRow[]; archived: (StreamRange & { upTo: number })[] };

/** Reads the rows of some streams, and finds out which of them need archived events. */
export const fetchStreamRows = async (
  database: Pool | ClientBase,
  streams: readonly StreamRange[],
): Promise<StreamRows> => {
  const found = await fetchRows<JoinedRow<[name: string, archivedVersion: string | null]>>(
    database,
    streamsQuery,
    [streams.map(({ stream }) => stream), streams.map(({ afterVersion }) => afterVersion)],
  );
  const result: StreamRows = { rows: [], archived: [] };
  const versions = new Map(streams.map(({ stream, afterVersion }) => [stream, afterVersion]));
  let lastName: string | null = null;
  for (const row of found) {
    const [name, archivedVersion] = [row[9], row[10]];
    const afterVersion = versions.get(name) ?? 0;
    if (row[0] !== null) result.rows.push(row);
    // Versions have no gaps: if the first event of a stream is missing, it is archived.
    const upTo = row[0] === null ? Number(archivedVersion ?? 0) : Number(row[2]) - 1;
    if (name !== lastName && upTo > afterVersion) result.archived.push({ stream: name, afterVersion, upTo });
    lastName = name;
  }
  return result;
};

/** Divides events among these streams. Returns one list for each stream, in the order of the streams. */
export const groupByStream = (
  streams: readonly StreamRange[],
  events: readonly RecordedEvent[],
): RecordedEvent[][] => {
  const byStream = new Map<string, RecordedEvent[]>(streams.map(({ stream }) => [stream, []]));
  for (const event of events) byStream.get(event.stream)?.push(event);
  return streams.map(({ stream }) => byStream.get(stream) ?? []);
};
