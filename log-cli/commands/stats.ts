import type { Context } from '../place/context.ts';
import { type ExitCode, exitCodes } from '../terminal/exit-codes.ts';
import { write } from '../terminal/write.ts';

type Whole = {
  events: string;
  streams: string;
  commands: string;
  first: Date | null;
  last: Date | null;
  bytes: string;
  seals: string;
  sealed: string;
};

const factsOf = async (pool: Context['pool']) => {
  const whole = await pool.query<Whole>(
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
  const [row] = whole.rows;
  if (!row) throw new Error('The log did not answer.');
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

/** How the log stands: how many events of which kind, over what time, how large, how much of it is sealed. */
export const stats = async ({ pool, out }: Context, options: { json?: boolean }): Promise<ExitCode> => {
  const facts = await factsOf(pool);
  const many = (count: number) => count.toLocaleString('en').padStart(12);
  const period = facts.first === null ? '' : `, ${facts.first} to ${facts.last}`;
  const lines = [
    `${many(facts.events)}  events${period}`,
    `${many(facts.streams)}  streams`,
    `${many(facts.commands)}  commands`,
    `${many(facts.seals)}  seals, up to position ${facts.sealedUpTo}`,
    `${many(Math.ceil(facts.bytes / 1024))}  KiB with indexes`,
    '',
    ...Object.entries(facts.types).map(([type, count]) => `${many(count)}  ${type}`),
  ];
  await write(out, `${options.json ? JSON.stringify(facts, null, 2) : lines.join('\n')}\n`);
  return exitCodes.well;
};
