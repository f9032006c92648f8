import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openVault } from '#events/vault/vault.ts';
import { openPool } from '#platform/postgres/pool.ts';
import { inheritedEnvironment } from '#platform/testing/inherited-environment.ts';
import { createTestDatabase } from '#platform/testing/test-database.ts';

const main = join(import.meta.dirname, 'main.ts');
const startProcess = (environment: Record<string, string>): { child: ChildProcess; output: () => string } => {
  const child = spawn(process.execPath, [main], {
    env: { ...inheritedEnvironment(), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      output += String(chunk);
    });
  return { child, output: () => output };
};

test('starts, handles requests, and closes after SIGTERM', async () => {
  const database = await createTestDatabase();
  const { child, output } = startProcess({
    DATABASE_URL: database.url,
    PORT: '0',
    VAULT_MASTER_KEY: 'a'.repeat(64),
    FIREBASE_PROJECT_ID: 'lyceum-test',
  });
  await expect.poll(output).toContain('the command-api is ready');
  const line = output()
    .split('\n')
    .find((text) => text.includes('is ready'));
  const { port } = JSON.parse(line ?? '{}') as { port: number };
  // On a busy machine a check may take longer than the service waits for it.
  await expect.poll(async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
  const refused = await fetch(`http://127.0.0.1:${port}/courses`, { method: 'POST' });
  expect(refused.status).toBe(401);
  child.kill('SIGTERM');
  const [code] = await once(child, 'close');
  expect(code).toBe(0);
  expect(output()).toContain('"msg":"closed"');
});

test('refuses to start in production if the address of the Auth emulator is set', async () => {
  const { child, output } = startProcess({
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

test('refuses to start without a master key', async () => {
  const { child, output } = startProcess({ DATABASE_URL: 'postgres://127.0.0.1:1/none' });
  const [code] = await once(child, 'close');
  expect(code).toBe(1);
  expect(output()).toContain('VAULT_MASTER_KEY is required');
});

test('refuses to start with a master key other than that of the database', async () => {
  const database = await createTestDatabase();
  const pool = openPool({ connectionString: database.url, maxConnections: 1 });
  const vault = openVault({ pool, masterKey: 'a'.repeat(64) });
  await vault.keysForWriting([randomUUID()]);
  await vault.close();
  await pool.end();
  const { child, output } = startProcess({
    DATABASE_URL: database.url,
    PORT: '0',
    VAULT_MASTER_KEY: 'b'.repeat(64),
    FIREBASE_PROJECT_ID: 'lyceum-test',
  });
  const [code] = await once(child, 'close');
  expect(code).toBe(1);
  expect(output()).toContain('Add that key to VAULT_MASTER_KEY or VAULT_PREVIOUS_MASTER_KEYS');
});

test('refuses to start if the schema is older than the code', async () => {
  const database = await createTestDatabase();
  const pool = openPool({ connectionString: database.url, maxConnections: 1 });
  await pool.query('delete from public.migrations where name = (select max(name) from public.migrations)');
  await pool.end();
  const { child, output } = startProcess({
    DATABASE_URL: database.url,
    PORT: '0',
    VAULT_MASTER_KEY: 'a'.repeat(64),
    FIREBASE_PROJECT_ID: 'lyceum-test',
  });
  const [code] = await once(child, 'close');
  expect(code).toBe(1);
  expect(output()).toContain('Run the migrations first: node migrations/run.ts.');
});
