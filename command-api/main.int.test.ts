import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openVault } from '#events/vault/vault.ts';
import { openPool } from '#platform/postgres/pool.ts';
import { createTestDatabase } from '#platform/testing/database.ts';

const main = join(import.meta.dirname, 'main.ts');
const start = (environment: Record<string, string>): { child: ChildProcess; output: () => string } => {
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH ?? '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      output += String(chunk);
    });
  return { child, output: () => output };
};

test('as a process of its own: ready, answering, and ended by SIGTERM in order', async () => {
  await using database = await createTestDatabase();
  const { child, output } = start({
    DATABASE_URL: database.url,
    PORT: '0',
    VAULT_MASTER_KEY: 'a'.repeat(64),
    FIREBASE_PROJECT_ID: 'lyceum-test',
  });
  await expect.poll(output, { timeout: 30_000 }).toContain('the command-api is ready');
  const line = output()
    .split('\n')
    .find((one) => one.includes('is ready'));
  const { port } = JSON.parse(line ?? '{}') as { port: number };
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
  const refused = await fetch(`http://127.0.0.1:${port}/courses`, { method: 'POST' });
  expect(refused.status).toBe(401);
  child.kill('SIGTERM');
  const [code] = await once(child, 'close');
  expect(code).toBe(0);
  expect(output()).toContain('"msg":"closed"');
});

test('production with the emulator\u2019s setting does not start, and says why', async () => {
  const { child, output } = start({
    NODE_ENV: 'production',
    DATABASE_URL: 'postgres://127.0.0.1:1/none',
    VAULT_MASTER_KEY: 'a'.repeat(64),
    FIREBASE_PROJECT_ID: 'school',
    FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099',
  });
  const [code] = await once(child, 'close');
  expect(code).toBe(1);
  expect(output()).toContain('FIREBASE_AUTH_EMULATOR_HOST must not be set in production');
});

test('without its master key it does not start, and says what to set', async () => {
  const { child, output } = start({ DATABASE_URL: 'postgres://127.0.0.1:1/none' });
  const [code] = await once(child, 'close');
  expect(code).toBe(1);
  expect(output()).toContain('VAULT_MASTER_KEY is required');
});

test('with another master key than the one that the database was made with it does not start, and says so', async () => {
  await using database = await createTestDatabase();
  const pool = openPool({ connectionString: database.url, connections: 1 });
  const vault = openVault({ pool, masterKey: 'a'.repeat(64) });
  await vault.keysForWriting([randomUUID()]);
  await vault.close();
  await pool.end();
  const { child, output } = start({
    DATABASE_URL: database.url,
    PORT: '0',
    VAULT_MASTER_KEY: 'b'.repeat(64),
    FIREBASE_PROJECT_ID: 'lyceum-test',
  });
  const [code] = await once(child, 'close');
  expect(code).toBe(1);
  expect(output()).toContain('Set VAULT_MASTER_KEY to the key with which this database was made');
});
