import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { asyncBufferFromFile, parquetMetadataAsync } from 'hyparquet';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillLog } from '#events/testing/large-log.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { scratchFolder } from './testing/log-with-examples.ts';
import { type Measured, measuredRun } from './testing/measured-run.ts';

/**
 * Ten times the log may cost so much more memory. And none of them may keep 256 MB of objects alive: the log is larger, so
 * whoever gathered it would end for want of memory, and the collector of garbage does not put its work off for long.
 */
const mayGrow = 150 * 1_048_576;

const logs = new Map<number, TestDatabase>();
const sizes = [100_000, 1_000_000] as const;
const scratch = scratchFolder();
beforeAll(async () => {
  for (const size of sizes) {
    const database = await createTestDatabase();
    logs.set(size, database);
    await fillLog(database.url, size);
  }
}, 1_800_000);
afterAll(async () => {
  for (const database of logs.values()) await database[Symbol.asyncDispose]();
  scratch[Symbol.dispose]();
});

const urlOf = (size: number) => logs.get(size)?.url ?? '';
const peak = scratch.file('peak');

const tell = (what: string, size: number, { seconds, peakBytes }: Measured, bytes?: number) =>
  process.stdout.write(
    `${what}, ${size.toLocaleString('en')} events: ${seconds.toFixed(1)} s, ${Math.round(size / seconds).toLocaleString('en')}/s, ${Math.round(peakBytes / 1_048_576)} MB held at most${bytes === undefined ? '' : `, ${Math.round(bytes / 1_048_576)} MB written`}\n`,
  );

const linesOf = async (file: string): Promise<number> => {
  let lines = 0;
  for await (const _ of createInterface({ input: createReadStream(file) })) lines += 1;
  return lines;
};

/** How many events a file of an export holds. */
const countIn: Record<string, (file: string) => Promise<number>> = {
  ndjson: linesOf,
  csv: async (file) => (await linesOf(file)) - 1,
  parquet: async (file) => Number((await parquetMetadataAsync(await asyncBufferFromFile(file))).num_rows),
};

/** Kills an import while it stores; then the log must be as empty as before. */
const killAnImport = async (url: string, file: string): Promise<void> => {
  const watch = new Client({ connectionString: url.replace(/[^/]+$/, 'postgres') });
  await watch.connect();
  const name = new URL(url).pathname.slice(1);
  const storing = async () =>
    (
      await watch.query(
        "select 1 from pg_stat_activity where datname = $1 and query like 'insert into log.events%'",
        [name],
      )
    ).rowCount;
  const child = spawn(process.execPath, [join('log-cli', 'main.ts'), 'import', file, '--without-keys'], {
    env: { PATH: process.env.PATH, DATABASE_URL: url },
    stdio: 'ignore',
  });
  await expect.poll(storing).toBe(1);
  child.kill('SIGKILL');
  await once(child, 'close');
  // The server notices that nobody is there any more, and rolls back.
  const others = async () =>
    (await watch.query('select 1 from pg_stat_activity where datname = $1', [name])).rowCount;
  await expect.poll(others).toBe(0);
  await watch.end();
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query('select count(*)::int as events from log.events');
  expect(rows[0].events).toBe(0);
  await client.end();
};

test.each(Object.keys(countIn))(
  'an export as %s takes the same memory for ten times the log',
  async (format) => {
    const peaks: number[] = [];
    for (const size of sizes) {
      const file = scratch.file(`${size}.${format}`);
      const done = await measuredRun(urlOf(size), ['export', '--format', format, '--out', file], peak);
      expect(done.code, done.err).toBe(0);
      tell(`export ${format}`, size, done, statSync(file).size);
      expect(await countIn[format]?.(file)).toBe(size);
      peaks.push(done.peakBytes);
    }
    expect((peaks[1] ?? 0) - (peaks[0] ?? 0)).toBeLessThan(mayGrow);
  },
);

test('so do a raw export, its import and its verification; and an import that is killed leaves nothing', async () => {
  const peaks: Record<string, number[]> = { export: [], import: [], verify: [] };
  for (const size of sizes) {
    const file = scratch.file(`${size}.raw`);
    const raw = await measuredRun(urlOf(size), ['export', '--raw', '--without-keys', '--out', file], peak);
    expect(raw.code, raw.err).toBe(0);
    tell('raw export', size, raw, statSync(file).size);
    await using target = await createTestDatabase();
    if (size === sizes[1]) await killAnImport(target.url, file);
    const imported = await measuredRun(target.url, ['import', file, '--without-keys'], peak);
    expect(imported.code, imported.err).toBe(0);
    tell('import', size, imported);
    const there = await measuredRun(target.url, ['verify'], peak);
    tell('verify', size, there);
    const here = await measuredRun(urlOf(size), ['verify'], peak);
    expect(there.out).toContain(`yes: ${size + 1} events fit`);
    // The same seals, the same root.
    expect([there.code, there.out]).toEqual([0, here.out]);
    for (const [name, { peakBytes }] of Object.entries({ export: raw, import: imported, verify: there }))
      peaks[name]?.push(peakBytes);
  }
  for (const [small = 0, large = 0] of Object.values(peaks)) expect(large - small).toBeLessThan(mayGrow);
});
