import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readEnvironmentWithSecrets } from '#platform/secret-files.ts';
import { afterTests } from '#platform/testing/close-after-tests.ts';
import { readSettings } from './local-settings.ts';
import { createShutdown } from './shut-down.ts';
import { checkEnvironment, startServices } from './start-services.ts';

const folder = mkdtempSync(join(tmpdir(), 'lyceum-environment-'));
afterTests(() => rmSync(folder, { recursive: true }));
const fileWith = (name: string, text: string) => {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
};
const check = (source: Record<string, string>) => {
  const environment = readEnvironmentWithSecrets(source);
  const settings = readSettings(environment, []);
  checkEnvironment(settings, environment);
  return settings;
};

test('accepts secrets in files, with a given database and with the embedded one', () => {
  const secrets = {
    METRICS_TOKEN_FILE: fileWith('token', 'sixteen-characters'),
    VAULT_MASTER_KEY_FILE: fileWith('key', 'ab'.repeat(32)),
    DATABASE_PASSWORD_FILE: fileWith('password', 'secret'),
  };
  expect(check(secrets).databaseUrl).toBeNull();
  const { databaseUrl } = check({ ...secrets, DATABASE_URL: 'postgres://owner@127.0.0.1/lyceum' });
  expect(databaseUrl).toBe('postgres://owner:secret@127.0.0.1/lyceum');
});

test('refuses an invalid secret in a file', () => {
  expect(() => check({ METRICS_TOKEN_FILE: fileWith('short-token', 'short') })).toThrow('METRICS_TOKEN');
  expect(() => check({ VAULT_MASTER_KEY_FILE: fileWith('short-key', 'ab') })).toThrow('VAULT_MASTER_KEY');
});

test('does not start if the removal list cannot be written', async () => {
  const environment = {
    DATA_DIR: folder,
    REMOVALS_FILE: join(fileWith('no-folder', ''), 'removals'),
  };
  const started = startServices(
    {
      ...{ environment, settings: readSettings(environment, []), hasDemoSchool: false },
      ...{ databaseUrl: 'postgres://127.0.0.1/postgres', masterKey: '0'.repeat(64) },
      client: { folder: null, build: 'development' },
      emulator: { address: '127.0.0.1:9099', ready: Promise.resolve() },
    },
    createShutdown(() => {}),
  );
  await expect(started).rejects.toThrow(/^The removal list .*no-folder.* cannot be written/);
});
