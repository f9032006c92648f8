import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Pool } from 'pg';
import { expect, test } from 'vitest';
import { inheritedEnvironment } from '#platform/testing/inherited-environment.ts';
import { createTestDatabase } from '#platform/testing/test-database.ts';
import { openVault } from './vault.ts';

const run = (environment: Record<string, string>) =>
  promisify(execFile)(process.execPath, [join(import.meta.dirname, 'rewrap-main.ts')], {
    env: { ...inheritedEnvironment(), ...environment },
  });

test('wraps all keys with the new master key, and changes nothing if the old one is wrong', async () => {
  const database = await createTestDatabase();
  const pool = new Pool({ connectionString: database.url });
  const [oldKey, newKey, wrongKey] = [1, 2, 3].map(() => randomBytes(32).toString('base64'));
  if (!oldKey || !newKey || !wrongKey) throw new Error('A key is missing.');
  const person = randomUUID();
  const before = openVault({ pool, masterKey: oldKey });
  const created = (await before.keysForWriting([person])).get(person);
  const after = openVault({ pool, masterKey: newKey });
  const environment = { DATABASE_URL: database.url, VAULT_MASTER_KEY: newKey };
  await expect(run({ ...environment, VAULT_PREVIOUS_MASTER_KEYS: wrongKey })).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Add that key to VAULT_MASTER_KEY'),
  });
  await expect(run(environment)).rejects.toMatchObject({ code: 2 });
  expect(
    (await run({ ...environment, VAULT_PREVIOUS_MASTER_KEYS: `${wrongKey}, ${oldKey}` })).stdout,
  ).toContain('Keys rewrapped with the new master key: 1');
  const read = (await after.keysForReading([person])).get(person);
  expect(created && read?.equals(created)).toBe(true);
  await Promise.all([before.close(), after.close()]);
  await pool.end();
});
