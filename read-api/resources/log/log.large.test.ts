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
import { userStream } from '#events/catalogue/streams/user.ts';
import { fillLargeLog } from '#events/testing/large-log.ts';
import { userIdOf } from '#platform/identity/record-ids.ts';
import { inheritedEnvironment } from '#platform/testing/inherited-environment.ts';
import { createTestDatabase } from '#platform/testing/test-database.ts';

/**
 * How much more memory the server may take if the log is ten times as long. The heap is limited to
 * 256 MB, less than the log, so a server that collected the whole log would run out of memory.
 */
const maxGrowthBytes = 150 * 1_048_576;
/** The numbers of events of the two logs. */
const sizes = [100_000, 1_000_000];

const root = join(import.meta.dirname, '..', '..', '..');

/** Each Admin may read one stream at a time. */
const names = ['ada', 'ben', 'cleo'] as const;

/** Registers the Admins in the read tables, and in the log, where the access is checked before every page. */
const registerAdmins = async (url: string): Promise<void> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  for (const name of names) {
    const userId = userIdOf(`uid-${name}`);
    await client.query(
      `insert into log.events (position, recorded_at, version, schema_version, command_id, stream, type, data, metadata)
         select max(position) + 1, clock_timestamp(), 1, $1, gen_random_uuid(), $2, 'UserRegistered', $3,
           '{"actor":null,"correlationId":"x"}' from log.events`,
      [
        catalogue.get('UserRegistered')?.version,
        userStream(userId),
        JSON.stringify({ userType: 'Admin', wishedType: null }),
      ],
    );
    await client.query(
      "insert into read.users values ($1, $2, $2 || '@example.org', '/a.svg', 'Admin', null, now(), 1, 1)",
      [userId, name],
    );
  }
  await client.query('update read.checkpoints set position = (select max(position) from log.events)');
  await client.end();
};

/** Starts a node in a process of its own. `end` stops the process and returns its peak memory in bytes. */
const serveLog = async (url: string, peakFile: string) => {
  const child = spawn(
    process.execPath,
    [
      '--max-old-space-size=256',
      '--import',
      join(root, 'platform/testing/report-peak-memory.ts'),
      'testing/test-node-process.ts',
    ],
    {
      cwd: root,
      env: { ...inheritedEnvironment(), DATABASE_URL: url, PEAK_FILE: peakFile },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const { address, authorizations }: { address: string; authorizations: Record<string, string> } =
    JSON.parse(line);
  return {
    open: (name: (typeof names)[number]) =>
      new Promise<IncomingMessage>((resolve, reject) =>
        get(`${address}/log`, { agent: false, headers: { authorization: authorizations[name] } }, (answer) =>
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

/** Reads the whole answer. Returns the number of lines and the position of the last one. */
const readAll = async (answer: IncomingMessage) => {
  let [lines, last] = [0, ''];
  for await (const line of createInterface({ input: answer })) [lines, last] = [lines + 1, line];
  return { lines, last: JSON.parse(last).position };
};

test('memory of GET /log does not grow with the log, even with clients that do not read', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-log-'));
  const peaks: number[] = [];
  for (const size of sizes) {
    const database = await createTestDatabase();
    await fillLargeLog(database.url, size);
    await registerAdmins(database.url);
    const served = await serveLog(database.url, join(folder, 'peak'));
    const stalled = await Promise.all([served.open('ben'), served.open('cleo')]);
    const began = performance.now();
    expect(await readAll(await served.open('ada'))).toEqual({
      lines: size + names.length,
      last: size + names.length,
    });
    const seconds = (performance.now() - began) / 1_000;
    for (const client of stalled) client.destroy();
    const peakBytes = await served.end();
    process.stdout.write(
      `GET /log, ${size.toLocaleString('en')} events: ${seconds.toFixed(1)} s, ${Math.round(size / seconds).toLocaleString('en')}/s, ${Math.round(peakBytes / 1_048_576)} MB peak\n`,
    );
    peaks.push(peakBytes);
  }
  rmSync(folder, { recursive: true, force: true });
  expect((peaks[1] ?? 0) - (peaks[0] ?? 0)).toBeLessThan(maxGrowthBytes);
});
