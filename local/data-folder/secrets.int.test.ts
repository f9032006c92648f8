import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openTestLog, testMasterKey } from '#events/testing/test-log.ts';
import { afterTests } from '#platform/testing/close-after-tests.ts';
import { createScratchFolder } from '#platform/testing/scratch-folder.ts';
import { readOrCreateMasterKey } from './secrets.ts';

const createFolder = () => {
  const folder = createScratchFolder('lyceum-secrets-');
  afterTests(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

test('creates the master key of an empty school, readable only by its owner, and keeps it', async () => {
  const { url } = await openTestLog();
  const folder = createFolder();
  const masterKey = await readOrCreateMasterKey({ folder, databaseUrl: url, environment: {} });
  const file = join(folder, 'vault-master-key');
  expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual([masterKey, 0o600]);
  expect(await readOrCreateMasterKey({ folder, databaseUrl: url, environment: {} })).toBe(masterKey);
});

test.each(['the key of a person', 'the key of e-mail digests'])(
  'creates no master key if a lost one encrypts %s',
  async (encrypted) => {
    const { url, vault } = await openTestLog();
    if (encrypted === 'the key of a person')
      await vault.keysForWriting(['11111111-1111-4111-8111-111111111111']);
    else await vault.emailDigest('ada@example.org');
    const folder = createFolder();
    await expect(readOrCreateMasterKey({ folder, databaseUrl: url, environment: {} })).rejects.toThrow(
      `The master key is missing: ${folder}/vault-master-key. The database is encrypted with it. Restore this file`,
    );
    expect(readdirSync(folder)).toEqual([]);
    const environment = { VAULT_MASTER_KEY: testMasterKey };
    expect(await readOrCreateMasterKey({ folder, databaseUrl: url, environment })).toBe(testMasterKey);
  },
);
