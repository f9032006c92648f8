import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { asyncBufferFromFile, parquetMetadataAsync } from 'hyparquet';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { fillLargeLog } from '#events/testing/large-log.ts';
import { inheritedEnvironment } from '#platform/testing/inherited-environment.ts';
import { createTestDatabase } from '#platform/testing/test-database.ts';
import { createTemporaryFolder } from './testing/example-log.ts';
import { type MeasuredRun, runMeasured } from './testing/measured-run.ts';

/**
 * How much more memory a command may take for a log of ten times the size. The heap is limited to 256 MB, less than the log, so a
 * command that collected the whole log would run out of memory.
 */
const maxGrowthBytes = 150 * 1_048_576;

const urls = new Map<number, string>();
const sizes = [100_000, 1_000_000] as const;
const scratch = createTemporaryFolder();
for (const size of sizes) {
  const { url } = await createTestDatabase();
  urls.set(size, url);
  await fillLargeLog(url, size);
}

const urlOf = (size: number) => urls.get(size) ?? '';
const peakFile = scratch.file('peak');

const report = (description: string, size: number, { seconds, peakBytes }: MeasuredRun, bytes?: number) =>
  process.stdout.write(
    `${description}, ${size.toLocaleString('en')} events: ${seconds.toFixed(1)} s, ${Math.round(size / seconds).toLocaleString('en')}/s, ${Math.round(peakBytes / 1_048_576)} MB peak${bytes === undefined ? '' : `, ${Math.round(bytes / 1_048_576)} MB written`}\n`,
  );

const countLines = async (file: string): Promise<number> => {
  let lines = 0;
  for await (const _ of createInterface({ input: createReadStream(file) })) lines += 1;
  return lines;
};

/** By format, a function that counts the events in a file. */
const eventCounters: Record<string, (file: string) => Promise<number>> = {
  ndjson: countLines,
  csv: async (file) => (await countLines(file)) - 1,
  parquet: async (file) => Number((await parquetMetadataAsync(await asyncBufferFromFile(file))).num_rows),
};

/** Kills an import while it inserts events and expects the log to stay empty. */
const killImport = async (url: string, file: string): Promise<void> => {
  const observer = new Client({ connectionString: url.replace(/[^/]+$/, 'postgres') });
  await observer.connect();
  const name = new URL(url).pathname.slice(1);
  const countInserts = async () =>
    (
      await observer.query(
        "select 1 from pg_stat_activity where datname = $1 and query like 'insert into log.events%'",
        [name],
      )
    ).rowCount;
  const child = spawn(process.execPath, [join('log-cli', 'main.ts'), 'import', file, '--without-keys'], {
    env: { ...inheritedEnvironment(), DATABASE_URL: url },
    stdio: 'ignore',
  });
  await expect.poll(countInserts).toBe(1);
  child.kill('SIGKILL');
  await once(child, 'close');
  // PostgreSQL notices the closed connection and rolls back.
  const countConnections = async () =>
    (await observer.query('select 1 from pg_stat_activity where datname = $1', [name])).rowCount;
  await expect.poll(countConnections).toBe(0);
  await observer.end();
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query('select count(*)::int as events from log.events');
  expect(rows[0].events).toBe(0);
  await client.end();
};

test.each(Object.keys(eventCounters))(
  'exports as %s with memory that does not grow with the log',
  async (format) => {
    const peaks: number[] = [];
    for (const size of sizes) {
      const file = scratch.file(`${size}.${format}`);
      const exportRun = await runMeasured(
        urlOf(size),
        ['export', '--format', format, '--out', file],
        peakFile,
      );
      expect(exportRun.code, exportRun.err).toBe(0);
      report(`export ${format}`, size, exportRun, statSync(file).size);
      expect(await eventCounters[format]?.(file)).toBe(size);
      peaks.push(exportRun.peakBytes);
    }
    expect((peaks[1] ?? 0) - (peaks[0] ?? 0)).toBeLessThan(maxGrowthBytes);
  },
);

test('exports raw, imports and verifies with memory that does not grow with the log, and a killed import leaves nothing behind', async () => {
  const peaks: Record<string, number[]> = { export: [], import: [], verify: [] };
  for (const size of sizes) {
    const file = scratch.file(`${size}.raw`);
    const raw = await runMeasured(
      urlOf(size),
      ['export', '--raw', '--without-keys', '--out', file],
      peakFile,
    );
    expect(raw.code, raw.err).toBe(0);
    report('raw export', size, raw, statSync(file).size);
    const target = await createTestDatabase();
    if (size === sizes[1]) await killImport(target.url, file);
    const imported = await runMeasured(target.url, ['import', file, '--without-keys'], peakFile);
    expect(imported.code, imported.err).toBe(0);
    report('import', size, imported);
    const verifyImported = await runMeasured(target.url, ['verify'], peakFile);
    report('verify', size, verifyImported);
    const verifySource = await runMeasured(urlOf(size), ['verify'], peakFile);
    // The raw export records itself with one more event.
    expect(verifyImported.out).toContain(`yes: ${size + 1} events and `);
    // The seals and the root are the same.
    expect([verifyImported.code, verifyImported.out]).toEqual([0, verifySource.out]);
    for (const [name, { peakBytes }] of Object.entries({
      export: raw,
      import: imported,
      verify: verifyImported,
    }))
      peaks[name]?.push(peakBytes);
  }
  for (const [small = 0, large = 0] of Object.values(peaks))
    expect(large - small).toBeLessThan(maxGrowthBytes);
});
