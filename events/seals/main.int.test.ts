import { execFile, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inheritedEnvironment } from '#platform/testing/inherited-environment.ts';
import { openLogDatabase } from '../testing/log-database.ts';
import { createSealer } from './sealer.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lyceum-seals-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the program in a process of its own. */
const run = (args: readonly string[], environment: Record<string, string>, program = 'main.ts') =>
  new Promise<{ code: number; out: string; err: string }>((resolve) => {
    execFile(
      process.execPath,
      [join(import.meta.dirname, program), ...args],
      { env: { ...inheritedEnvironment(), ...environment } },
      (error, out, err) => resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
  });

const createKeyFiles = (name: string) => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const files = { privateKey: join(folder, `${name}.pem`), publicKey: join(folder, `${name}.pub.pem`) };
  writeFileSync(files.privateKey, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  writeFileSync(files.publicKey, publicKey.export({ type: 'spki', format: 'pem' }));
  return files;
};

it('signs a head, verifies the log and proves an event', async () => {
  const log = await openLogDatabase(40);
  await createSealer({ pool: log.pool, pageSize: 8 }).sealUpTo();
  const database = { DATABASE_URL: log.url };
  const keys = createKeyFiles('ours');
  const head = join(folder, 'head.json');

  const signed = await run(['sign', keys.privateKey], database);
  writeFileSync(head, signed.out);
  expect(JSON.parse(signed.out)).toMatchObject({ seals: 5, lastPosition: 40 });
  // Scripts read this JSON, so a verification failure keeps the name that it had in version 0.1.0: `misfit`.
  const intact = await run(['verify', head], { ...database, VERIFYING_KEY: keys.publicKey });
  expect(intact.code).toBe(0);
  expect(JSON.parse(intact.out)).toMatchObject({ misfit: null, events: 40, unsealed: 0, heads: 1 });
  const proof = await run(['prove', '17'], database);
  expect(JSON.parse(proof.out)).toMatchObject({ event: { position: 17 }, history: { size: 5 } });

  const wrongKey = await run(['verify', head], {
    ...database,
    VERIFYING_KEY: createKeyFiles('theirs').publicKey,
  });
  expect(wrongKey).toMatchObject({ code: 1, err: expect.stringContaining('was not signed with the key') });
  await log.forge("update log.events set type = 'Forged' where position = 23");
  const forged = await run(['verify'], database);
  expect(forged.code).toBe(1);
  expect(JSON.parse(forged.out)).toMatchObject({ misfit: { position: 23, kind: 'changed' } });
});

it('checks a saved proof against a signed head without a database', async () => {
  const log = await openLogDatabase(40);
  const seal = () => createSealer({ pool: log.pool, pageSize: 8 }).sealUpTo();
  await seal();
  const database = { DATABASE_URL: log.url };
  const keys = createKeyFiles('checking');
  const file = join(folder, 'proof.json');
  const head = join(folder, 'earlier.json');
  writeFileSync(head, (await run(['sign', keys.privateKey], database)).out);
  await log.insertEvents(40);
  await seal();

  writeFileSync(file, (await run(['prove', '17'], database)).out);
  const valid = await run(['check', file], {});
  expect(valid.code).toBe(0);
  expect(valid.out).toContain('yes: the NoteWritten at position 17 is in the sealed log');
  // The proof is for the current seal tree, but the signed head is older. The output says for how many seals to fetch the proof.
  const withOlderHead = await run(['check', file, head], { VERIFYING_KEY: keys.publicKey });
  expect(withOlderHead).toMatchObject({ code: 1, out: expect.stringContaining('?seals=5') });
  writeFileSync(file, (await run(['prove', '17', '5'], database)).out);
  const confirmed = await run(['check', file, head], { VERIFYING_KEY: keys.publicKey });
  expect(confirmed).toMatchObject({ code: 0, out: expect.stringContaining('confirms it') });

  writeFileSync(file, readFileSync(file, 'utf8').replace('Größe', 'Länge'));
  expect(await run(['check', file], {})).toMatchObject({ code: 1, out: expect.stringContaining('NO: ') });
  writeFileSync(file, '{"status": "withdrawn"}');
  expect(await run(['check', file], {})).toMatchObject({ code: 1, err: expect.stringContaining('neither') });
});

it('compares each head of a list with the log, even with Windows line endings, and rejects a file without a head', async () => {
  const log = await openLogDatabase(40);
  const seal = () => createSealer({ pool: log.pool, pageSize: 8 }).sealUpTo();
  await seal();
  const database = { DATABASE_URL: log.url };
  const line = JSON.stringify(
    JSON.parse((await run(['sign', createKeyFiles('listing').privateKey], database)).out),
  );
  const list = join(folder, 'list.jsonl');
  writeFileSync(list, `${line}\r\n${line}\r\n`);
  const intact = await run(['verify', list], database);
  expect(intact.code, intact.err).toBe(0);
  expect(JSON.parse(intact.out)).toMatchObject({ misfit: null, heads: 2 });

  await log.forge("update log.events set type = 'Forged' where position = 23");
  await log.forge('delete from log.seals');
  await seal();
  const rewritten = await run(['verify', list], database);
  expect(rewritten.code).toBe(1);
  expect(JSON.parse(rewritten.out)).toMatchObject({ misfit: { kind: 'head' }, heads: 2 });

  for (const [text, message] of [
    ['', 'contains no signed head'],
    [line.slice(0, -10), 'contains no signed head'],
    [`${line.slice(0, -10)}\n`, 'Line 1 of'],
  ] as const) {
    writeFileSync(list, text);
    expect(await run(['verify', list], database)).toMatchObject({
      code: 1,
      err: expect.stringContaining(message),
    });
  }
  const proof = join(folder, 'listed.json');
  writeFileSync(proof, (await run(['prove', '17'], database)).out);
  writeFileSync(list, '');
  expect(await run(['check', proof, list], {})).toMatchObject({
    code: 1,
    err: expect.stringContaining('contains no signed head'),
  });
});

it('the head signer signs at once, ends on SIGTERM, and its check fails when a signature is overdue', async () => {
  const log = await openLogDatabase(40);
  await createSealer({ pool: log.pool, pageSize: 8 }).sealUpTo();
  const keys = createKeyFiles('scheduled');
  const heads = join(folder, 'heads.jsonl');
  const environment = { DATABASE_URL: log.url, SIGNING_KEY_FILE: keys.privateKey, HEADS_FILE: heads };
  const check = () => run(['check'], environment, 'sign-heads-main.ts');
  const signer = spawn(process.execPath, [join(import.meta.dirname, 'sign-heads-main.ts')], {
    env: { ...inheritedEnvironment(), ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(signer.stdout, 'data');
  expect(JSON.parse(String(line))).toMatchObject({ seals: 5, lastPosition: 40 });
  signer.kill('SIGTERM');
  expect((await once(signer, 'close'))[0]).toBe(0);
  expect((await check()).code).toBe(0);
  utimesSync(heads, new Date(), new Date(Date.now() - 70 * 60_000));
  expect(await check()).toMatchObject({ code: 1, err: expect.stringContaining('70 minutes ago') });
});

it('rejects wrong arguments and positions that are not sealed', async () => {
  const log = await openLogDatabase(3);
  expect(await run(['verify'], {})).toMatchObject({ code: 2, err: expect.stringContaining('DATABASE_URL') });
  for (const command of ['proof', 'sign', 'check'])
    expect(await run([command], { DATABASE_URL: log.url })).toMatchObject({
      code: 2,
      err: expect.stringContaining('Usage: '),
    });
  for (const [args, message] of [
    [['2'], 'not sealed'],
    [['7'], 'not sealed'],
    [['two'], 'is not a position'],
    [['2', 'many'], "'many' is not a number of seals. Give an integer of at least 1."],
    [['2', '1.5'], "'1.5' is not a number of seals. Give an integer of at least 1."],
  ] as const)
    expect(await run(['prove', ...args], { DATABASE_URL: log.url })).toMatchObject({
      code: 1,
      err: expect.stringContaining(message),
    });
});
