import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { Writable } from 'node:stream';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { examples } from '#events/catalogue/examples.ts';
import { leafHash, treeRoot } from '#events/seals/merkle.ts';
import { encodeEvent, type StoredEvent } from '#events/seals/proof/encoding.ts';
import { readStoredEvents } from '#events/seals/stored-events.ts';
import type { Header, SealLine } from '#events/transfer/format.ts';
import { runProgram } from './program.ts';
import { exampleCount, openLogWithExamples, runAt } from './testing/log-with-examples.ts';

let log: Awaited<ReturnType<typeof openLogWithExamples>>;
beforeAll(async () => {
  log = await openLogWithExamples();
  writeFileSync(log.file('passphrase'), 'correct horse battery staple\n');
  writeFileSync(log.file('key'), randomBytes(32).toString('base64'));
});
afterAll(() => log[Symbol.asyncDispose]());

/** The records of exports so far. */
const recorded = async () => {
  const events = await log.reader.readStream('log');
  return events
    .filter(({ type }) => type === 'LogExported')
    .map(({ data, metadata }) => ({ data, metadata }));
};
let before = 0;
beforeEach(async () => {
  before = (await recorded()).length;
});

const linesOf = (text: string) => text.split('\n').filter(Boolean);
const parsed = (text: string): Record<string, unknown>[] => linesOf(text).map((line) => JSON.parse(line));

test('everything is written as it is stored, with its seals, a digest at the end; and it is recorded', async () => {
  const file = log.file('whole.ndjson');
  const done = await log.run(`export --raw --without-keys --out ${file}`);
  expect(done.code, done.err).toBe(0);
  const text = readFileSync(file, 'utf8');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const all = parsed(text);
  const head = all[0] as Header;
  const position = (await log.reader.head()) as number;
  expect(head).toMatchObject({
    ...{ format: 'lyceum raw export', version: 1, from: 1, to: position, recordedAs: position },
    ...{ events: position, keys: null, logId: await log.reader.logId() },
  });
  const events = all.flatMap((line) => ('event' in line ? [line.event] : []));
  expect(events).toEqual(await readStoredEvents(log.pool, { after: 0, limit: 1_000 }));
  const { rows } = await log.pool.query(
    `select number::int, encode(root, 'hex') as root, encode(chained_root, 'hex') as chained, encode(leaves, 'base64') as leaves
       from log.seals order by number`,
  );
  const seals = all.flatMap((line) => ('seal' in line ? [line.seal as Record<string, unknown>] : []));
  expect(seals.map(({ number, root, chainedRoot }) => [number, root, chainedRoot])).toEqual(
    rows.map(({ number, root, chained }) => [number, root, chained]),
  );
  expect(seals.map(({ leaves }) => leaves)).toEqual(rows.map(({ leaves }) => leaves.replaceAll('\n', '')));
  expect(head.root).toBe(rows.at(-1).chained);
  expect(head.seals).toBe(seals.length);
  const end = text.lastIndexOf('\n', text.length - 2) + 1;
  expect(all.at(-1)).toEqual({
    end: {
      lines: all.length - 1,
      keys: 0,
      sha256: createHash('sha256').update(text.slice(0, end)).digest('hex'),
    },
  });
  const [record] = (await recorded()).slice(before);
  expect(record).toMatchObject({
    data: { from: 1, to: null, raw: true, keys: 'left-out', databaseLogin: expect.any(String) },
    metadata: { actor: { system: 'log export' } },
  });
  expect(record?.data).toMatchObject({ operator: expect.stringMatching(`^.+@${hostname()}$`) });
  expect(done.err).toContain(`recorded in the log at position ${position}`);
  expect((await log.run('verify')).code).toBe(0);
});

test('whoever has the file alone can compute every seal in it from its events', async () => {
  const all = parsed((await log.run('export --raw --without-keys')).out);
  const events = all.flatMap((line) => ('event' in line ? [line.event as StoredEvent] : []));
  const seals = all.flatMap((line) => ('seal' in line ? [line as SealLine] : []));
  expect(seals.length).toBeGreaterThan(1);
  for (const { seal } of seals) {
    const page = events.slice(seal.firstPosition - 1, seal.lastPosition);
    const leaves = Buffer.concat(page.map((event) => leafHash(encodeEvent(event))));
    expect(treeRoot(leaves).toString('hex')).toBe(seal.root);
  }
});

test('two who export at the same moment are both recorded', async () => {
  const both = await Promise.all([1, 2].map(() => log.run('export --raw --without-keys')));
  expect(both.map(({ code }) => code)).toEqual([0, 0]);
  expect(await recorded()).toHaveLength(before + 2);
  const places = both.map(({ out }) => (parsed(out)[0] as Header).recordedAs);
  expect(new Set(places).size).toBe(2);
});

test('the record is committed before the first byte leaves', async () => {
  const seen: number[] = [];
  const out = new Writable({
    write(_, __, done) {
      recorded().then((records) => {
        seen.push(records.length);
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
  await expect.poll(() => seen[0]).toBe(before + 1);
});

test('what cannot be recorded is not written', async () => {
  const holder = new Client({ connectionString: log.url });
  await holder.connect();
  // Every append waits for this lock.
  await holder.query('begin');
  await holder.query('select pg_advisory_xact_lock(4115200)');
  const file = log.file('unrecorded.ndjson');
  for (const line of ['export --raw --without-keys', `export --raw --without-keys --out ${file}`])
    expect(await log.run(line)).toMatchObject({ code: 3, out: '', err: expect.stringContaining('log') });
  expect(existsSync(file)).toBe(false);
  await holder.end();
  expect(await recorded()).toHaveLength(before);
});

test('it needs the owner of the log; who signs in as another is refused with a sentence', async () => {
  const name = `lyceum_test_${randomBytes(6).toString('hex')}`;
  await log.pool.query(`create role ${name} login password 'x' in role lyceum_reader, lyceum_command`);
  const url = new URL(log.url);
  [url.username, url.password] = [name, 'x'];
  const refused = await runAt(url.href, 'export --raw --without-keys');
  await log.pool.query(`drop role ${name}`);
  expect(refused).toMatchObject({ code: 3, out: '' });
  expect(refused.err).toContain('A raw export needs the owner of the log');
  expect(refused.err).toContain(`signs in as ${name}`);
  expect(await recorded()).toHaveLength(before);
});

test.each([
  ['export --raw', 'Say whether the keys'],
  ['export --raw --keys --without-keys', 'Say whether the keys'],
  ['export --raw --keys', 'Keys travel wrapped'],
  ['export --raw --keys --passphrase-file $passphrase --key-file $key', 'Keys travel wrapped'],
  ['export --raw --keys --passphrase-file nowhere', 'cannot be read'],
  ['export --raw --keys --key-file $passphrase', 'no key of 32 bytes'],
  ['export --raw --without-keys --key-file $key', 'nothing to wrap'],
  ['export --raw --without-keys --type CourseAdded', 'no --type'],
  ['export --raw --without-keys --format csv', 'no --format'],
  ['export --keys', 'go with --raw'],
  ['import nowhere --without-keys', 'cannot be read'],
  ['import $key', 'Say whether the keys'],
])('"%s" is refused with a sentence, and nothing is recorded', async (line, said) => {
  const { code, out, err } = await log.run(line.replaceAll(/\$(\w+)/g, (_, name) => log.file(name)));
  expect([code, out]).toEqual([2, '']);
  expect(err).toContain(said);
  expect(await recorded()).toHaveLength(before);
});

test('keys travel wrapped, each once, under a passphrase or a key file; the word of neither is in the file', async () => {
  const { rows } = await log.pool.query('select person from vault.keys order by person');
  for (const [option, by, word] of [
    ['--passphrase-file', 'scrypt', 'under-passphrase'],
    ['--key-file', 'hkdf-sha256', 'under-key-file'],
  ] as const) {
    const name = option === '--key-file' ? 'key' : 'passphrase';
    const { code, out, err } = await log.run(`export --raw --keys ${option} ${log.file(name)}`);
    expect(code, err).toBe(0);
    const all = parsed(out);
    expect(all[0]).toMatchObject({ keys: { wrapping: { by } } });
    const keys = all.flatMap((line) => ('key' in line ? [line.key as { person: string }] : []));
    expect(keys.map(({ person }) => person)).toEqual(rows.map(({ person }) => person));
    expect(out).not.toContain(readFileSync(log.file(name), 'utf8').trim());
    expect(out).not.toContain(examples.UserRegistered.event.data.email);
    expect((await recorded()).at(-1)?.data).toMatchObject({ keys: word });
  }
});

test('a stretch can be written, too: with every seal that holds an event of it', async () => {
  const { code, out } = await log.run('export --raw --without-keys --from 3 --to 5');
  expect(code).toBe(0);
  const all = parsed(out);
  expect(
    all.flatMap((line) => ('event' in line ? [(line.event as { position: number }).position] : [])),
  ).toEqual([3, 4, 5]);
  expect(all[0]).toMatchObject({ from: 3, to: 5, events: 3, seals: 1 });
  const [seal] = all.flatMap((line) => ('seal' in line ? [line.seal] : []));
  expect(seal).toMatchObject({ firstPosition: 1, lastPosition: exampleCount });
  expect((await recorded()).at(-1)?.data).toMatchObject({ from: 3, to: 5 });
});
