/** Checks what the database says about the archive, without reading objects. */
import { SegmentsMissingError } from '../../archive/archive-error.ts';
import type { ListedSegment } from '../../archive/archived-events.ts';
import type { StreamEntry } from '../../archive/segment-schema.ts';
import type { Queryable } from '../seal-rows.ts';
import type { VerificationFailure } from './verification-failure.ts';

/** The last archived position, and the number of its segment. Both are 0 without an archive. */
export type ArchiveEnd = { position: number; segment: number };

/** Creates the failure of an object of the archive, or of what the database says about it. */
export const createArchiveFailure = (position: number, detail: string): VerificationFailure => ({
  position,
  kind: 'archive',
  detail,
});

/**
 * Checks that segments are numbered from 1, and that each begins right after the one before it. Also checks that no kept event is outside
 * them.
 */
export const checkSegmentList = async (database: Queryable): Promise<VerificationFailure | null> => {
  const { rows } = await database.query<{ expected: string | null; kept: string | null }>(
    `select (
       select previous + 1 from (
         select number, first_position, row_number() over ordered as expected,
             lag(last_position, 1, 0::bigint) over ordered as previous
           from log.segments window ordered as (order by last_position)) as listed
         where number <> expected or first_position <> previous + 1
         order by previous limit 1) as expected,
       (select position from log.kept_events where position < 1 or position > log.archived_head()
         order by position limit 1) as kept`,
  );
  const { expected = null, kept = null } = rows[0] ?? {};
  if (expected !== null)
    return createArchiveFailure(
      Number(expected),
      `In the table log.segments, no segment with the next number begins at position ${expected}.`,
    );
  return kept === null
    ? null
    : createArchiveFailure(
        Math.max(Number(kept), 1),
        `The table log.kept_events has position ${kept}, which is not archived.`,
      );
};

/** How the entries of streams in a segment compare with the table of archived streams. */
type StreamsOfSegment = {
  /** The number of streams that have no earlier segment. */
  firstHere: number;
  /** The entries of streams that have no later segment. */
  lastHere: StreamEntry[];
  /** The first entry that contradicts the table; null if none does. */
  wrong: StreamEntry | null;
};

/**
 * Compares the last entries that some streams have in a segment with the table of archived streams. Segments after `end`, which were
 * archived during the verification, do not count.
 */
export const compareStreams = async (
  database: Queryable,
  { number }: ListedSegment,
  entries: readonly StreamEntry[],
  end: ArchiveEnd,
): Promise<StreamsOfSegment> => {
  const { rows } = await database.query<{
    first_here: string;
    last_here: number[] | null;
    wrong: number | null;
  }>({
    name: 'seals-archived-streams',
    text: `select count(*) filter (where is_first) as first_here,
        array_agg(index) filter (where is_last) as last_here,
        min(index) filter (where is_right is not true) as wrong
      from (
        select entry.index::integer as index, archived.segments[1] = $4 as is_first,
            not exists (select from unnest(archived.segments) as later(number) where number > $4 and number <= $5)
              as is_last,
            $4 = any (archived.segments) and case
              when archived.segments[cardinality(archived.segments)] = $4
                then archived.version = entry.version and archived.position = entry.position
              else archived.version > entry.version and archived.position > entry.position end as is_right
          from unnest($1::text[], $2::integer[], $3::bigint[]) with ordinality
            as entry(stream, version, position, index)
          left join log.archived_streams as archived on archived.stream = entry.stream) as compared`,
    values: [
      entries.map(({ stream }) => stream),
      entries.map(({ version }) => version),
      entries.map(({ position }) => position),
      number,
      end.segment,
    ],
  });
  const [row] = rows;
  return {
    firstHere: Number(row?.first_here ?? 0),
    lastHere: (row?.last_here ?? []).flatMap((index) => entries[index - 1] ?? []),
    wrong: entries[(row?.wrong ?? 0) - 1] ?? null,
  };
};

const streamsPerQuery = 20_000;

type TotalsRow = { head: string; streams: string; segments: string; last: string | null };

const readTotalsPage = async (database: Queryable, after: string, end: ArchiveEnd): Promise<TotalsRow> => {
  const { rows } = await database.query<TotalsRow>({
    name: 'seals-archived-stream-totals',
    text: `select log.archived_head() as head, max(stream) as last, count(*) filter (where not is_later) as streams,
        coalesce(sum(parts) filter (where not is_later), 0) as segments
      from (
        select stream, (select count(*) from unnest(segments) as part(number) where number <= $2) as parts,
            coalesce(segments[1] > $2 and exists (select from log.segments where number = segments[1]), false) as is_later
          from log.archived_streams where stream > $1 order by stream limit ${streamsPerQuery}) as page`,
    values: [after, end.segment],
  });
  return rows[0] ?? { head: '0', streams: '0', segments: '0', last: null };
};

/**
 * Counts the archived streams, and the segments that they name, up to the end of the archive. Streams and segments that were archived
 * during the verification do not count. The table is read in pages, because one statement for a billion streams would exceed its timeout.
 */
export const readStreamTotals = async (
  database: Queryable,
  end: ArchiveEnd,
): Promise<{ streams: number; segments: number }> => {
  const totals = { streams: 0, segments: 0 };
  for (let after: string | null = ''; after !== null; ) {
    const page = await readTotalsPage(database, after, end);
    const head = Number(page.head);
    if (head < end.position) throw SegmentsMissingError.ofPositions(head + 1, end.position);
    totals.streams += Number(page.streams);
    totals.segments += Number(page.segments);
    after = page.last;
  }
  return totals;
};
