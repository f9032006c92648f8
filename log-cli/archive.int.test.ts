import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { createConfiguredArchive } from '#events/archive/create-configured-archive.ts';
import { readStoredEvents } from '#events/seals/stored-events.ts';
import { archiveEverything, createArchiveFolder } from '#events/testing/archived-log.ts';
import { fillLargeLog } from '#events/testing/large-log.ts';
import { startS3Server } from '#events/testing/s3-server.ts';
import { openTestLog } from '#events/testing/test-log.ts';
import { inheritedEnvironment } from '#platform/testing/inherited-environment.ts';
import { longWait } from '#platform/testing/long-wait.ts';
import { runAt } from './testing/example-log.ts';
import { openLogWithPast } from './testing/log-with-past.ts';

/** Opens a log of 12,000 events in seals of up to 4,096 events, recorded in the first hours of 2026. */
const openLargeLog = async () => {
  const log = await openTestLog();
  await fillLargeLog(log.url, 12_000);
  const readAll = (archive: Parameters<typeof createConfiguredArchive>[0]) =>
    readStoredEvents(
      { database: log.pool, archive: createConfiguredArchive(archive) },
      { after: 0, limit: 12_000 },
    );
  return { ...log, readAll, before: await readAll(null) };
};

const archiveCommand = 'archive --older-than 31 --segment-events 5000 --first --shared-folder';

test('archives old events in a bucket after a confirmation, and stats and raw exports still include them', async () => {
  const log = await openLargeLog();
  const { settings } = await startS3Server();
  const environment = {
    ARCHIVE_URL: settings.url,
    ARCHIVE_S3_ENDPOINT: settings.s3.endpoint,
    ARCHIVE_S3_REGION: settings.s3.region,
    ARCHIVE_S3_ACCESS_KEY_ID: settings.s3.accessKeyId,
    ARCHIVE_S3_SECRET_ACCESS_KEY: settings.s3.secretAccessKey,
  };
  const run = (line: string) => runAt(log.url, line, { environment });
  const statsBefore = JSON.parse((await run('stats --json')).out);
  const unconfirmed = await run(archiveCommand.replace(' --first', ''));
  expect(unconfirmed).toMatchObject({ code: 3, err: expect.stringContaining('confirm this with --first') });
  const archived = await run(archiveCommand);
  expect(archived.code, archived.err).toBe(0);
  expect(archived.out).toMatch(
    /Archived the events 1 to 4096 in .*\nArchived the events 4097 to 8192 in .*\nThis run stored 2 segments in s3:\/\/archive\/school\/log.*position 12001\./,
  );
  expect(await log.readAll(settings)).toEqual(log.before);
  expect((await run(archiveCommand)).out).toContain('Nothing was archived');
  const { events, streams, commands, types, first, segments, archivedUpTo } = JSON.parse(
    (await run('stats --json')).out,
  );
  expect({ events, streams, commands, first, segments, archivedUpTo }).toEqual({
    ...{ events: 12_001, streams: statsBefore.streams + 1, commands: statsBefore.commands + 1 },
    ...{ first: statsBefore.first, segments: 2, archivedUpTo: 8192 },
  });
  expect(types).toEqual({ ...statsBefore.types, LogArchived: 1 });
  const raw = await run('export --raw --without-keys --from 4000 --to 9000');
  const lines = raw.out.split('\n').filter((line) => line.startsWith('{"event"'));
  expect(lines).toEqual(log.before.slice(3_999, 9_000).map((event) => JSON.stringify({ event })));
  expect((await run('show log')).out).toContain('LogArchived');

  const without = await runAt(log.url, 'export --raw --without-keys');
  expect(without).toMatchObject({ code: 3, err: expect.stringContaining('Set ARCHIVE_URL') });
  expect((await runAt(log.url, archiveCommand)).err).toContain('Set ARCHIVE_URL');
});

test('show, export and replay give the same answers after the archival, and verify and as-of work', async () => {
  const log = await openLogWithPast();
  await log.seal();
  const head = log.pastPosition + 3;
  const { url, store } = createArchiveFolder();
  const run = (line: string) => log.run(line, undefined, { ARCHIVE_URL: url });
  const runAll = async () => {
    const lines = [
      `show course-${log.courses.statics}`,
      `show user-${log.users.ada} --json`,
      `export --to ${head}`,
      `export --from 5 --to ${head - 2} --format csv`,
      `export --to ${head} --type CourseAdded --type UserRegistered`,
    ];
    const answers: string[] = [];
    for (const line of lines) {
      const { code, out, err } = await run(line);
      expect(code, err).toBe(0);
      answers.push(out);
    }
    await run(`replay --schema then --to ${log.pastPosition} --replace --drop-dependents`);
    const { rows } = await log.pool.query('select * from "then".courses order by 1');
    return { answers, rows };
  };
  const before = await runAll();
  expect(before.rows).toHaveLength(3);
  expect(await archiveEverything(log.url, store, { eventsPerSegment: 30 })).not.toBeNull();
  const { rows } = await log.pool.query('select min(position)::int as first from log.events');
  expect(rows[0].first).toBeGreaterThan(20);
  expect(await runAll()).toEqual(before);
  expect(await run('verify')).toMatchObject({ code: 0, out: expect.stringContaining('yes:') });

  vi.stubEnv('LYCEUM_CLIENT', 'elsewhere');
  const stop = new AbortController();
  const running = log.start(`as-of ${log.pastPosition} --port 0`, stop.signal, { ARCHIVE_URL: url });
  await expect.poll(() => /http:\S+/.exec(running.output())?.[0] ?? running.output()).toMatch(/^http/);
  const { origin } = new URL(/http:\S+/.exec(running.output())?.[0] ?? '');
  const courses = (await (await fetch(`${origin}/courses`)).json()) as { course_name: string }[];
  expect(courses.map(({ course_name }) => course_name).toSorted()).toEqual([
    ...['Dynamics', 'How Computers Count', 'Statics'],
  ]);
  stop.abort(new Error('Ctrl-C'));
  expect((await running.result).code).toBe(0);
  vi.unstubAllEnvs();
});

test('a folder for a log at DATABASE_URL needs a confirmation that it is shared', async () => {
  const log = await openTestLog();
  const { url, folder } = createArchiveFolder();
  const run = (line: string) => runAt(log.url, line, { environment: { ARCHIVE_URL: url } });
  expect(await run('archive')).toMatchObject({ code: 2, err: expect.stringContaining('--shared-folder') });
  expect(await run('archive --shared-folder')).toMatchObject({ code: 0, err: '' });
  expect(readdirSync(folder)).toEqual([]);
});

test('verify fails if an object is damaged, and names the object', async () => {
  const log = await openLargeLog();
  const { url, folder } = createArchiveFolder();
  const run = (line: string) => runAt(log.url, line, { environment: { ARCHIVE_URL: url } });
  expect((await run(archiveCommand)).code).toBe(0);
  const { rows } = await log.pool.query('select events_object from log.segments order by number');
  const path = join(folder, rows[1].events_object);
  const bytes = readFileSync(path);
  bytes[5_000] = (bytes[5_000] ?? 0) ^ 1;
  writeFileSync(path, bytes);
  const verified = await run('verify');
  expect(verified).toMatchObject({ code: 1, out: expect.stringMatching(/^NO: at position \d+ \(archive\)/) });
  expect(verified.out).toContain(rows[1].events_object);
});

test('an archival that is killed and run again until a run completes loses and repeats nothing', async () => {
  const log = await openLargeLog();
  const { url } = createArchiveFolder();
  const start = () =>
    spawn(process.execPath, ['log-cli/main.ts', ...archiveCommand.split(' ')], {
      cwd: join(import.meta.dirname, '..'),
      env: { ...inheritedEnvironment(), DATABASE_URL: log.url, ARCHIVE_URL: url },
      stdio: 'ignore',
    });
  const settings = { url, s3: null };
  let killed = 0;
  // The steps grow, because on a slow machine a run takes many seconds.
  for (let delayMs = 150; ; delayMs += Math.max(40, delayMs / 10)) {
    const child = start();
    const ended = once(child, 'exit');
    await Promise.race([ended, sleep(delayMs)]);
    child.kill('SIGKILL');
    const [code] = await ended;
    expect(await log.readAll(settings)).toEqual(log.before);
    if (code === 0) break;
    killed += 1;
    // The server may still be executing the last statement of the killed process.
    await vi.waitFor(async () => {
      const { rows } = await log.pool.query(
        "select from pg_stat_activity where application_name = 'lyceum log archive' and datname = current_database()",
      );
      expect(rows).toEqual([]);
    }, longWait);
  }
  expect(killed).toBeGreaterThan(0);
  const { rows } = await log.pool.query(
    'select first_position::int as first, last_position::int as last from log.segments order by number',
  );
  expect(rows).toEqual([
    { first: 1, last: 4_096 },
    { first: 4_097, last: 8_192 },
  ]);
  const verified = await runAt(log.url, 'verify', { environment: { ARCHIVE_URL: url } });
  expect(verified.out).toMatch(/^yes: /);
});
