import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { catalogue } from '#events/catalogue/catalogue.ts';
import { userStream } from '#events/catalogue/user.ts';
import { fillLog } from '#events/testing/large-log.ts';
import { userIdOf } from '#platform/identity/ids.ts';
import { createTestDatabase } from '#platform/testing/database.ts';

/**
 * Ten times the log may cost so much more memory. And none of them may keep 256 MB of objects alive: the log is larger, so
 * whoever gathered it would end for want of memory, and the collector of garbage does not put its work off for long.
 */
const mayGrow = 150 * 1_048_576;
const sizes = [100_000, 1_000_000];

const root = join(import.meta.dirname, '..', '..', '..');

/** Ada, an Admin, as the read tables know her, and the log, whose last event she is: it is asked with each page. */
const registerAda = async (url: string): Promise<void> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(
    `insert into log.events (position, recorded_at, version, schema_version, command_id, stream, type, data, metadata)
       select max(position) + 1, clock_timestamp(), 1, $1, gen_random_uuid(), $2, 'UserRegistered', $3,
         '{"actor":null,"correlationId":"x"}' from log.events`,
    [
      catalogue.get('UserRegistered')?.version,
      userStream(userIdOf('uid-ada')),
      JSON.stringify({ userType: 'Admin', wishedType: null }),
    ],
  );
  await client.query(
    "insert into read.users values ($1, 'ada', 'ada@example.org', '/a.svg', 'Admin', null, now(), 1, 1)",
    [userIdOf('uid-ada')],
  );
  await client.query('update read.checkpoints set position = (select max(position) from log.events)');
  await client.end();
};

const serveLog = async (url: string, peakFile: string) => {
  const child = spawn(
    process.execPath,
    [
      '--max-old-space-size=256',
      '--import',
      join(root, 'platform/testing/tell-peak.ts'),
      'read-api/resources/log/testing/serve-log.ts',
    ],
    {
      cwd: root,
      env: { PATH: process.env.PATH, DATABASE_URL: url, PEAK_FILE: peakFile },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const { address, authorization }: { address: string; authorization: string } = JSON.parse(line);
  return {
    open: () =>
      new Promise<IncomingMessage>((resolve, reject) =>
        get(`${address}/log`, { agent: false, headers: { authorization } }, (answer) =>
          resolve(answer.on('error', () => {})),
        ).on('error', reject),
      ),
    end: async () => {
      child.kill('SIGTERM');
      await once(child, 'close');
      return Number(readFileSync(peakFile, 'utf8'));
    },
  };
};

/** Reads all of it. @returns how many lines came, and the last of them. */
const readAll = async (answer: IncomingMessage) => {
  let [lines, last] = [0, ''];
  for await (const line of createInterface({ input: answer })) [lines, last] = [lines + 1, line];
  return { lines, last: JSON.parse(last).position };
};

test('GET /log takes the same memory for ten times the log, with clients beside it that do not read', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-log-'));
  const peaks: number[] = [];
  for (const size of sizes) {
    await using database = await createTestDatabase();
    await fillLog(database.url, size);
    await registerAda(database.url);
    const served = await serveLog(database.url, join(folder, 'peak'));
    const asleep = await Promise.all([served.open(), served.open()]);
    const began = performance.now();
    expect(await readAll(await served.open())).toEqual({ lines: size + 1, last: size + 1 });
    const seconds = (performance.now() - began) / 1_000;
    for (const one of asleep) one.destroy();
    const peakBytes = await served.end();
    process.stdout.write(
      `GET /log, ${size.toLocaleString('en')} events: ${seconds.toFixed(1)} s, ${Math.round(size / seconds).toLocaleString('en')}/s, ${Math.round(peakBytes / 1_048_576)} MB held at most\n`,
    );
    peaks.push(peakBytes);
  }
  rmSync(folder, { recursive: true, force: true });
  expect((peaks[1] ?? 0) - (peaks[0] ?? 0)).toBeLessThan(mayGrow);
});
