import { createHash, generateKeyPairSync, hash, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { Pool } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { examples } from '#events/catalogue/examples.ts';
import { isUnderHead } from '#contract/check-certificate.ts';
import { openReader } from '#events/log/reader.ts';
import { checkEventProof } from '#events/seals/proof/event-proof.ts';
import { proveEvent } from '#events/seals/prove.ts';
import { appendRequest, openTestLog } from '#events/testing/log.ts';
import { openVault, PersonRemovedError } from '#events/vault/vault.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { openLogWithExamples, runAt } from './testing/log-with-examples.ts';

let source: Awaited<ReturnType<typeof openLogWithExamples>>;
let whole: string;
/** What is refused leaves it empty. */
let target: TestDatabase;
const options = (name: 'passphrase' | 'key') =>
  `--keys ${name === 'key' ? '--key-file' : '--passphrase-file'} ${source.file(name)}`;

beforeAll(async () => {
  source = await openLogWithExamples();
  writeFileSync(source.file('passphrase'), 'correct horse battery staple\n');
  writeFileSync(source.file('another'), 'correct horse battery stable\n');
  writeFileSync(source.file('key'), randomBytes(32).toString('base64'));
  for (const name of ['passphrase', 'key'] as const)
    expect(
      await source.run(`export --raw ${options(name)} --out ${source.file(`${name}.ndjson`)}`),
    ).toMatchObject({
      code: 0,
    });
  expect((await source.run(`export --raw --without-keys --out ${source.file('bare.ndjson')}`)).code).toBe(0);
  whole = readFileSync(source.file('bare.ndjson'), 'utf8');
  target = await newLog();
});
afterAll(async () => {
  await target[Symbol.asyncDispose]();
  await source[Symbol.asyncDispose]();
});

/** An empty log that is another: test databases are clones, so their logs have one identity and one key of pseudonyms. */
const newLog = async (): Promise<TestDatabase> => {
  const database = await createTestDatabase();
  await withPool(database.url, async (pool) => {
    await pool.query('update log.identity set id = gen_random_uuid()');
    await pool.query('update log.pseudonym_key set key = $1', [randomBytes(32)]);
  });
  return database;
};

/** A connection that was closed is seen by the server for a while longer, where the machine is busy. */
const nobodyIsOn = (url: string) =>
  vi.waitFor(
    async () => {
      const { rows } = await source.pool.query('select pid from pg_stat_activity where datname = $1', [
        new URL(url).pathname.slice(1),
      ]);
      expect(rows).toEqual([]);
    },
    { timeout: 30_000, interval: 20 },
  );

const withPool = async <T>(url: string, work: (pool: Pool) => Promise<T>): Promise<T> => {
  const pool = new Pool({ connectionString: url, max: 2 });
  try {
    return await work(pool);
  } finally {
    await pool.end();
    await nobodyIsOn(url);
  }
};

/** All that a log is, as a digest of every row. @param upTo leaves out what was recorded later. */
const digests = (pool: Pool, upTo: number) =>
  Promise.all(
    [
      `select md5(string_agg(e::text, '|' order by position)) as it from log.events as e where position <= ${upTo}`,
      `select md5(string_agg(s::text, '|' order by number)) as it from log.seals as s where last_position <= ${upTo}`,
      'select md5(i::text) as it from log.identity as i',
      'select md5(k::text) as it from log.pseudonym_key as k',
      "select md5(string_agg(k.person || ' ' || k.made_at || ' ' || coalesce(k.destroyed_at::text, ''), '|' order by person)) as it from vault.keys as k",
    ].map(async (sql) => (await pool.query<{ it: string }>(sql)).rows[0]?.it),
  );

/** What stands in a log that should hold nothing. */
const leftovers = (url: string) =>
  withPool(url, async (pool) => {
    const { rows } = await pool.query(
      `select (select count(*)::int from log.events) as events, (select count(*)::int from log.seals) as seals,
         (select count(*)::int from vault.keys) as keys, (select id from log.identity) as id`,
    );
    return rows[0];
  });

test.each(['passphrase', 'key'] as const)(
  'a whole export with keys under a %s is the same log again: rows, root, proofs, pseudonyms, and what is personal',
  async (name) => {
    await using target = await newLog();
    const file = source.file(`${name}.ndjson`);
    const head = JSON.parse(readFileSync(file, 'utf8').split('\n', 1)[0] ?? '');
    // The vault there has a master key of its own.
    const masterKey = randomBytes(32).toString('hex');
    const done = await runAt(target.url, `import ${file} ${options(name)}`, { masterKey });
    expect(done.code, done.err).toBe(0);
    expect(done.out).toContain(head.root);
    expect(done.out).toContain('of 0 persons');
    const ours = await digests(source.pool, head.to);
    expect(await withPool(target.url, (pool) => digests(pool, head.to))).toEqual(ours);
    const verified = await runAt(target.url, 'verify');
    expect(verified).toMatchObject({ code: 0, out: expect.stringContaining(`history is ${head.root}`) });
    const [there, here] = [await runAt(target.url, 'export'), await source.run(`export --to ${head.to}`)];
    expect(there.out).toBe(here.out);

    await withPool(target.url, async (pool) => {
      const vault = openVault({ pool, masterKey });
      const reader = openReader({ pool, vault });
      const [registered] = await reader.readStream(examples.UserRegistered.stream);
      expect(registered?.data).toEqual(examples.UserRegistered.event.data);
      const { events } = await reader.readPage(0, 1_000);
      const position = events.find(({ type }) => type === 'CertificateIssued')?.position ?? 0;
      const proof = await proveEvent(pool, position);
      expect(proof).toEqual(await proveEvent(source.pool, position, head.lastSeal));
      expect(proof && (await checkEventProof((bytes) => hash('sha256', bytes, 'buffer'), proof))).toBe(true);
      await Promise.all([reader.close(), vault.close()]);
    });
  },
);

test('a head that was signed before vouches for it, and the public proofs of certificates are under that head', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  writeFileSync(source.file('key.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
  writeFileSync(source.file('key.pub'), publicKey.export({ type: 'spki', format: 'pem' }));
  const signed = await source.run(`head --key ${source.file('key.pem')}`);
  writeFileSync(source.file('head.json'), signed.out);
  const head = JSON.parse(signed.out);
  await using target = await newLog();
  expect((await runAt(target.url, `import ${source.file('bare.ndjson')} --without-keys`)).code).toBe(0);
  expect(
    await runAt(target.url, `verify --against ${source.file('head.json')} --key ${source.file('key.pub')}`),
  ).toMatchObject({ code: 0, out: expect.stringMatching(/^yes: .*vouch/) });
  await withPool(target.url, async (pool) => {
    const { rows } = await pool.query(
      "select position::int from log.events where type = 'CertificateIssued'",
    );
    const proof = await proveEvent(pool, rows[0].position, head.seals);
    const reader = openReader({ pool, vault: null });
    expect(proof && isUnderHead({ logId: await reader.logId(), proof }, head)).toBe(true);
    await reader.close();
  });
});

test('without keys nobody reads what was personal, and nobody who is in it writes something that spoils it', async () => {
  await using target = await newLog();
  const done = await runAt(target.url, `import ${source.file('passphrase.ndjson')} --without-keys`);
  expect(done.code, done.err).toBe(0);
  expect(done.out).toContain('0 keys of personal data came along');
  await using log = openTestLog(target.url);
  const { stream, event } = examples.UserRegistered;
  expect((await log.reader.readStream(stream))[0]?.data).toMatchObject({ name: null, email: null });
  const version = (await log.reader.readStream(stream)).length;
  await expect(
    log.appender.append(
      appendRequest({
        writes: [
          {
            stream,
            expectedVersion: version,
            events: [{ type: 'UserProfileEdited', data: { name: event.data.name, imageUrl: '/a.svg' } }],
          },
        ],
      }),
    ),
  ).rejects.toBeInstanceOf(PersonRemovedError);
  // Another log of the same people under pseudonyms of its own.
  const here = await source.run('export --type UserRegistered');
  expect((await runAt(target.url, 'export --type UserRegistered')).out).not.toBe(here.out);
});

test('an import wants an empty log with nobody on it, and its owner', async () => {
  await using target = await newLog();
  const line = `import ${source.file('bare.ndjson')} --without-keys`;
  const empty = await leftovers(target.url);
  await withPool(target.url, async (pool) => {
    await pool.query("set application_name = 'lyceum projector'");
    expect(await runAt(target.url, line)).toMatchObject({
      code: 3,
      err: expect.stringMatching(/Others are connected.*lyceum projector.*Stop Lyceum/),
    });
  });
  expect(await leftovers(target.url)).toEqual(empty);

  const name = `lyceum_test_${randomBytes(6).toString('hex')}`;
  await source.pool.query(`create role ${name} login password 'x' in role lyceum_projector`);
  const url = new URL(target.url);
  [url.username, url.password] = [name, 'x'];
  const refused = await runAt(url.href, line);
  await source.pool.query(`drop role ${name}`);
  expect(refused).toMatchObject({ code: 3, err: expect.stringContaining('An import needs the owner') });

  expect((await runAt(target.url, line)).code).toBe(0);
  const filled = await leftovers(target.url);
  expect(await runAt(target.url, line)).toMatchObject({
    code: 3,
    err: expect.stringContaining('This log is not empty'),
  });
  expect(await leftovers(target.url)).toEqual(filled);
});

test('a vault with somebody in it is not mixed with another', async () => {
  await using target = await newLog();
  await withPool(target.url, async (pool) => {
    const vault = openVault({ pool, masterKey: randomBytes(32) });
    await vault.keysForWriting([examples.NoteTaken.event.data.userId]);
    await vault.close();
  });
  expect(await runAt(target.url, `import ${source.file('bare.ndjson')} --without-keys`)).toMatchObject({
    code: 3,
    err: expect.stringContaining('not empty'),
  });
});

const lines = () => whole.trimEnd().split('\n');
/** The lines with a last one that fits them, as a forger makes it. */
const ended = (all: readonly string[]): string => {
  const before = `${all.slice(0, -1).join('\n')}\n`;
  const sha256 = createHash('sha256').update(before).digest('hex');
  return `${before}${JSON.stringify({ end: { lines: all.length - 1, keys: 0, sha256 } })}\n`;
};
const placeOf = (type: string) => lines().findIndex((line) => line.includes(`"type":"${type}"`));
const sealPlace = () => lines().findIndex((line) => line.startsWith('{"seal"'));
const replaced = (place: number, change: (line: string) => string) =>
  lines().map((line, index) => (index === place ? change(line) : line));
const without = (place: number) => lines().filter((_, index) => index !== place);
const headed = (changes: object) =>
  replaced(0, (line) => JSON.stringify({ ...JSON.parse(line), ...changes }));
const dearer = (line: string) => line.replace('\\"price\\":99', '\\"price\\":98');

test.each<[string, () => string, string]>([
  [
    'a changed byte',
    () => `${replaced(placeOf('CourseEdited'), dearer).join('\n')}\n`,
    'The file was changed',
  ],
  [
    'a changed byte under a new digest',
    () => ended(replaced(placeOf('CourseEdited'), dearer)),
    'does not verify: at position 2 (changed)',
  ],
  ['a missing line', () => `${without(placeOf('CourseEdited')).join('\n')}\n`, 'not in order'],
  ['a missing seal of the old digest', () => `${without(sealPlace()).join('\n')}\n`, 'Lines are missing'],
  ['a missing line under a new digest', () => ended(without(placeOf('CourseEdited'))), 'not in order'],
  ['a missing last event', () => ended(without(lines().length - 3)), 'should hold'],
  ['a missing seal', () => ended(without(sealPlace())), 'should hold'],
  ['a file cut off within a line', () => whole.slice(0, -100), 'cut off'],
  ['a file cut off behind a line', () => `${lines().slice(0, -1).join('\n')}\n`, 'cut off'],
  ['a file cut off behind its header', () => `${lines()[0]}\n`, 'cut off'],
  [
    'a wrong digest',
    () => whole.replace(/"sha256":"[0-9a-f]{64}"/, `"sha256":"${'0'.repeat(64)}"`),
    'not what the digest in its last line says',
  ],
  ['a line behind the last', () => `${whole}${lines()[1]}\n`, 'goes on behind its last line'],
  [
    'two lines that changed places',
    () =>
      ended([...lines().slice(0, 1), ...lines().slice(2, 3), ...lines().slice(1, 2), ...lines().slice(3)]),
    'not in order',
  ],
  ['an event twice', () => ended([...lines().slice(0, 2), ...lines().slice(1)]), 'not in order'],
  ['another root', () => ended(headed({ root: '0'.repeat(64) })), 'not those that its header says'],
  ['another log', () => ended(headed({ format: 'something else' })), 'Line 1'],
  ['a newer format', () => ended(headed({ version: 2 })), 'is of version 2'],
  [
    'an event of a newer Lyceum',
    () => ended(replaced(placeOf('CourseEdited'), (line) => line.replace('CourseEdited', 'CourseBurnt'))),
    'does not know CourseBurnt',
  ],
  [
    'data that is no JSON',
    () => ended(replaced(placeOf('CourseRemoved'), (line) => line.replace('"data":"{}"', '"data":"{"'))),
    'cannot be stored',
  ],
  ['a line that is no JSON', () => whole.replace('{"event"', '{event'), 'no JSON'],
  [
    'a line of another kind',
    () => ended([...lines().slice(0, 1), '{"what":1}', ...lines().slice(1)]),
    'Line 2',
  ],
  ['nothing', () => '', 'cut off'],
  ['an export under pseudonyms', () => '{"position":1,"type":"CourseAdded"}\n', 'no raw export'],
])('%s is refused, and nothing stays', async (name, forge, said) => {
  const empty = await leftovers(target.url);
  const file = source.file(`${name.replaceAll(' ', '-')}.ndjson`);
  const forged = forge();
  expect(forged).not.toBe(whole);
  writeFileSync(file, forged);
  const { code, err, out } = await runAt(target.url, `import ${file} --without-keys`);
  expect(err).toContain(said);
  expect([code, out]).toEqual([1, '']);
  expect(await leftovers(target.url)).toEqual(empty);
});

test('a part of a log, a wrong passphrase, the wrong kind of secret and missing keys are refused', async () => {
  const empty = await leftovers(target.url);
  const part = source.file('part.ndjson');
  await source.run(`export --raw --without-keys --to 5 --out ${part}`);
  const [passphrase, bare] = [source.file('passphrase.ndjson'), source.file('bare.ndjson')];
  for (const [line, said] of [
    [`import ${part} --without-keys`, 'a whole export is wanted'],
    [
      `import ${passphrase} --keys --passphrase-file ${source.file('another')}`,
      'the passphrase is another one',
    ],
    [
      `import ${passphrase} --keys --key-file ${source.file('key')}`,
      'under a passphrase, not under a key file',
    ],
    [`import ${bare} ${options('passphrase')}`, 'no keys in this file'],
  ]) {
    const { code, err } = await runAt(target.url, line ?? '');
    expect(err).toContain(said);
    expect(code).toBe(1);
  }
  expect(await leftovers(target.url)).toEqual(empty);
});

test('an interrupted import leaves nothing behind', async () => {
  const empty = await leftovers(target.url);
  const stop = new AbortController();
  stop.abort(new Error('Interrupted'));
  const line = `import ${source.file('bare.ndjson')} --without-keys`;
  expect(await runAt(target.url, line, { signal: stop.signal })).toMatchObject({
    code: 3,
    err: expect.stringContaining('Interrupted'),
  });
  expect(await leftovers(target.url)).toEqual(empty);
});
