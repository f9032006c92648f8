import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSealer } from './sealer.ts';
import { openLogDatabase } from '../testing/log-database.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lyceum-seals-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the program as a person would. */
const run = (args: readonly string[], environment: Record<string, string>) =>
  new Promise<{ code: number; out: string; err: string }>((resolve) => {
    execFile(
      process.execPath,
      [join(import.meta.dirname, 'main.ts'), ...args],
      { env: { PATH: process.env.PATH, ...environment } },
      (error, out, err) => resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
  });

const keyFiles = (name: string) => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const files = { secret: join(folder, `${name}.pem`), open: join(folder, `${name}.pub.pem`) };
  writeFileSync(files.secret, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  writeFileSync(files.open, publicKey.export({ type: 'spki', format: 'pem' }));
  return files;
};

it('verifies, signs and proves from a terminal', async () => {
  await using log = await openLogDatabase(40);
  await openSealer({ pool: log.pool, pageSize: 8 }).sealUpTo();
  const database = { DATABASE_URL: log.url };
  const keys = keyFiles('ours');
  const head = join(folder, 'head.json');

  const signed = await run(['sign', keys.secret], database);
  writeFileSync(head, signed.out);
  expect(JSON.parse(signed.out)).toMatchObject({ seals: 5, lastPosition: 40 });
  const sound = await run(['verify', head], { ...database, VERIFYING_KEY: keys.open });
  expect(sound.code).toBe(0);
  expect(JSON.parse(sound.out)).toMatchObject({ failure: null, events: 40, unsealed: 0 });
  const proof = await run(['prove', '17'], database);
  expect(JSON.parse(proof.out)).toMatchObject({ event: { position: 17 }, history: { size: 5 } });

  const others = await run(['verify', head], { ...database, VERIFYING_KEY: keyFiles('theirs').open });
  expect(others).toMatchObject({ code: 1, err: expect.stringContaining('was not signed with the key') });
  await log.forge("update log.events set type = 'Forged' where position = 23");
  const forged = await run(['verify'], database);
  expect(forged.code).toBe(1);
  expect(JSON.parse(forged.out)).toMatchObject({ failure: { position: 23, kind: 'changed' } });
});

it('checks a saved proof without a database, and whether a signed head vouches for it', async () => {
  await using log = await openLogDatabase(40);
  const seal = () => openSealer({ pool: log.pool, pageSize: 8 }).sealUpTo();
  await seal();
  const database = { DATABASE_URL: log.url };
  const keys = keyFiles('checking');
  const [file, head] = [join(folder, 'proof.json'), join(folder, 'earlier.json')];
  writeFileSync(head, (await run(['sign', keys.secret], database)).out);
  await log.write(40);
  await seal();

  writeFileSync(file, (await run(['prove', '17'], database)).out);
  const found = await run(['check', file], {});
  expect(found.code).toBe(0);
  expect(found.out).toContain('yes: the NoteWritten at position 17 is in the sealed log');
  // It leads to a later state than the one that was signed: ask for that one.
  const later = await run(['check', file, head], { VERIFYING_KEY: keys.open });
  expect(later).toMatchObject({ code: 1, out: expect.stringContaining('?seals=5') });
  writeFileSync(file, (await run(['prove', '17', '5'], database)).out);
  const vouched = await run(['check', file, head], { VERIFYING_KEY: keys.open });
  expect(vouched).toMatchObject({ code: 0, out: expect.stringContaining('vouches for it') });

  writeFileSync(file, readFileSync(file, 'utf8').replace('Größe', 'Länge'));
  expect(await run(['check', file], {})).toMatchObject({ code: 1, out: expect.stringContaining('NO: ') });
  writeFileSync(file, '{"status": "withdrawn"}');
  expect(await run(['check', file], {})).toMatchObject({ code: 1, err: expect.stringContaining('neither') });
  expect(await run(['check'], {})).toMatchObject({ code: 1 });
});

it('says what it needs', async () => {
  await using log = await openLogDatabase(3);
  expect(await run(['verify'], {})).toMatchObject({ code: 2, err: expect.stringContaining('DATABASE_URL') });
  expect(await run(['proof'], { DATABASE_URL: log.url })).toMatchObject({ code: 2 });
  for (const [position, said] of [
    ['2', 'not sealed'],
    ['7', 'not sealed'],
    ['two', 'is not a position'],
  ])
    expect(await run(['prove', position ?? ''], { DATABASE_URL: log.url })).toMatchObject({
      code: 1,
      err: expect.stringContaining(said ?? ''),
    });
});
