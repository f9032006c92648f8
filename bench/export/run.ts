/**
 * Benchmark of `log export`, `log verify`, `log replay` and `log import` with the log of a school, compared with `COPY` of the same rows.
 * Exports and replays can also be compared with those of another working copy of the repository. The exports of both copies must be
 * identical (except raw exports), and their replays must have the same numbers of rows.
 *
 *   node bench/export/run.ts [--full | --events N] [--rounds N] [--only NAME[,NAME…]] [--against FOLDER] [--server postgres://…]
 *
 * Without `--server` it starts an embedded PostgreSQL. The exit code is 1 if a floor is missed or a file is wrong.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { migrate } from '#migrations/migrate.ts';
import { closeOnSignal } from '#platform/testing/close-on-signal.ts';
import { openServer, type Server } from '../harness/benchmark-server.ts';
import { formatTable, type MeasuredValue, printVerdicts } from '../harness/report.ts';
import { median } from '../harness/statistics.ts';
import { createLog, verifyCounts } from '../rebuild/projector-runs.ts';
import { copyLog } from './copy-log.ts';
import { exportKinds, replaySchema, runExport, runImport, runReplay, runVerify } from './run-export.ts';
import { digestOfFile, digestsOfLog } from './verify-export.ts';

const { values: options } = parseArgs({
  options: {
    full: { type: 'boolean', default: false },
    events: { type: 'string' },
    rounds: { type: 'string' },
    only: { type: 'string' },
    against: { type: 'string' },
    server: { type: 'string' },
  },
});
const eventCount = Number(options.events ?? (options.full ? 1_000_000 : 100_000));
const rounds = Number(options.rounds ?? 5);
const root = join(import.meta.dirname, '..', '..');
/** What is measured. */
const parts = ['export', 'verify', 'replay', 'import'];
const selectedParts = options.only?.split(',') ?? parts;
if (!selectedParts.every((part) => parts.includes(part))) {
  process.stderr.write(`--only takes these names: ${parts.join(', ')}.\n`);
  process.exit(2);
}
/** The working copies that are measured. */
const copies = [{ name: 'here', folder: root }];
if (options.against !== undefined) copies.push({ name: 'against', folder: resolve(options.against) });

/** Returns a digest of all events up to a position, to compare an imported log with the exported one. */
const digestEvents = async (database: Client, upTo: number): Promise<string> => {
  const { rows } = await database.query<{ digest: string }>(
    `select encode(sha256(string_agg(sha256(e::text::bytea), '' order by position)), 'hex') as digest
     from log.events as e where position <= $1`,
    [upTo],
  );
  return rows[0]?.digest ?? '';
};

const withClient = async <R>(connectionString: string, work: (client: Client) => Promise<R>): Promise<R> => {
  const client = new Client({ connectionString });
  // Without a listener, a lost connection would end the process instead of failing the next query.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

/** Imports a raw export into a new database. @returns the seconds. @throws Error if the events differ from those of the exported log. */
const measureImport = async (server: Server, file: string, expectedDigest: string, upTo: number) => {
  const database = `lyceum_bench_import_${process.pid}`;
  const url = await server.createDatabase(database);
  try {
    // The client is closed before the import, which refuses a database to which anything else is connected.
    await withClient(url, migrate);
    const { seconds } = await runImport(root, file, { url, peakFile: `${file}.peak` });
    const digest = await withClient(url, (client) => digestEvents(client, upTo));
    if (digest !== expectedDigest) throw new Error('The imported events do not match those of the log.');
    return seconds;
  } finally {
    await server.dropDatabase(database);
  }
};

const scratch = mkdtempSync(join(tmpdir(), 'lyceum-bench-export-'));
const removeScratch = closeOnSignal(() => rmSync(scratch, { recursive: true, force: true }));
await using server = await openServer(options.server);
const database = `lyceum_bench_export_${process.pid}`;
const url = await server.createDatabase(database);
const client = new Client({ connectionString: url });
// Without a listener, a lost connection would end the process instead of failing the next query.
client.on('error', () => undefined);
await client.connect();
console.log(`${server.description}\n${new Date().toISOString()}\n`);
try {
  const { expected: expectedCounts } = await createLog(url, eventCount, 0);
  // A raw export records itself in the log and, without an end, seals the whole log. This first export does so before the measurements.
  // The measured exports have an end and seal nothing.
  const wholeLog = join(scratch, 'first');
  const { bytes } = await runExport(root, 'raw', { url, file: wholeLog });
  const { rows } = await client.query<{ events: number }>(
    'select max(position)::integer as events from log.events',
  );
  // The last event records the first export.
  const events = (rows[0]?.events ?? 0) - 1;
  console.log(
    `${events.toLocaleString('en')} events, ${Math.round(bytes / events)} bytes each in a raw export\n`,
  );
  const expected = await digestsOfLog(client, events);
  const eventsDigest = await digestEvents(client, events);

  const measuredKinds = selectedParts.includes('export') ? exportKinds : [];
  const copyRates: number[] = [];
  const verifyRates: number[] = [];
  const importRates: number[] = [];
  const rates = new Map<string, number[]>();
  const peaks = new Map<string, number>();
  for (let round = 0; round <= rounds; round += 1) {
    const rate = await copyLog(client, events);
    if (round > 0) copyRates.push(rate);
    for (const kind of measuredKinds) {
      const digests = new Set<string>();
      for (const { name, folder } of copies) {
        const file = join(scratch, `${name}.${kind}`);
        const run = await runExport(folder, kind, { url, file, to: events });
        const digest = await digestOfFile(kind, file);
        if (digest.events !== expected[kind]) throw new Error(`The ${kind} export does not match the log.`);
        digests.add(digest.content ?? '');
        if (digests.size > 1) throw new Error(`The ${kind} exports of both copies differ.`);
        const label = `${kind}, ${name}`;
        if (round > 0) rates.set(label, [...(rates.get(label) ?? []), events / run.seconds]);
        peaks.set(label, Math.max(peaks.get(label) ?? 0, run.peakBytes));
      }
    }
    if (selectedParts.includes('verify')) {
      const verified = await runVerify(root, { url, peakFile: join(scratch, 'verify.peak') });
      if (!verified.output.includes('history is')) throw new Error('log verify did not verify the log.');
      if (round > 0) verifyRates.push(events / verified.seconds);
    }
    for (const { name, folder } of selectedParts.includes('replay') ? copies : []) {
      const run = await runReplay(folder, { url, peakFile: join(scratch, 'replay.peak'), to: events });
      // A replay leaves out the table `audit`, which would reveal positions and times.
      await verifyCounts(client, expectedCounts, { name: replaySchema, missingTables: ['audit'] });
      await client.query(`drop schema ${replaySchema} cascade`);
      const label = `replay, ${name}`;
      if (round > 0) rates.set(label, [...(rates.get(label) ?? []), events / run.seconds]);
      peaks.set(label, Math.max(peaks.get(label) ?? 0, run.peakBytes));
    }
    if (selectedParts.includes('import')) {
      const importSeconds = await measureImport(server, wholeLog, eventsDigest, events);
      if (round > 0) importRates.push(events / importSeconds);
    }
    console.log(`  round ${round}${round === 0 ? ' (warm-up)' : ''}`);
  }

  const copyRate = median(copyRates);
  const rateOf = (kind: string, copy: string) => median(rates.get(`${kind}, ${copy}`) ?? []);
  const figuresOf = (name: string) => ({
    here: rateOf(name, 'here'),
    COPY: copyRate,
    ...(copies.length > 1 ? { against: rateOf(name, 'against') } : {}),
  });
  const table = measuredKinds.map((kind) => ({
    label: kind === 'stream' ? 'GET /log' : `export ${kind}`,
    figures: figuresOf(kind),
  }));
  if (selectedParts.includes('replay')) table.push({ label: 'log replay', figures: figuresOf('replay') });
  for (const [label, partRates] of [
    ['log verify', verifyRates] as const,
    ['log import', importRates] as const,
  ])
    if (partRates.length > 0) table.push({ label, figures: { here: median(partRates), COPY: copyRate } });
  console.log(`\n${formatTable(table)}\n`);
  for (const [label, peak] of peaks) console.log(`peak memory, ${label}: ${Math.round(peak / 1_048_576)} MB`);
  // The floors are shares of the rate of COPY.
  const floors = { raw: 0.15, ndjson: 0.08, csv: 0.08, parquet: 0.025, stream: 0.08 };
  const measuredValues: MeasuredValue[] = measuredKinds.map((kind) => ({
    label: `${kind}, relative to COPY`,
    value: rateOf(kind, 'here') / copyRate,
    floor: floors[kind],
    ambition: 0.7,
  }));
  printVerdicts(measuredValues);
} catch (error) {
  console.error('FAILED', error);
  process.exitCode = 1;
} finally {
  await client.end();
  await server.dropDatabase(database);
  await removeScratch();
}
