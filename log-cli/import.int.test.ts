import { createHash, generateKeyPairSync, hash, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { Pool } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { isUnderHead } from '#contract/check-certificate.ts';
import { examples } from '#events/catalogue/examples.ts';
import { PersonRemovedError } from '#events/log/person-keys.ts';
import { openReader } from '#events/log/read/reader.ts';
import { checkEventProof } from '#events/seals/proof/event-proof.ts';
import { proveEvent } from '#events/seals/prove.ts';
import { appendRequest, openTestLog } from '#events/testing/test-log.ts';
import { openVault } from '#events/vault/vault.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database.ts';
import { openExampleLog, runAt } from './testing/example-log.ts';

let source: Awaited<ReturnType<typeof openExampleLog>>;
let rawExport: string;
/** Rejected imports must leave it empty. */
let target: TestDatabase;
const options = (name: 'passphrase' | 'key') =>
  `--keys ${name === 'key' ? '--key-file' : '--passphrase-file'} ${source.file(name)}`;

beforeAll(async () => {
  source = await openExampleLog();
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
  rawExport = readFileSync(source.file('bare.ndjson'), 'utf8');
  target = await newLog();
});
afterAll(async () => {
  await target[Symbol.asyncDispose]();
  await source[Symbol.asyncDispose]();
});

/** Creates an empty log with an identity and a pseudonym key of its own; test databases are clones. */
const newLog = async (): Promise<TestDatabase> => {
  const database = await createTestDatabase();
  await withPool(database.url, async (pool) => {
    await pool.query('update log.identity set id = gen_random_uuid()');
    await pool.query('update log.pseudonym_key set key = $1', [randomBytes(32)]);
  });
  return database;
};

/** Waits until PostgreSQL has noticed that all connections are closed. */
const waitUntilUnused = (url: string) =>
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
    await waitUntilUnused(url);
  }
};

/** Returns digests of all rows of a log up to a position. */
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

/** Counts what a log contains. */
const contentOf = (url: string) =>
  withPool(url, async (pool) => {
    const { rows } = await pool.query(
      `select (select count(*)::int from log.events) as events, (select count(*)::int from log.seals) as seals,
         (select count(*)::int from vault.keys) as keys, (select id from log.identity) as id`,
    );
    return rows[0];
  });

test.each(['passphrase', 'key'] as const)(
  'importing an export with keys (%s) restores rows, root, proofs, pseudonyms and personal data',
  async (name) => {
    await using target = await newLog();
    const file = source.file(`${name}.ndjson`);
    const head = JSON.parse(readFileSync(file, 'utf8').split('\n', 1)[0] ?? '');
    // The target has a master key of its own.
    const masterKey = randomBytes(32).toString('hex');
    const result = await runAt(target.url, `import ${file} ${options(name)}`, { masterKey });
    expect(result.code, result.err).toBe(0);
    expect(result.out).toContain(head.root);
    expect(result.out).toContain('of 0 people');
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

test('an imported log contains earlier signed heads and proves certificates under them', async () => {
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
  ).toMatchObject({ code: 0, out: expect.stringMatching(/^yes: .*signed heads/) });
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

test('without keys personal data is unreadable, and existing users cannot write new personal data', async () => {
  await using target = await newLog();
  const result = await runAt(target.url, `import ${source.file('passphrase.ndjson')} --without-keys`);
  expect(result.code, result.err).toBe(0);
  expect(result.out).toContain('0 keys of personal data were imported');
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
  // Without keys the log gets pseudonyms of its own.
  const here = await source.run('export --type UserRegistered');
  expect((await runAt(target.url, 'export --type UserRegistered')).out).not.toBe(here.out);
});

test('an import needs an empty log without other connections, and its owner', async () => {
  await using target = await newLog();
  const line = `import ${source.file('bare.ndjson')} --without-keys`;
  const empty = await contentOf(target.url);
  await withPool(target.url, async (pool) => {
    await pool.query("set application_name = 'lyceum projector'");
    expect(await runAt(target.url, line)).toMatchObject({
      code: 3,
      err: expect.stringMatching(/Other programs are connected.*lyceum projector.*Stop Lyceum/),
    });
  });
  expect(await contentOf(target.url)).toEqual(empty);

  const name = `lyceum_test_${randomBytes(6).toString('hex')}`;
  await source.pool.query(`create role ${name} login password 'x' in role lyceum_projector`);
  const url = new URL(target.url);
  [url.username, url.password] = [name, 'x'];
  const refused = await runAt(url.href, line);
  await source.pool.query(`drop role ${name}`);
  expect(refused).toMatchObject({ code: 3, err: expect.stringContaining('An import needs the owner') });

  expect((await runAt(target.url, line)).code).toBe(0);
  const filled = await contentOf(target.url);
  expect(await runAt(target.url, line)).toMatchObject({
    code: 3,
    err: expect.stringContaining('This log is not empty'),
  });
  expect(await contentOf(target.url)).toEqual(filled);
});

test('rejects a target whose vault contains keys', async () => {
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

const lines = () => rawExport.trimEnd().split('\n');
/** Returns the lines with a matching digest at the end, as a forger would. */
const withDigest = (all: readonly string[]): string => {
  const before = `${all.slice(0, -1).join('\n')}\n`;
  const sha256 = createHash('sha256').update(before).digest('hex');
  return `${before}${JSON.stringify({ end: { lines: all.length - 1, keys: 0, sha256 } })}\n`;
};
const indexOfType = (type: string) => lines().findIndex((line) => line.includes(`"type":"${type}"`));
const indexOfSeal = () => lines().findIndex((line) => line.startsWith('{"seal"'));
const replaceLine = (index: number, change: (line: string) => string) =>
  lines().map((line, at) => (at === index ? change(line) : line));
const withoutLine = (index: number) => lines().filter((_, at) => at !== index);
const withHeader = (changes: object) =>
  replaceLine(0, (line) => JSON.stringify({ ...JSON.parse(line), ...changes }));
const changePrice = (line: string) => line.replace('\\"price\\":99', '\\"price\\":98');

test.each<[string, () => string, string]>([
  [
    'a changed byte',
    () => `${replaceLine(indexOfType('CourseEdited'), changePrice).join('\n')}\n`,
    'The file was changed',
  ],
  [
    'a changed byte under a new digest',
    () => withDigest(replaceLine(indexOfType('CourseEdited'), changePrice)),
    'does not verify: at position 2 (changed)',
  ],
  ['a missing line', () => `${withoutLine(indexOfType('CourseEdited')).join('\n')}\n`, 'not in order'],
  [
    'a missing seal of the old digest',
    () => `${withoutLine(indexOfSeal()).join('\n')}\n`,
    'Lines are missing',
  ],
  [
    'a missing line under a new digest',
    () => withDigest(withoutLine(indexOfType('CourseEdited'))),
    'not in order',
  ],
  ['a missing last event', () => withDigest(withoutLine(lines().length - 3)), 'should have'],
  ['a missing seal', () => withDigest(withoutLine(indexOfSeal())), 'should have'],
  ['a file cut off within a line', () => rawExport.slice(0, -100), 'truncated'],
  ['a file cut off behind a line', () => `${lines().slice(0, -1).join('\n')}\n`, 'truncated'],
  ['a file cut off behind its header', () => `${lines()[0]}\n`, 'truncated'],
  [
    'a wrong digest',
    () => rawExport.replace(/"sha256":"[0-9a-f]{64}"/, `"sha256":"${'0'.repeat(64)}"`),
    'does not match the digest in its last line',
  ],
  ['a line behind the last', () => `${rawExport}${lines()[1]}\n`, 'continues after its last line'],
  [
    'two lines that changed places',
    () =>
      withDigest([
        ...lines().slice(0, 1),
        ...lines().slice(2, 3),
        ...lines().slice(1, 2),
        ...lines().slice(3),
      ]),
    'not in order',
  ],
  ['an event twice', () => withDigest([...lines().slice(0, 2), ...lines().slice(1)]), 'not in order'],
  ['another root', () => withDigest(withHeader({ root: '0'.repeat(64) })), 'do not match its header'],
  ['another log', () => withDigest(withHeader({ format: 'something else' })), 'Line 1'],
  ['a newer format', () => withDigest(withHeader({ version: 2 })), 'has version 2'],
  [
    'an event of a newer Lyceum',
    () =>
      withDigest(
        replaceLine(indexOfType('CourseEdited'), (line) => line.replace('CourseEdited', 'CourseBurnt')),
      ),
    'does not know CourseBurnt',
  ],
  [
    'data that is no JSON',
    () =>
      withDigest(
        replaceLine(indexOfType('CourseRemoved'), (line) => line.replace('"data":"{}"', '"data":"{"')),
      ),
    'cannot be stored',
  ],
  ['a line that is no JSON', () => rawExport.replace('{"event"', '{event'), 'not JSON'],
  [
    'a line of another kind',
    () => withDigest([...lines().slice(0, 1), '{"what":1}', ...lines().slice(1)]),
    'Line 2',
  ],
  ['nothing', () => '', 'truncated'],
  ['an export under pseudonyms', () => '{"position":1,"type":"CourseAdded"}\n', 'not a raw export'],
])('rejects %s and imports nothing', async (name, forge, message) => {
  const empty = await contentOf(target.url);
  const file = source.file(`${name.replaceAll(' ', '-')}.ndjson`);
  const forged = forge();
  expect(forged).not.toBe(rawExport);
  writeFileSync(file, forged);
  const { code, err, out } = await runAt(target.url, `import ${file} --without-keys`);
  expect(err).toContain(message);
  expect([code, out]).toEqual([1, '']);
  expect(await contentOf(target.url)).toEqual(empty);
});

test('rejects partial exports, wrong passphrases, wrong kinds of secret and missing keys', async () => {
  const empty = await contentOf(target.url);
  const part = source.file('part.ndjson');
  await source.run(`export --raw --without-keys --to 5 --out ${part}`);
  const [passphrase, bare] = [source.file('passphrase.ndjson'), source.file('bare.ndjson')];
  for (const [line, message] of [
    [`import ${part} --without-keys`, 'needs a complete export'],
    [`import ${passphrase} --keys --passphrase-file ${source.file('another')}`, 'the passphrase is wrong'],
    [
      `import ${passphrase} --keys --key-file ${source.file('key')}`,
      'under a passphrase, not under a key file',
    ],
    [`import ${bare} ${options('passphrase')}`, 'no keys in this file'],
  ]) {
    const { code, err } = await runAt(target.url, line ?? '');
    expect(err).toContain(message);
    expect(code).toBe(1);
  }
  expect(await contentOf(target.url)).toEqual(empty);
});

test('an interrupted import imports nothing', async () => {
  const empty = await contentOf(target.url);
  const stop = new AbortController();
  stop.abort(new Error('Interrupted'));
  const line = `import ${source.file('bare.ndjson')} --without-keys`;
  expect(await runAt(target.url, line, { signal: stop.signal })).toMatchObject({
    code: 3,
    err: expect.stringContaining('Interrupted'),
  });
  expect(await contentOf(target.url)).toEqual(empty);
});
