import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openWriter, type Place, type Writer } from '../connection/writer.ts';
import { makePast, newPast } from '../past/schema.ts';
import { projections } from '../projections.ts';
import { claimPlace } from '../rebuild/claim.ts';
import { type Beside, makeTablesBeside } from '../rebuild/tables-beside.ts';
import { projectedLog } from '../testing/projected-log.ts';
import { clearLeftoversRegularly } from './leftovers.ts';

type Log = Awaited<ReturnType<typeof projectedLog>>;

const asProjector = (log: Log, place: Place = 'read') =>
  openWriter({ connectionString: log.url, role: 'lyceum_projector', place });

/** A past that is served, or was until its process was killed. */
const past = async (log: Log) => {
  const name = newPast();
  const writer = await asProjector(log, name);
  await makePast(writer.db, name, { withState: true });
  return { name, writer };
};

/** A rebuild or a check in the midst of its work. */
const building = async (log: Log, place: Beside): Promise<Writer> => {
  const writer = await asProjector(log, place);
  for (const projection of projections) {
    await claimPlace(writer, place, projection.model);
    await makeTablesBeside(writer.db, projection, place);
  }
  return writer;
};

/** The server sees a moment later that somebody has gone. */
const end = async ({ db }: Log, writer: Writer) => {
  await writer.close();
  await expect
    .poll(
      async () => (await sql`select from pg_stat_activity where pid = ${writer.backend}`.execute(db)).rows,
      {
        timeout: 30_000,
      },
    )
    .toEqual([]);
};

/** What stands beside the live tables, besides what always does. */
const beside = async ({ db }: Log): Promise<Record<string, number>> => {
  const { rows } = await sql<{ place: string; tables: number }>`
    select schemaname as place, count(*)::int as tables from pg_tables
    where schemaname ~ '^(lyceum_past_|read_)' and (schemaname ~ '^lyceum_past_' or tablename not in ('checkpoints', 'parked'))
    group by 1`.execute(db);
  return Object.fromEntries(rows.map(({ place, tables }) => [place, tables]));
};

test('who leads drops what killed processes left beside the live tables, with the names in it, and nothing that is in use', async () => {
  await using log = await projectedLog();
  const [killed, served] = [await past(log), await past(log)];
  const [rebuild, check] = [await building(log, 'read_next'), await building(log, 'read_check')];
  const all = await beside(log);
  expect(Object.keys(all).sort()).toEqual([killed.name, served.name, 'read_check', 'read_next'].sort());
  await end(log, killed.writer);
  await end(log, rebuild);

  const projector = log.start();
  const used = { [served.name]: all[served.name], read_check: all.read_check };
  await expect.poll(() => beside(log), { timeout: 60_000 }).toEqual(used);
  await projector.stop();

  // And what is left later, a little later; what is in use stays as long as it is.
  const stop = new AbortController();
  const told: unknown[] = [];
  const clearing = clearLeftoversRegularly(
    { openWriter: () => asProjector(log), projections, everyMs: 20 },
    stop.signal,
    { done: (cleared) => told.push(cleared), failed: (error) => told.push(error) },
  );
  await end(log, served.writer);
  await expect.poll(() => beside(log), { timeout: 60_000 }).toEqual({ read_check: all.read_check });
  await end(log, check);
  await expect.poll(() => beside(log), { timeout: 60_000 }).toEqual({});
  stop.abort();
  await clearing;
  // In how many rounds is chance; an error among them makes no number.
  expect(told.map(Number).reduce((sum, one) => sum + one, 0)).toBe(1 + projections.length);
});
