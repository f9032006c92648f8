/**
 * Benchmark of designs for a log that grows for ever: one table, one table whose old events are archived, partitions with a
 * separate index of streams, or segments, of which only the last one grows.
 *
 *   node bench/growth/run.ts [--full | --events N] [--only 'one table' | archived | partitions | segments] [--rounds N]
 *     [--recent-streams N] [--kept-events N] [--setting NAME=VALUE… | --server postgres://…]
 *
 * Without `--server` it starts an embedded PostgreSQL, with the settings of `--setting`. It needs about 600 bytes of disk per event
 * (`--full`: 60 GB). The exit code is 1 if the floor is missed or a table is wrong.
 */
import assert from 'node:assert/strict';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { v4, v7 } from 'uuid';
import { openServer, type Server } from '../harness/benchmark-server.ts';
import { formatTable, printVerdicts, type Row } from '../harness/report.ts';
import { median } from '../harness/statistics.ts';
import { archived, type Design, hashedStream, oneTable, partitions, segments } from './designs.ts';
import { parseSetting } from './parse-setting.ts';

const { values: options } = parseArgs({
  options: {
    full: { type: 'boolean', default: false },
    events: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    only: { type: 'string' },
    'recent-streams': { type: 'string', default: '100000' },
    'kept-events': { type: 'string' },
    server: { type: 'string' },
    setting: { type: 'string', multiple: true, default: [] },
  },
});
const designs = [oneTable, archived, partitions, segments];
const selectedDesigns = designs.filter(({ name }) => options.only === undefined || options.only === name);
if (selectedDesigns.length === 0) {
  process.stderr.write(`--only takes one of these names: ${designs.map(({ name }) => name).join(', ')}.\n`);
  process.exit(2);
}
const eventCount = Number(options.events ?? (options.full ? 100_000_000 : 1_000_000));
const rounds = Number(options.rounds);
const roundMs = 5_000;
const freshLabel = 'fresh table';
const eventsPerStream = 10;
const roundToStreams = (events: number) => Math.floor(events / eventsPerStream) * eventsPerStream;
const eventsPerBatch = 64;
const recentStreamCount = Number(options['recent-streams']);
if (!(recentStreamCount > eventsPerBatch)) {
  process.stderr.write(`--recent-streams takes a number above ${eventsPerBatch}.\n`);
  process.exit(2);
}
if (options.server !== undefined && options.setting.length > 0) {
  process.stderr.write('--setting changes the embedded server only. It cannot be used with --server.\n');
  process.exit(2);
}
/** How many events are not archived in the design `archived`; by default a tenth. */
const keptEvents = roundToStreams(Number(options['kept-events'] ?? eventCount / 10));
if (!(keptEvents > 0 && keptEvents <= eventCount / 2)) {
  process.stderr.write('--kept-events takes a number from 10 to half of the events.\n');
  process.exit(2);
}
/** Events per INSERT of the fill. */
const fillSize = 500_000;
/** How many batches are prepared before each round. The round ends early if all of them are appended. */
const batchesPerRound = 2_000;
const eventData = JSON.stringify({ name: 'A person', padding: 'x'.repeat(120) });

/** `removed`: how many events, from the first position on, are archived and no longer in the table. */
type Table = {
  design: Design;
  client: Client;
  database: string;
  filled: number;
  removed: number;
  appended: number;
};

/** How the streams of a batch are chosen. In a table that was created empty, every event begins a new stream. */
type Mix = {
  name: string;
  /** Creates the id of a new stream. Ids of UUID version 7 begin with the time, so new entries of an index are near each other. */
  createId: () => string;
  /** The share of the events that continue an existing stream, from 0 to 1. */
  continued: number;
  /** Continued streams are chosen from this many of the newest filled streams. */
  candidates: number;
};

const randomIds: Mix = { name: 'new ids random', createId: v4, continued: 0.5, candidates: Infinity };
const idsByTime: Mix = { ...randomIds, name: 'by time', createId: v7 };
/** One event in ten begins a stream, as in the filled rows. The other events continue recent streams, as if most users came back often. */
const recentStreams: Mix = {
  name: 'recent streams',
  createId: v4,
  continued: 0.9,
  candidates: recentStreamCount,
};
const mixes = [randomIds, idsByTime, recentStreams];

/** A table that gets appends of one kind. `walBytes`: what all appends, including the warm-up round, wrote to the write-ahead log. */
type Contestant = { table: Table; mix: Mix; appended: number; walBytes: number; rates: number[] };

const runTimed = async (label: string, work: () => Promise<unknown>) => {
  const start = performance.now();
  await work();
  console.log(`  ${label}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
};

const runAll = async (client: Client, statements: readonly string[]) => {
  for (const statement of statements) await client.query(statement);
};

/**
 * Creates the tables of a design with `events` events. If the design archives the oldest events, most of these are only recorded as
 * archived. The last `keptEvents` of them are written first and then archived.
 * @returns how many events are archived.
 */
const fill = async (client: Client, design: Design, events: number): Promise<number> => {
  console.log(`${design.name}, ${events.toLocaleString('en')} events`);
  await client.query(`set maintenance_work_mem = '1GB'`);
  await runAll(client, design.create(Math.max(events, 1_000)));
  const removed = design.archived ? roundToStreams(events - keptEvents) : 0;
  const recorded = design.archived ? removed - keptEvents : 0;
  await runTimed('rows', async () => {
    if (design.archived)
      for (let before = 0; before < recorded; before += fillSize) {
        const last = Math.min(before + fillSize, recorded);
        const streams = [before / eventsPerStream, last / eventsPerStream - 1];
        await client.query(design.archived.record, [...streams, eventsPerStream, before / fillSize + 1]);
      }
    for (let before = recorded; before < events; before += fillSize)
      await client.query(
        `insert into events select position, timestamptz '2026-01-01' + position * interval '1 millisecond', (position - 1) % ${eventsPerStream} + 1, 1,
           gen_random_uuid(), ${hashedStream(`(position - 1) / ${eventsPerStream}`)}, 'UserProfileEdited', $1::json, '{"actor":null}'::json
         from generate_series($2::bigint, $3::bigint) as position`,
        [eventData, before + 1, Math.min(before + fillSize, events)],
      );
  });
  await runTimed('keys', () => runAll(client, design.createKeys));
  await runTimed('vacuum', () => client.query('vacuum (analyze)'));
  if (design.archived)
    await runTimed(`archiving ${keptEvents.toLocaleString('en')} events`, () =>
      runAll(client, design.archive(removed)),
    );
  await client.query('checkpoint');
  return removed;
};

const openTable = async (server: Server, design: Design, events: number): Promise<Table> => {
  const database = `lyceum_growth_${process.pid}_${design.name.replaceAll(' ', '_')}_${events}`;
  const client = new Client({ connectionString: await server.createDatabase(database) });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const removed = await fill(client, design, events);
    return { design, client, database, filled: events, removed, appended: 0 };
  } catch (error) {
    await client.end();
    await server.dropDatabase(database);
    throw error;
  }
};

/** Chooses the streams of a batch, all different. */
const chooseStreams = async ({ client, filled }: Table, mix: Mix): Promise<string[]> => {
  const numbers = new Set<number>();
  const streams = filled / eventsPerStream;
  const candidates = Math.min(mix.candidates, streams);
  while (numbers.size < Math.round(eventsPerBatch * mix.continued) && candidates > eventsPerBatch)
    numbers.add(Math.floor(streams - candidates + Math.random() * candidates));
  const { rows } = await client.query<{ stream: string }>({
    name: 'streams',
    text: `select ${hashedStream('number')} as stream from unnest($1::bigint[]) as number`,
    values: [[...numbers]],
  });
  const existing = rows.map(({ stream }) => stream);
  return [
    ...existing,
    ...Array.from({ length: eventsPerBatch - existing.length }, () => `user-${mix.createId()}`),
  ];
};

const readWalPosition = async (client: Client): Promise<number> => {
  const { rows } = await client.query<{ bytes: string }>(
    "select pg_current_wal_insert_lsn() - '0/0' as bytes",
  );
  return Number(rows[0]?.bytes);
};

/** Appends batches for one round. @returns the rate in events per second. */
const measure = async (contestant: Contestant): Promise<number> => {
  const { table, mix } = contestant;
  const { client, design } = table;
  const batches: string[][] = [];
  for (let batch = 0; batch < batchesPerRound; batch += 1) batches.push(await chooseStreams(table, mix));
  const walBefore = await readWalPosition(client);
  const start = performance.now();
  let appended = 0;
  while (performance.now() - start < roundMs && appended / eventsPerBatch < batches.length) {
    const streams = batches[appended / eventsPerBatch] ?? [];
    await client.query({ name: 'append', text: design.append, values: [streams, eventData] });
    appended += eventsPerBatch;
  }
  const rate = (appended * 1000) / (performance.now() - start);
  table.appended += appended;
  contestant.appended += appended;
  contestant.walBytes += (await readWalPosition(client)) - walBefore;
  return rate;
};

/** Checks that positions have no gaps, and the versions of a sample of the appended events. @throws AssertionError */
const check = async ({ client, design, filled, removed, appended }: Table) => {
  const { rows } = await client.query<{ events: string; head: string }>(
    'select count(*) as events, max(position) as head from events',
  );
  const head = filled + appended;
  assert.deepEqual([Number(rows[0]?.events), Number(rows[0]?.head)], [head - removed, head]);
  const { rows: samples } = await client.query<{ wrong: string }>(
    `with sample as (select stream, version, position from ${design.versions} where position > $1 order by random() limit 1000)
     select count(*) as wrong from sample where version <> coalesce(${design.archived?.version ?? 'null'}, 0) +
       (select count(*) from ${design.versions} as other where other.stream = sample.stream and other.position <= sample.position)`,
    [filled],
  );
  assert.equal(Number(samples[0]?.wrong), 0, 'A version does not follow the one before it.');
};

const sizeOf = async ({ client }: Table): Promise<number> => {
  const { rows } = await client.query<{ bytes: string }>(
    `select sum(pg_total_relation_size(oid)) as bytes from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  return Number(rows[0]?.bytes);
};

/**
 * Fills a table of this design. Measures it in turn with a fresh table of the design `one table`, which begins empty.
 * @returns the median rates in events per second: of the filled table by mix, and of the fresh table.
 */
const compareWithFresh = async (server: Server, design: Design) => {
  const tables: Table[] = [];
  try {
    const fresh = await openTable(server, oneTable, 0);
    tables.push(fresh);
    const large = await openTable(server, design, eventCount);
    tables.push(large);
    const contestants = [
      { table: fresh, mix: randomIds },
      ...mixes.map((mix) => ({ table: large, mix })),
    ].map((contestant): Contestant => ({ ...contestant, appended: 0, walBytes: 0, rates: [] }));
    for (let round = 0; round <= rounds; round += 1)
      for (const contestant of round % 2 === 0 ? contestants : contestants.toReversed()) {
        const rate = await measure(contestant);
        if (round > 0) contestant.rates.push(rate);
      }
    for (const table of tables) await check(table);
    for (const { table, mix, walBytes, appended } of contestants)
      console.log(
        `  ${table.filled.toLocaleString('en')} events, ${mix.name}: ${Math.round(walBytes / appended)} bytes of WAL per appended event`,
      );
    console.log(`  ${Math.round((await sizeOf(large)) / (large.filled + large.appended))} bytes per event`);
    const tenth = design.archived ? keptEvents : Math.ceil(eventCount / 10);
    await runTimed(`archiving ${tenth.toLocaleString('en')} events`, () =>
      runAll(large.client, design.archive(large.removed + tenth)),
    );
    console.log(`  ${Math.round((await sizeOf(large)) / 2 ** 20)} MB afterwards`);
    return Object.fromEntries(
      contestants.map(({ table, mix, rates }) => [table === fresh ? freshLabel : mix.name, median(rates)]),
    );
  } finally {
    for (const { client, database } of tables) {
      await client.end();
      await server.dropDatabase(database);
    }
  }
};

const settings = Object.fromEntries(options.setting.map(parseSetting));
await using server = await openServer(options.server, settings);
console.log(`${server.description}\n${new Date().toISOString()}\n`);
const rows: Row[] = [];
for (const design of selectedDesigns)
  rows.push({ label: design.name, figures: await compareWithFresh(server, design) });
console.log(`\n${formatTable(rows)}\n`);
// The product archives old events, so only this design has a floor.
printVerdicts(
  rows
    .filter(({ label }) => label === archived.name)
    .flatMap(({ label, figures }) =>
      mixes.map(({ name }) => ({
        label: `${label}, ${eventCount / 1e6} million events, ${name}, relative to a fresh table`,
        value: (figures[name] ?? Number.NaN) / (figures[freshLabel] ?? Number.NaN),
        floor: 0.8,
      })),
    ),
);
