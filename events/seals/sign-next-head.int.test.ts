import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { expect, test } from 'vitest';
import { afterTests } from '#platform/testing/close-after-tests.ts';
import { openLogDatabase } from '../testing/log-database.ts';
import { createSealer } from './sealer.ts';
import { signNextHead } from './sign-next-head.ts';
import { hasValidSignature, readSignedHeads } from './signed-head.ts';
import { verify } from './verify/verify.ts';

const folder = mkdtempSync(join(tmpdir(), 'lyceum-heads-'));
afterTests(() => rmSync(folder, { recursive: true, force: true }));
const { privateKey: key, publicKey } = generateKeyPairSync('ed25519');

/** Opens a log, and a head signer that has only the privileges of its role. `seal` seals the log. */
const openSealedLog = async () => {
  const log = await openLogDatabase(20);
  const database = new Pool({ connectionString: log.url, options: '-c role=lyceum_signer', max: 1 });
  afterTests(() => database.end());
  const file = join(folder, `${randomUUID()}.jsonl`);
  const seal = () => createSealer({ pool: log.pool, pageSize: 4 }).sealUpTo();
  const signNext = (signingKey = key) => signNextHead({ database, key: signingKey, file });
  return { ...log, database, file, seal, signNext };
};

test('signs each new head of a growing log, as a role that cannot read events, leaf hashes, keys or read tables', async () => {
  const { database, pool, file, seal, signNext, insertEvents } = await openSealedLog();
  expect(await signNext()).toBeNull();
  await seal();
  expect(await signNext()).toMatchObject({ seals: 5, lastPosition: 20 });
  expect(await signNext()).toBeNull();
  await insertEvents(9);
  await seal();
  // A crash left the beginning of a line.
  appendFileSync(file, '{"logId":"4');
  expect(await signNext()).toMatchObject({ lastPosition: 29 });
  const heads = readSignedHeads(file);
  expect(heads.map(({ lastPosition }) => lastPosition)).toEqual([20, 29]);
  for (const head of heads) expect(hasValidSignature(head, publicKey)).toBe(true);
  expect(await verify({ pool, heads })).toMatchObject({ failure: null, events: 29 });

  for (const sql of [
    'select position from log.events',
    'select leaves from log.seals',
    'select * from vault.keys',
    'select * from read.users',
    'insert into log.seals default values',
  ])
    await expect(database.query(sql)).rejects.toThrow('permission denied');
});

test('signs nothing after the log was rewritten and sealed again, or cut', async () => {
  const { file, seal, signNext, insertEvents, forge } = await openSealedLog();
  await seal();
  await signNext();
  await forge("update log.events set type = 'Forged' where position = 7");
  await forge('delete from log.seals where number >= 2');
  await seal();
  await expect(signNext()).rejects.toThrow('signed at seal 5 (position 20): it was rewritten or cut');
  await expect(signNext()).rejects.toThrow(`with the heads in ${file}: docs/production.md#the-head-signer`);
  await insertEvents(20);
  await seal();
  await expect(signNext()).rejects.toThrow('it was rewritten or cut');
  await forge('delete from log.seals where number >= 3');
  await expect(signNext()).rejects.toThrow('it was rewritten or cut');
  await forge('delete from log.seals');
  await expect(signNext()).rejects.toThrow('it was rewritten or cut');
  // A copy of the file may have passed through Windows.
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll('\n', '\r\n'));
  await expect(signNext()).rejects.toThrow('it was rewritten or cut');
  expect(readSignedHeads(file)).toHaveLength(1);
});

test('adds nothing to a file with heads of a different key or log', async () => {
  const first = await openSealedLog();
  const second = await openSealedLog();
  await first.seal();
  await first.signNext();
  const before = readFileSync(first.file, 'utf8');
  await first.insertEvents(4);
  await first.seal();
  await expect(first.signNext(generateKeyPairSync('ed25519').privateKey)).rejects.toThrow('rename the file');
  // Test databases are copies of one, with the same id.
  await second.forge('update log.identity set id = gen_random_uuid()');
  await second.seal();
  await expect(signNextHead({ database: second.database, key, file: first.file })).rejects.toThrow(
    'belongs to another log',
  );
  expect(readFileSync(first.file, 'utf8')).toBe(before);
});
