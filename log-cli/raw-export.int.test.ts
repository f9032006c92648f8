import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { Writable } from 'node:stream';
import { beforeEach, expect, test } from 'vitest';
import { examples } from '#events/catalogue/examples.ts';
import { computeTreeRoot, hashLeaf } from '#events/seals/merkle.ts';
import { encodeStoredEvent, type StoredEvent } from '#events/seals/proof/encoding.ts';
import { readStoredEvents } from '#events/seals/stored-events.ts';
import { holdAppendLock } from '#events/testing/hold-append-lock.ts';
import { appendRequest, courseAdded } from '#events/testing/test-log.ts';
import type { Header, SealLine } from '#events/transfer/raw-export-format.ts';
import { runProgram } from './program.ts';
import { exampleCount, openExampleLog, runAt } from './testing/example-log.ts';

const log = await openExampleLog();
writeFileSync(log.file('passphrase'), 'correct horse battery staple\n');
writeFileSync(log.file('key'), randomBytes(32).toString('base64'));

/** Returns the events that record raw exports. */
const findRecords = async () => {
  const events = await log.reader.readStream('log');
  return events
    .filter(({ type }) => type === 'LogExported')
    .map(({ data, metadata }) => ({ data, metadata }));
};
/** The number of recorded exports before the test. */
let recordsBefore = 0;
beforeEach(async () => {
  recordsBefore = (await findRecords()).length;
});

const linesOf = (text: string) => text.split('\n').filter(Boolean);
const parseLines = (text: string): Record<string, unknown>[] => linesOf(text).map((line) => JSON.parse(line));

test('writes the log as stored, with seals and a digest at the end, and records the export', async () => {
  const file = log.file('whole.ndjson');
  const result = await log.run(`export --raw --without-keys --out ${file}`);
  expect(result.code, result.err).toBe(0);
  const text = readFileSync(file, 'utf8');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const lines = parseLines(text);
  const header = lines[0] as Header;
  // The export itself is recorded as the last event, so it is part of the file.
  const position = await log.reader.head();
  expect(header).toMatchObject({
    format: 'lyceum raw export',
    version: 1,
    from: 1,
    to: position,
    recordedAs: position,
    events: position,
    keys: null,
    logId: await log.reader.logId(),
  });
  const events = lines.flatMap((line) => ('event' in line ? [line.event] : []));
  expect(events).toEqual(
    await readStoredEvents({ database: log.pool, archive: null }, { after: 0, limit: 1_000 }),
  );
  const { rows } = await log.pool.query(
    `select number::int, encode(root, 'hex') as root, encode(chained_root, 'hex') as chained, encode(leaves, 'base64') as leaves
       from log.seals order by number`,
  );
  const seals = lines.flatMap((line) => ('seal' in line ? [line.seal as Record<string, unknown>] : []));
  expect(seals.map(({ number, root, chainedRoot }) => [number, root, chainedRoot])).toEqual(
    rows.map(({ number, root, chained }) => [number, root, chained]),
  );
  expect(seals.map(({ leaves }) => leaves)).toEqual(rows.map(({ leaves }) => leaves.replaceAll('\n', '')));
  expect(header.root).toBe(rows.at(-1).chained);
  expect(header.seals).toBe(seals.length);
  const lastLineStart = text.lastIndexOf('\n', text.length - 2) + 1;
  expect(lines.at(-1)).toEqual({
    end: {
      lines: lines.length - 1,
      keys: 0,
      sha256: createHash('sha256').update(text.slice(0, lastLineStart)).digest('hex'),
    },
  });
  const [record] = (await findRecords()).slice(recordsBefore);
  expect(record).toMatchObject({
    data: { from: 1, to: null, raw: true, keys: 'left-out', databaseLogin: expect.any(String) },
    metadata: { actor: { system: 'log export' } },
  });
  expect(record?.data).toMatchObject({ operator: expect.stringMatching(`^.+@${hostname()}$`) });
  expect(result.err).toContain(`recorded in the log at position ${position}`);
  expect((await log.run('verify')).code).toBe(0);
});

test('writes seals that can be computed from the events in the file', async () => {
  const lines = parseLines((await log.run('export --raw --without-keys')).out);
  const events = lines.flatMap((line) => ('event' in line ? [line.event as StoredEvent] : []));
  const seals = lines.flatMap((line) => ('seal' in line ? [line as SealLine] : []));
  expect(seals.length).toBeGreaterThan(1);
  for (const { seal } of seals) {
    const page = events.slice(seal.firstPosition - 1, seal.lastPosition);
    const leaves = Buffer.concat(page.map((event) => hashLeaf(encodeStoredEvent(event))));
    expect(computeTreeRoot(leaves).toString('hex')).toBe(seal.root);
  }
});

test('records both of two concurrent exports', async () => {
  const runs = await Promise.all([1, 2].map(() => log.run('export --raw --without-keys')));
  expect(runs.map(({ code }) => code)).toEqual([0, 0]);
  expect(await findRecords()).toHaveLength(recordsBefore + 2);
  const positions = runs.map(({ out }) => (parseLines(out)[0] as Header).recordedAs);
  expect(new Set(positions).size).toBe(2);
});

test('commits the record before it writes the first byte', async () => {
  const recordCounts: number[] = [];
  const out = new Writable({
    write(_, __, done) {
      findRecords().then((records) => {
        recordCounts.push(records.length);
        done();
      }, done);
    },
  });
  const err = new Writable({ write: (_, __, done) => done() });
  const code = await runProgram(
    ['export', '--raw', '--without-keys'],
    { DATABASE_URL: log.url },
    { out, err, signal: new AbortController().signal },
  );
  expect(code).toBe(0);
  await expect.poll(() => recordCounts[0]).toBe(recordsBefore + 1);
});

test('writes nothing if the export cannot be recorded', async () => {
  const releaseLock = await holdAppendLock(log.url);
  const file = log.file('unrecorded.ndjson');
  for (const line of ['export --raw --without-keys', `export --raw --without-keys --out ${file}`])
    expect(await log.run(line)).toMatchObject({ code: 3, out: '', err: expect.stringContaining('log') });
  expect(existsSync(file)).toBe(false);
  await releaseLock();
  expect(await findRecords()).toHaveLength(recordsBefore);
});

test('rejects a login that does not own the log', async () => {
  const name = `lyceum_test_${randomBytes(6).toString('hex')}`;
  await log.pool.query(`create role ${name} login password 'x' in role lyceum_reader, lyceum_command`);
  const url = new URL(log.url);
  url.username = name;
  url.password = 'x';
  const refused = await runAt(url.href, 'export --raw --without-keys');
  await log.pool.query(`drop role ${name}`);
  expect(refused).toMatchObject({ code: 3, out: '' });
  expect(refused.err).toContain('A raw export needs the owner of the log');
  expect(refused.err).toContain(`signs in as ${name}`);
  expect(await findRecords()).toHaveLength(recordsBefore);
});

test.each([
  ['export --raw', 'Choose whether to include the keys'],
  ['export --raw --keys --without-keys', 'Choose whether to include the keys'],
  ['export --raw --keys', 'The keys must be encrypted'],
  ['export --raw --keys --passphrase-file $passphrase --key-file $key', 'The keys must be encrypted'],
  ['export --raw --keys --passphrase-file nowhere', 'cannot be read'],
  ['export --raw --keys --key-file $passphrase', 'does not contain a key of 32 bytes'],
  ['export --raw --without-keys --key-file $key', 'needs no encryption'],
  ['export --raw --without-keys --type CourseAdded', '--type does not work with --raw'],
  ['export --raw --without-keys --format csv', '--format does not work with --raw'],
  ['export --keys', 'only work with --raw'],
  ['import nowhere --without-keys', 'cannot be read'],
  ['import $key', 'Choose whether to include the keys'],
])('rejects "%s" and records nothing', async (line, message) => {
  const { code, out, err } = await log.run(line.replaceAll(/\$(\w+)/g, (_, name) => log.file(name)));
  expect([code, out]).toEqual([2, '']);
  expect(err).toContain(message);
  expect(await findRecords()).toHaveLength(recordsBefore);
});

test('exports every key once, encrypted with a passphrase or a key file that is not exported', async () => {
  const { rows } = await log.pool.query('select person from vault.keys order by person');
  for (const [option, algorithm, recordedKeys] of [
    ['--passphrase-file', 'scrypt', 'under-passphrase'],
    ['--key-file', 'hkdf-sha256', 'under-key-file'],
  ] as const) {
    const name = option === '--key-file' ? 'key' : 'passphrase';
    const { code, out, err } = await log.run(`export --raw --keys ${option} ${log.file(name)}`);
    expect(code, err).toBe(0);
    const lines = parseLines(out);
    expect(lines[0]).toMatchObject({ keys: { wrapping: { by: algorithm } } });
    const keys = lines.flatMap((line) => ('key' in line ? [line.key as { person: string }] : []));
    expect(keys.map(({ person }) => person)).toEqual(rows.map(({ person }) => person));
    expect(out).not.toContain(readFileSync(log.file(name), 'utf8').trim());
    expect(out).not.toContain(examples.UserRegistered.event.data.email);
    expect((await findRecords()).at(-1)?.data).toMatchObject({ keys: recordedKeys });
  }
});

test('exports a range with every seal that covers one of its events', async () => {
  const { code, out } = await log.run('export --raw --without-keys --from 3 --to 5');
  expect(code).toBe(0);
  const lines = parseLines(out);
  expect(
    lines.flatMap((line) => ('event' in line ? [(line.event as { position: number }).position] : [])),
  ).toEqual([3, 4, 5]);
  expect(lines[0]).toMatchObject({ from: 3, to: 5, events: 3, seals: 1 });
  const [seal] = lines.flatMap((line) => ('seal' in line ? [line.seal] : []));
  expect(seal).toMatchObject({ firstPosition: 1, lastPosition: exampleCount });
  expect((await findRecords()).at(-1)?.data).toMatchObject({ from: 3, to: 5 });

  // The last day of a range is included as a whole.
  const { events: stored } = await log.reader.readPage(0, 1_000);
  const day = stored.at(-1)?.recordedAt.toISOString().slice(0, 10) ?? '';
  const first = stored.find(({ recordedAt }) => recordedAt.toISOString().startsWith(day))?.position;
  await log.run(`export --raw --without-keys --from ${day} --to ${day}`);
  expect((await findRecords()).at(-1)?.data).toMatchObject({ from: first, to: stored.at(-1)?.position });
});

test('writes any text as JSON.stringify does', async () => {
  const special =
    'quote " backslash \\ tab \t lines \n\r feed \f\b control \u0001\u007f é 漢 😀 \u2028 {"event":1}';
  const stream = `course-${randomUUID()}`;
  const events = [courseAdded(special)];
  await log.append(appendRequest({ writes: [{ stream, expectedVersion: 0, events }] }));
  const position = await log.reader.head();
  const { out } = await log.run(`export --raw --without-keys --from ${position} --to ${position}`);
  const lines = linesOf(out);
  expect(lines.map((line) => JSON.stringify(JSON.parse(line)))).toEqual(lines);
  const { event } = JSON.parse(lines[1] ?? '{}');
  expect(event).toEqual(
    (await readStoredEvents({ database: log.pool, archive: null }, { after: position - 1, limit: 1 }))[0],
  );
  expect(JSON.parse(event.data).name).toBe(special);
});

test('places each seal after the last event that it covers, even if the export reads the log in several parts', async () => {
  // Together these are more than the 2,000 events that the export reads at once.
  for (const count of [1, 2, 700, 1, 700, 900]) {
    await log.addCourses(count);
    await log.seal();
  }
  const lines = parseLines((await log.run('export --raw --without-keys')).out);
  let last = 0;
  for (const line of lines) {
    if ('event' in line) {
      expect((line.event as StoredEvent).position).toBe(last + 1);
      last += 1;
    }
    if ('seal' in line) expect((line as SealLine).seal.lastPosition).toBe(last);
  }
  expect(last).toBe((lines[0] as Header).events);
});
