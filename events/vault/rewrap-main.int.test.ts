import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Pool } from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase } from '#platform/testing/database.ts';
import { openVault } from './vault.ts';

const run = (environment: Record<string, string>) =>
  promisify(execFile)(process.execPath, [join(import.meta.dirname, 'rewrap-main.ts')], {
    env: { PATH: process.env.PATH, ...environment },
  });

test('after it has run the new master key suffices; with a wrong old one nothing is done', async () => {
  await using database = await createTestDatabase();
  const pool = new Pool({ connectionString: database.url });
  const [old, next, stray] = [1, 2, 3].map(() => randomBytes(32).toString('base64'));
  if (!old || !next || !stray) throw new Error('Three keys were made.');
  const person = randomUUID();
  const before = openVault({ pool, masterKey: old });
  const made = (await before.keysForWriting([person])).get(person);
  const after = openVault({ pool, masterKey: next });
  const environment = { DATABASE_URL: database.url, VAULT_MASTER_KEY: next };
  await expect(run({ ...environment, VAULT_PREVIOUS_MASTER_KEYS: stray })).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Set VAULT_MASTER_KEY'),
  });
  await expect(run(environment)).rejects.toMatchObject({ code: 2 });
  expect((await run({ ...environment, VAULT_PREVIOUS_MASTER_KEYS: `${stray}, ${old}` })).stdout).toContain(
    '1 keys are wrapped',
  );
  const read = (await after.keysForReading([person])).get(person);
  expect(made && read?.equals(made)).toBe(true);
  await Promise.all([before.close(), after.close()]);
  await pool.end();
});
