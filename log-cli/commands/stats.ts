import pLimit from 'p-limit';
import type { Segment } from '#events/archive/archive.ts';
import { SegmentsMissingError } from '#events/archive/archive-error.ts';
import { listSegments, requireArchive } from '#events/archive/archived-events.ts';
import type { DatabaseContext } from '../log-access/database-context.ts';
import { type ExitCode, exitCodes } from '../terminal/exit-codes.ts';
import { write } from '../terminal/write.ts';

type TotalsRow = {
  events: string;
  streams: string;
  commands: string;
  first: Date | null;
  last: Date | null;
  bytes: string;
  seals: string;
  sealed: string;
  archived: string;
  first_command: string | null;
  types: Record<string, number>;
};

type Source = Pick<DatabaseContext, 'pool' | 'archive'>;

/** How many segments are read at once. The counts of a segment are in its object, so reading them takes at least one request. */
const concurrentReads = 8;

/** Sums up the counts of the segments up to a position. The footers of their objects contain the counts. */
const loadArchivedCounts = async ({ pool, archive }: Source, upTo: number) => {
  const counts = { segments: 0, events: 0, streams: 0, commands: 0, types: new Map<string, number>() };
  let lastCommand: string | null = null;
  const segments: Segment[] = [];
  for await (const segment of listSegments(pool)) if (segment.lastPosition <= upTo) segments.push(segment);
  const listed = segments.at(-1)?.lastPosition ?? 0;
  if (listed < upTo) throw SegmentsMissingError.ofPositions(listed + 1, upTo);
  const read = pLimit(concurrentReads).map(segments, async (segment) => ({
    segment,
    found: await requireArchive(archive).readCounts(segment),
  }));
  for (const { segment, found } of await read) {
    counts.segments += 1;
    counts.events += segment.lastPosition - segment.firstPosition + 1;
    counts.streams += found.streams;
    // A command may have events in two segments.
    counts.commands += found.commands - (found.firstCommand === lastCommand ? 1 : 0);
    lastCommand = found.lastCommand;
    for (const [type, count] of Object.entries(found.types))
      counts.types.set(type, (counts.types.get(type) ?? 0) + count);
  }
  return { ...counts, lastCommand };
};

const loadStats = async ({ pool, archive }: Source) => {
  const totals = await pool.query<TotalsRow>(
    `select count(*) as events, count(*) filter (where version = 1) as streams,
            count(distinct command_id) as commands,
            coalesce((select first_recorded_at from log.segments order by number limit 1), min(recorded_at)) as first,
            max(recorded_at) as last,
            pg_total_relation_size('log.events') as bytes,
            (select count(*) from log.seals) as seals,
            (select coalesce(max(last_position), 0) from log.seals) as sealed,
            log.archived_head() as archived,
            (select command_id from log.events order by position limit 1) as first_command,
            (select coalesce(json_object_agg(type, count), '{}')
               from (select type, count(*) as count from log.events group by type) as counted) as types
       from log.events`,
  );
  const [row] = totals.rows;
  if (!row) throw new Error('A query that always returns one row returned none.');
  const archived = await loadArchivedCounts({ pool, archive }, Number(row.archived));
  const counts = new Map(Object.entries(row.types));
  for (const [type, count] of archived.types) counts.set(type, (counts.get(type) ?? 0) + count);
  const sorted = [...counts].toSorted(
    ([type, count], [other, otherCount]) => otherCount - count || (type < other ? -1 : 1),
  );
  return {
    events: Number(row.events) + archived.events,
    streams: Number(row.streams) + archived.streams,
    commands: Number(row.commands) + archived.commands - (archived.lastCommand === row.first_command ? 1 : 0),
    first: row.first?.toISOString() ?? null,
    last: row.last?.toISOString() ?? null,
    bytes: Number(row.bytes),
    seals: Number(row.seals),
    sealedUpTo: Number(row.sealed),
    segments: archived.segments,
    archivedUpTo: Number(row.archived),
    types: Object.fromEntries(sorted),
  };
};

/** Prints the size, period, sealing and archive of the log, and the number of events of each type. */
export const stats = async (
  { out, ...source }: DatabaseContext,
  options: { json?: boolean },
): Promise<ExitCode> => {
  const statistics = await loadStats(source);
  const formatColumn = (count: number) => count.toLocaleString('en').padStart(12);
  const period = statistics.first === null ? '' : `, ${statistics.first} to ${statistics.last}`;
  const lines = [
    `${formatColumn(statistics.events)}  events${period}`,
    `${formatColumn(statistics.streams)}  streams`,
    `${formatColumn(statistics.commands)}  commands`,
    `${formatColumn(statistics.seals)}  seals, up to position ${statistics.sealedUpTo}`,
    ...(statistics.segments === 0
      ? []
      : [
          `${formatColumn(statistics.segments)}  archived segments, up to position ${statistics.archivedUpTo}`,
        ]),
    `${formatColumn(Math.ceil(statistics.bytes / 1024))}  KiB in log.events, with indexes`,
    '',
    ...Object.entries(statistics.types).map(([type, count]) => `${formatColumn(count)}  ${type}`),
  ];
  await write(out, `${options.json ? JSON.stringify(statistics, null, 2) : lines.join('\n')}\n`);
  return exitCodes.success;
};
