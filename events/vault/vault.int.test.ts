import { type KeyObject, randomBytes, randomUUID } from 'node:crypto';
import { Pool } from 'pg';
import { expect, test } from 'vitest';
import { afterTests } from '#platform/testing/close-after-tests.ts';
import { createTestDatabase } from '#platform/testing/test-database.ts';
import { PersonRemovedError } from '../log/person-keys.ts';
import { appendRequest, openTestLog, testMasterKey, userRegistered } from '../testing/test-log.ts';
import { openVault, type Vault, WrongMasterKeyError } from './vault.ts';

const { url: connectionString } = await createTestDatabase();
const pool = new Pool({ connectionString });
afterTests(() => pool.end());
const opened: Vault[] = [];
afterTests(() => Promise.all(opened.map((vault) => vault.close())));
const open = (masterKey: string | Buffer = testMasterKey, previousMasterKeys: (string | Buffer)[] = []) => {
  const vault = openVault({ pool, masterKey, previousMasterKeys });
  opened.push(vault);
  return vault;
};

/** Keys in hexadecimal: assertions consider any two KeyObjects equal. */
const toHex = (keys: ReadonlyMap<string, KeyObject | null> | undefined) =>
  new Map([...(keys ?? [])].map(([person, key]) => [person, key?.export().toString('hex') ?? null]));

const waitUntilAllVaultsListen = () =>
  expect
    .poll(async () => {
      const { rows } = await pool.query(
        "select count(*)::integer as count from pg_stat_activity where datname = current_database() and query = 'listen lyceum_vault'",
      );
      return rows[0].count;
    })
    .toBe(opened.length);

test('creates one key per person, even for concurrent calls of two vaults', async () => {
  const firstVault = open();
  const secondVault = open();
  const persons = Array.from({ length: 50 }, () => randomUUID());
  const [a, b, c] = await Promise.all([
    firstVault.keysForWriting(persons),
    secondVault.keysForWriting(persons.toReversed()),
    firstVault.keysForWriting(persons.slice(20)),
  ]);
  for (const person of persons) expect(a?.get(person)?.symmetricKeySize).toBe(32);
  expect(toHex(b)).toEqual(toHex(a));
  expect([...toHex(c)]).toEqual([...toHex(a)].slice(20));
  expect(new Set(toHex(a).values()).size).toBe(50);
  expect(toHex(await secondVault.keysForReading(persons))).toEqual(toHex(a));
});

test('stores keys wrapped, and cannot read them with a different master key', async () => {
  const person = randomUUID();
  const key = (await open().keysForWriting([person])).get(person);
  const { rows } = await pool.query('select wrapped from vault.keys where person = $1', [person]);
  expect(rows[0].wrapped.includes(key?.export())).toBe(false);
  await expect(open(randomBytes(32)).keysForReading([person])).rejects.toThrow(
    'which is not one of the given master keys',
  );
  expect(() => open(randomBytes(16))).toThrow('must be 32 bytes');
});

test('evicts a destroyed key from every cache, returns null for it and creates no new one', async () => {
  const firstVault = open();
  const other = open();
  const person = randomUUID();
  const unknownPerson = randomUUID();
  await firstVault.keysForWriting([person]);
  await other.keysForReading([person]);
  await waitUntilAllVaultsListen();
  await firstVault.destroy([person, unknownPerson]);
  expect(firstVault.cached(person)).toBeUndefined();
  await expect.poll(() => other.cached(person)).toBeUndefined();
  expect(await other.keysForReading([person, unknownPerson])).toEqual(
    new Map([person, unknownPerson].map((id) => [id, null])),
  );
  for (const id of [person, unknownPerson])
    await expect(other.keysForWriting([id])).rejects.toBeInstanceOf(PersonRemovedError);
  await firstVault.destroy([person]);
});

test('does not cache a key that is evicted while it is being fetched', async () => {
  const vault = open();
  const person = randomUUID();
  await open().keysForWriting([person]);
  const fetching = vault.keysForReading([person]);
  vault.evict(person);
  await fetching;
  expect(vault.cached(person)).toBeUndefined();
});

test('does not cache that a person has no key, because another process may create one', async () => {
  const firstVault = open();
  const other = open();
  const person = randomUUID();
  expect(await firstVault.keysForReading([person])).toEqual(new Map([[person, null]]));
  const created = await other.keysForWriting([person]);
  expect(toHex(await firstVault.keysForReading([person]))).toEqual(toHex(created));
});

test('destroys the keys of removed persons again after the vault was restored from a backup', async () => {
  const log = await openTestLog();
  const ann = randomUUID();
  const ben = randomUUID();
  for (const id of [ann, ben])
    await log.appender.append(
      appendRequest({
        writes: [{ stream: `user-${id}`, expectedVersion: 0, events: [userRegistered('x')] }],
      }),
    );
  const backup = (await log.pool.query('select person, made_at, master_key_id, wrapped from vault.keys'))
    .rows;
  await log.appender.append(
    appendRequest({
      writes: [{ stream: `user-${ann}`, expectedVersion: 1, events: [{ type: 'UserRemoved', data: {} }] }],
      destroyKeysOf: [ann],
    }),
  );
  await log.pool.query('delete from vault.keys');
  for (const row of backup)
    await log.pool.query(
      'insert into vault.keys (person, made_at, master_key_id, wrapped) values ($1, $2, $3, $4)',
      [row.person, row.made_at, row.master_key_id, row.wrapped],
    );
  expect((await log.reader.readStream(`user-${ann}`))[0]?.data).toMatchObject({ name: 'x' });
  expect(await log.vault.reapplyRemovals()).toBe(1);
  expect(await log.vault.reapplyRemovals()).toBe(0);
  expect((await log.reader.readStream(`user-${ann}`))[0]?.data).toMatchObject({ name: null });
  expect((await log.reader.readStream(`user-${ben}`))[0]?.data).toMatchObject({ name: 'x' });
});

test('finds removals in a long log with the partial index', async () => {
  const other = await createTestDatabase();
  const ownPool = new Pool({ connectionString: other.url, max: 1 });
  await ownPool.query(
    `insert into log.events (position, recorded_at, version, schema_version, command_id, stream, type, data, metadata)
       select position, now(), 1, 1, gen_random_uuid(), 'user-' || gen_random_uuid(),
           case position when 5000 then 'UserRemoved' else 'UserWishDeclined' end, '{}', '{}'
         from generate_series(1, 10000) as position`,
  );
  const notices: string[] = [];
  const client = await ownPool.connect();
  client.on('notice', ({ message }) => notices.push(message ?? ''));
  await client.query("load 'auto_explain'");
  await client.query(
    "set auto_explain.log_min_duration = 0; set auto_explain.log_level = 'notice'; set auto_explain.log_nested_statements = off",
  );
  client.release();
  const vault = openVault({ pool: ownPool, masterKey: testMasterKey });
  expect(await vault.reapplyRemovals()).toBe(1);
  expect(notices.join('\n')).toContain('events_removals');
  expect(notices.join('\n')).not.toContain('Seq Scan on events');
  await vault.close();
  await ownPool.end();
});

test('uses one key for e-mail digests, even if several vaults create it at the same time', async () => {
  const other = await createTestDatabase();
  const ownPool = new Pool({ connectionString: other.url });
  const vaults = [1, 2, 3].map(() => openVault({ pool: ownPool, masterKey: testMasterKey }));
  const digests = await Promise.all(vaults.map((vault) => vault.emailDigest('zoe@school.example')));
  expect(new Set(digests.map((digest) => digest.toString('hex'))).size).toBe(1);
  const wrong = openVault({ pool: ownPool, masterKey: randomBytes(32) });
  await expect(wrong.requireMasterKeys()).rejects.toBeInstanceOf(WrongMasterKeyError);
  await Promise.all([...vaults, wrong].map((vault) => vault.close()));
  await ownPool.end();
});

test('rewraps all keys with a new master key, after which the old one is no longer needed', async () => {
  const other = await createTestDatabase();
  const ownPool = new Pool({ connectionString: other.url });
  const newMasterKey = randomBytes(32);
  const removedPerson = randomUUID();
  const persons = [randomUUID(), randomUUID(), removedPerson];
  const oldVault = openVault({ pool: ownPool, masterKey: testMasterKey });
  const keys = await oldVault.keysForWriting(persons);
  const digest = await oldVault.emailDigest('zoe@school.example');
  await oldVault.destroy([removedPerson]);
  const vaultWithBothKeys = openVault({
    pool: ownPool,
    masterKey: newMasterKey,
    previousMasterKeys: [testMasterKey],
  });
  await vaultWithBothKeys.requireMasterKeys();
  const newVault = openVault({ pool: ownPool, masterKey: newMasterKey });
  await expect(newVault.requireMasterKeys()).rejects.toBeInstanceOf(WrongMasterKeyError);
  expect(await vaultWithBothKeys.rewrapKeys()).toBe(2);
  await newVault.requireMasterKeys();
  const read = await newVault.keysForReading(persons);
  expect(toHex(read)).toEqual(toHex(keys).set(removedPerson, null));
  expect(await newVault.emailDigest('ZOE@school.example')).toEqual(digest);
  await Promise.all([oldVault, vaultWithBothKeys, newVault].map((vault) => vault.close()));
  await ownPool.end();
});
