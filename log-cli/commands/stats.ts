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
};

const loadStats = async (pool: DatabaseContext['pool']) => {
  const totals = await pool.query<TotalsRow>(
    `select count(*) as events, count(*) filter (where version = 1) as streams,
            count(distinct command_id) as commands, min(recorded_at) as first, max(recorded_at) as last,
            pg_total_relation_size('log.events') as bytes,
            (select count(*) from log.seals) as seals,
            (select coalesce(max(last_position), 0) from log.seals) as sealed
       from log.events`,
  );
  const types = await pool.query<{ type: string; count: string }>(
    'select type, count(*) as count from log.events group by type order by 2 desc, 1',
  );
  const [row] = totals.rows;
  if (!row) throw new Error('A query that always returns one row returned none.');
  return {
    events: Number(row.events),
    streams: Number(row.streams),
    commands: Number(row.commands),
    first: row.first?.toISOString() ?? null,
    last: row.last?.toISOString() ?? null,
    bytes: Number(row.bytes),
    seals: Number(row.seals),
    sealedUpTo: Number(row.sealed),
    types: Object.fromEntries(types.rows.map(({ type, count }) => [type, Number(count)])),
  };
};

/** Prints the size, period and sealing of the log, and the number of events of each type. */
export const stats = async (
  { pool, out }: DatabaseContext,
  options: { json?: boolean },
): Promise<ExitCode> => {
  const statistics = await loadStats(pool);
  const column = (count: number) => count.toLocaleString('en').padStart(12);
  const period = statistics.first === null ? '' : `, ${statistics.first} to ${statistics.last}`;
  const lines = [
    `${column(statistics.events)}  events${period}`,
    `${column(statistics.streams)}  streams`,
    `${column(statistics.commands)}  commands`,
    `${column(statistics.seals)}  seals, up to position ${statistics.sealedUpTo}`,
    `${column(Math.ceil(statistics.bytes / 1024))}  KiB with indexes`,
    '',
    ...Object.entries(statistics.types).map(([type, count]) => `${column(count)}  ${type}`),
  ];
  await write(out, `${options.json ? JSON.stringify(statistics, null, 2) : lines.join('\n')}\n`);
  return exitCodes.success;
};
