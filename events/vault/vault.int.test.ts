import { type KeyObject, randomBytes, randomUUID } from 'node:crypto';
import { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { appendRequest, openTestLog, testMasterKey, userRegistered } from '../testing/test-log.ts';
import { openVault, PersonRemovedError, type Vault, WrongMasterKeyError } from './vault.ts';

let database: TestDatabase;
let pool: Pool;
const opened: Vault[] = [];
const open = (masterKey: string | Buffer = testMasterKey, previousMasterKeys: (string | Buffer)[] = []) => {
  const vault = openVault({ pool, masterKey, previousMasterKeys });
  opened.push(vault);
  return vault;
};
beforeAll(async () => {
  database = await createTestDatabase();
  pool = new Pool({ connectionString: database.url });
});
afterAll(async () => {
  await Promise.all(opened.map((vault) => vault.close()));
  await pool.end();
  await database[Symbol.asyncDispose]();
});

/** What the keys are: two KeyObjects look alike to an assertion. */
const bytes = (keys: ReadonlyMap<string, KeyObject | null> | undefined) =>
  new Map([...(keys ?? [])].map(([person, key]) => [person, key?.export().toString('hex') ?? null]));

const listening = () =>
  expect
    .poll(async () => {
      const { rows } = await pool.query(
        "select count(*)::integer as count from pg_stat_activity where datname = current_database() and query = 'listen lyceum_vault'",
      );
      return rows[0].count;
    })
    .toBe(opened.length);

test('a key is made once, whoever asks first: at once, in two processes', async () => {
  const [one, two] = [open(), open()];
  const persons = Array.from({ length: 50 }, () => randomUUID());
  const [a, b, c] = await Promise.all([
    one.keysForWriting(persons),
    two.keysForWriting(persons.toReversed()),
    one.keysForWriting(persons.slice(20)),
  ]);
  for (const person of persons) expect(a?.get(person)?.symmetricKeySize).toBe(32);
  expect(bytes(b)).toEqual(bytes(a));
  expect([...bytes(c)]).toEqual([...bytes(a)].slice(20));
  expect(new Set(bytes(a).values()).size).toBe(50);
  expect(bytes(await two.keysForReading(persons))).toEqual(bytes(a));
});

test('keys stand wrapped in the table, and another master key opens none', async () => {
  const person = randomUUID();
  const key = (await open().keysForWriting([person])).get(person);
  const { rows } = await pool.query('select wrapped from vault.keys where person = $1', [person]);
  expect(rows[0].wrapped.includes(key?.export())).toBe(false);
  await expect(open(randomBytes(32)).keysForReading([person])).rejects.toThrow(
    'which is not among those given',
  );
  expect(() => open(randomBytes(16))).toThrow('must be 32 bytes');
});

test('a destroyed key leaves every cache, is null to readers, and none is made in its place', async () => {
  const [here, there] = [open(), open()];
  const [person, never] = [randomUUID(), randomUUID()];
  await here.keysForWriting([person]);
  await there.keysForReading([person]);
  await listening();
  await here.destroy([person, never]);
  expect(here.cached(person)).toBeUndefined();
  await expect.poll(() => there.cached(person)).toBeUndefined();
  expect(await there.keysForReading([person, never])).toEqual(
    new Map([person, never].map((id) => [id, null])),
  );
  for (const id of [person, never])
    await expect(there.keysForWriting([id])).rejects.toBeInstanceOf(PersonRemovedError);
  await here.destroy([person]);
});

test('a removal told while the key was being fetched is not overtaken by the cache', async () => {
  const vault = open();
  const person = randomUUID();
  await open().keysForWriting([person]);
  const fetching = vault.keysForReading([person]);
  vault.forget(person);
  await fetching;
  expect(vault.cached(person)).toBeUndefined();
});

test('who has no key is asked for again, as one may be made later', async () => {
  const [here, there] = [open(), open()];
  const person = randomUUID();
  expect(await here.keysForReading([person])).toEqual(new Map([[person, null]]));
  const made = await there.keysForWriting([person]);
  expect(bytes(await here.keysForReading([person]))).toEqual(bytes(made));
});

test('after a restore of the vault the removals that the log holds are done again', async () => {
  await using other = await createTestDatabase();
  await using log = openTestLog(other.url);
  const [ann, ben] = [randomUUID(), randomUUID()];
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
  expect(await log.vault.applyRemovals()).toBe(1);
  expect(await log.vault.applyRemovals()).toBe(0);
  expect((await log.reader.readStream(`user-${ann}`))[0]?.data).toMatchObject({ name: null });
  expect((await log.reader.readStream(`user-${ben}`))[0]?.data).toMatchObject({ name: 'x' });
});

test('removals are found in a long log by the index that holds nothing else', async () => {
  await using other = await createTestDatabase();
  const own = new Pool({ connectionString: other.url, max: 1 });
  await own.query(
    `insert into log.events (position, recorded_at, version, schema_version, command_id, stream, type, data, metadata)
       select place, now(), 1, 1, gen_random_uuid(), 'user-' || gen_random_uuid(),
           case place when 5000 then 'UserRemoved' else 'UserWishDeclined' end, '{}', '{}'
         from generate_series(1, 10000) as place`,
  );
  const notices: string[] = [];
  const client = await own.connect();
  client.on('notice', ({ message }) => notices.push(message ?? ''));
  await client.query("load 'auto_explain'");
  await client.query(
    "set auto_explain.log_min_duration = 0; set auto_explain.log_level = 'notice'; set auto_explain.log_nested_statements = off",
  );
  client.release();
  const vault = openVault({ pool: own, masterKey: testMasterKey });
  expect(await vault.applyRemovals()).toBe(1);
  expect(notices.join('\n')).toContain('events_removals');
  expect(notices.join('\n')).not.toContain('Seq Scan on events');
  await vault.close();
  await own.end();
});

test('a new master key takes over: both are held, all keys are wrapped anew, then the old one can go', async () => {
  await using other = await createTestDatabase();
  const own = new Pool({ connectionString: other.url });
  const next = randomBytes(32);
  const vaults = [openVault({ pool: own, masterKey: testMasterKey })];
  const persons = [randomUUID(), randomUUID(), randomUUID()];
  const keys = await vaults[0]?.keysForWriting(persons);
  await vaults[0]?.destroy([persons[2] ?? '']);
  vaults.push(openVault({ pool: own, masterKey: next, previousMasterKeys: [testMasterKey] }));
  await vaults[1]?.requireMasterKeys();
  vaults.push(openVault({ pool: own, masterKey: next }));
  // Also one that has lost its key of old, before anything is read or written with it.
  await expect(vaults[2]?.requireMasterKeys()).rejects.toBeInstanceOf(WrongMasterKeyError);
  expect(await vaults[1]?.rewrap()).toBe(2);
  await vaults[2]?.requireMasterKeys();
  const read = await vaults[2]?.keysForReading(persons);
  expect(bytes(read)).toEqual(bytes(keys).set(persons[2] ?? '', null));
  await Promise.all(vaults.map((vault) => vault.close()));
  await own.end();
});
