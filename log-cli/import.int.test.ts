import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import type { Pool } from 'pg';
import { expect, test } from 'vitest';
import { leadsToSignedHead } from '#contract/check-certificate.ts';
import type { DomainEvent } from '#events/catalogue/catalogue.ts';
import { examples } from '#events/catalogue/examples.ts';
import { userStream } from '#events/catalogue/streams/user.ts';
import { PersonRemovedError } from '#events/log/person-keys.ts';
import { openReader } from '#events/log/read/reader.ts';
import { sha256 } from '#events/seals/merkle.ts';
import { checkEventProof } from '#events/seals/proof/event-proof.ts';
import { proveEvent } from '#events/seals/prove.ts';
import { appendRequest, openTestLog, userRegistered } from '#events/testing/test-log.ts';
import { reserveMissingEmails } from '#events/vault/reserve-missing-emails.ts';
import { openVault } from '#events/vault/vault.ts';
import { userIdOf } from '#platform/identity/record-ids.ts';
import { runAt } from './testing/example-log.ts';
import { openExportedLog } from './testing/exported-log.ts';

const source = await openExportedLog();

/** Returns digests of the tables that an import fills, up to a position. The digest of the keys covers only the persons and times. */
const digestTables = (pool: Pool, upTo: number) =>
  Promise.all(
    [
      `select md5(string_agg(e::text, '|' order by position)) as digest from log.events as e where position <= ${upTo}`,
      `select md5(string_agg(s::text, '|' order by number)) as digest from log.seals as s where last_position <= ${upTo}`,
      'select md5(i::text) as digest from log.identity as i',
      'select md5(k::text) as digest from log.pseudonym_key as k',
      "select md5(string_agg(k.person || ' ' || k.made_at || ' ' || coalesce(k.destroyed_at::text, ''), '|' order by person)) as digest from vault.keys as k",
    ].map(async (sql) => (await pool.query<{ digest: string }>(sql)).rows[0]?.digest),
  );

test.each(['passphrase', 'key'] as const)(
  'restores rows, root, proofs, pseudonyms and personal data from an export with keys (%s)',
  async (name) => {
    const target = await source.createEmptyLog();
    const file = source.file(`${name}.ndjson`);
    const header = JSON.parse(readFileSync(file, 'utf8').split('\n', 1)[0] ?? '');
    // The target has a master key of its own.
    const masterKey = randomBytes(32).toString('hex');
    const result = await runAt(target.url, `import ${file} ${source.keysOptions(name)}`, { masterKey });
    expect(result.code, result.err).toBe(0);
    expect(result.out).toContain(header.root);
    expect(result.out).toContain('of 0 people');
    const sourceDigests = await digestTables(source.pool, header.to);
    expect(await source.withPool(target.url, (pool) => digestTables(pool, header.to))).toEqual(sourceDigests);
    const verified = await runAt(target.url, 'verify');
    expect(verified).toMatchObject({ code: 0, out: expect.stringContaining(`history is ${header.root}`) });
    const importedExport = await runAt(target.url, 'export');
    const sourceExport = await source.run(`export --to ${header.to}`);
    expect(importedExport.out).toBe(sourceExport.out);

    await source.withPool(target.url, async (pool) => {
      const vault = openVault({ pool, masterKey });
      const reader = openReader({ pool, vault });
      const [registered] = await reader.readStream(examples.UserRegistered.stream);
      expect(registered?.data).toEqual(examples.UserRegistered.event.data);
      const { events } = await reader.readPage(0, 1_000);
      const position = events.find(({ type }) => type === 'CertificateIssued')?.position ?? 0;
      const proof = await proveEvent({ database: pool, archive: null }, position);
      expect(proof).toEqual(
        await proveEvent({ database: source.pool, archive: null }, position, header.lastSeal),
      );
      expect(proof && (await checkEventProof(sha256, proof))).toBe(true);
      await Promise.all([reader.close(), vault.close()]);
    });
  },
);

test('the e-mail addresses of an imported log can be reserved again', async () => {
  const school = await openTestLog();
  const registration = (uid: string, email: string) => {
    const { data, ...event } = userRegistered('zoe') as Extract<DomainEvent, { type: 'UserRegistered' }>;
    const person = userIdOf(uid);
    return appendRequest({
      writes: [
        {
          stream: userStream(person),
          expectedVersion: 0,
          events: [{ ...event, data: { ...data, email } }],
        },
      ],
      reserveEmail: { person, email },
    });
  };
  await school.appender.append(registration('zoe', 'zoe@example.org'));
  const keys = source.keysOptions('key');
  const exported = await runAt(school.url, `export --raw ${keys} --out ${source.file('zoe.ndjson')}`);
  expect(exported.code, exported.err).toBe(0);
  const target = await source.createEmptyLog();
  const imported = await runAt(target.url, `import ${source.file('zoe.ndjson')} ${keys}`);
  expect(imported.code, imported.err).toBe(0);
  const log = await openTestLog(target.url);
  expect(await reserveMissingEmails(log)).toBe(1);
  expect(await reserveMissingEmails(log)).toBe(0);
  const emailDigests = 'select digest from vault.emails';
  expect((await log.pool.query(emailDigests)).rows).not.toEqual((await school.pool.query(emailDigests)).rows);
  expect(await log.appender.append(registration('other', 'Zoe@example.org'))).toEqual({
    outcome: 'email-taken',
  });
});

test('an imported log agrees with a head that was signed at its source, and its proof of a certificate leads to that head', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  writeFileSync(source.file('key.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
  writeFileSync(source.file('key.pub'), publicKey.export({ type: 'spki', format: 'pem' }));
  const signed = await source.run(`head --key ${source.file('key.pem')}`);
  writeFileSync(source.file('head.json'), signed.out);
  const head = JSON.parse(signed.out);
  const target = await source.createEmptyLog();
  expect((await runAt(target.url, `import ${source.file('bare.ndjson')} --without-keys`)).code).toBe(0);
  expect(
    await runAt(target.url, `verify --against ${source.file('head.json')} --key ${source.file('key.pub')}`),
  ).toMatchObject({ code: 0, out: expect.stringMatching(/^yes: .*signed heads/) });
  await source.withPool(target.url, async (pool) => {
    const { rows } = await pool.query(
      "select position::int from log.events where type = 'CertificateIssued'",
    );
    const proof = await proveEvent({ database: pool, archive: null }, rows[0].position, head.seals);
    const reader = openReader({ pool, vault: null });
    expect(proof && leadsToSignedHead({ logId: await reader.logId(), proof }, head)).toBe(true);
    await reader.close();
  });
});

test('makes personal data unreadable without the keys, and prevents existing users from writing new personal data', async () => {
  const target = await source.createEmptyLog();
  const result = await runAt(target.url, `import ${source.file('passphrase.ndjson')} --without-keys`);
  expect(result.code, result.err).toBe(0);
  expect(result.out).toContain('0 keys of personal data were imported');
  const log = await openTestLog(target.url);
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
  // Without the keys, the target keeps its own pseudonym key.
  const sourceExport = await source.run('export --type UserRegistered');
  expect((await runAt(target.url, 'export --type UserRegistered')).out).not.toBe(sourceExport.out);
});

test('imports only as the owner of an empty log that has no other connections', async () => {
  const target = await source.createEmptyLog();
  const line = `import ${source.file('bare.ndjson')} --without-keys`;
  const contentBefore = await source.contentOf(target.url);
  await source.withPool(target.url, async (pool) => {
    await pool.query("set application_name = 'lyceum projector'");
    expect(await runAt(target.url, line)).toMatchObject({
      code: 3,
      err: expect.stringMatching(/Other programs are connected.*lyceum projector.*Stop Lyceum/),
    });
  });
  expect(await source.contentOf(target.url)).toEqual(contentBefore);

  const name = `lyceum_test_${randomBytes(6).toString('hex')}`;
  await source.pool.query(`create role ${name} login password 'x' in role lyceum_projector`);
  const url = new URL(target.url);
  url.username = name;
  url.password = 'x';
  const refused = await runAt(url.href, line);
  await source.pool.query(`drop role ${name}`);
  expect(refused).toMatchObject({ code: 3, err: expect.stringContaining('An import needs the owner') });

  expect((await runAt(target.url, line)).code).toBe(0);
  const filled = await source.contentOf(target.url);
  expect(await runAt(target.url, line)).toMatchObject({
    code: 3,
    err: expect.stringContaining('This log is not empty'),
  });
  expect(await source.contentOf(target.url)).toEqual(filled);
});

test('rejects a target whose vault contains keys', async () => {
  const target = await source.createEmptyLog();
  await source.withPool(target.url, async (pool) => {
    const vault = openVault({ pool, masterKey: randomBytes(32) });
    await vault.keysForWriting([examples.NoteTaken.event.data.userId]);
    await vault.close();
  });
  expect(await runAt(target.url, `import ${source.file('bare.ndjson')} --without-keys`)).toMatchObject({
    code: 3,
    err: expect.stringContaining('not empty'),
  });
});
