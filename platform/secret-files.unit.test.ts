import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseConfiguration } from './configuration.ts';
import { readEnvironmentWithSecrets, readSecretFiles } from './secret-files.ts';
import { afterTests } from './testing/close-after-tests.ts';

const folder = mkdtempSync(join(tmpdir(), 'lyceum-secrets-'));
afterTests(() => rmSync(folder, { recursive: true }));
const fileWith = (name: string, text: string) => {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
};

test('reads secrets from files and completes the addresses of databases', () => {
  const key = 'ab'.repeat(32);
  const configuration = parseConfiguration({
    DATABASE_URL: 'postgres://reader@db.example/lyceum?sslmode=verify-full',
    READ_DATABASE_URL: 'postgres://reader:own@replica.example/lyceum',
    DATABASE_PASSWORD_FILE: fileWith('password', 'a/b@c%d\n'),
    VAULT_MASTER_KEY_FILE: fileWith('key', `${key}\n`),
    METRICS_TOKEN_FILE: fileWith('token', 'sixteen-characters\n'),
    VAULT_PREVIOUS_MASTER_KEYS_FILE: fileWith('previous', '\n'),
  });
  expect(configuration.databaseUrl).toBe(
    'postgres://reader:a%2Fb%40c%25d@db.example/lyceum?sslmode=verify-full',
  );
  expect(configuration.readDatabaseUrl).toBe('postgres://reader:own@replica.example/lyceum');
  expect(configuration.vaultMasterKey?.toString('hex')).toBe(key);
  expect(configuration.metricsToken).toBe('sixteen-characters');
  expect(configuration.vaultPreviousMasterKeys).toEqual([]);
});

test('returns an environment that can be read again', () => {
  const environment = readEnvironmentWithSecrets({
    DATABASE_URL: 'postgres://reader@db.example/lyceum',
    DATABASE_PASSWORD_FILE: fileWith('password-once', 'secret'),
    METRICS_TOKEN_FILE: fileWith('token-once', 'sixteen-characters'),
  });
  expect(environment).toEqual({
    DATABASE_URL: 'postgres://reader:secret@db.example/lyceum',
    ...{ DATABASE_PASSWORD: 'secret', METRICS_TOKEN: 'sixteen-characters' },
  });
  expect(readEnvironmentWithSecrets(environment)).toEqual(environment);
});

test('reports a missing file, a secret that is given twice, and a password for an address without a user', () => {
  const { problems } = readSecretFiles({
    DATABASE_URL: 'postgres://db.example/lyceum',
    DATABASE_PASSWORD_FILE: fileWith('other-password', 'secret'),
    METRICS_TOKEN: 'x',
    METRICS_TOKEN_FILE: fileWith('other-token', 'y'),
    VAULT_MASTER_KEY_FILE: join(folder, 'missing'),
  });
  expect(problems).toEqual([
    'METRICS_TOKEN and METRICS_TOKEN_FILE are both set: remove one of them.',
    expect.stringMatching(/^VAULT_MASTER_KEY_FILE: .*missing cannot be read: ENOENT/),
    'DATABASE_URL: DATABASE_PASSWORD needs an address like postgres://user@host/database.',
  ]);
  expect(() => readEnvironmentWithSecrets({ VAULT_MASTER_KEY_FILE: join(folder, 'missing') })).toThrow(
    'ENOENT',
  );
});
