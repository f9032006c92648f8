import { spawnSync } from 'node:child_process';
import { createPublicKey } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { longWait } from '#platform/testing/long-wait.ts';

const script = join(import.meta.dirname, '..', 'docker', 'create-secrets.sh');

/** Opens a folder that already contains certificates. If the script had to create them, each test would take seconds. */
const openFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-secrets-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'secrets', 'edge'), { recursive: true });
  for (const name of [
    ...['postgres_certificate', 'postgres_key', 'database_authority'],
    ...['edge/fullchain.pem', 'edge/privkey.pem'],
  ])
    writeFileSync(join(folder, 'secrets', name), 'certificate', { mode: 0o444 });
  /** Runs the script without the privileges of root, who could write to read-only files. */
  const run = (...args: string[]) => {
    const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
    const asUser = ['setpriv', '--inh-caps=-all', '--bounding-set=-all'];
    const [program = '', ...rest] = [...(isRoot ? asUser : []), 'bash', script, 'secrets', ...args];
    return spawnSync(program, rest, { cwd: folder, encoding: 'utf8', timeout: longWait.timeout });
  };
  const createSecrets = (message = '') => {
    const { status, stderr } = run();
    expect([status, stderr]).toEqual([0, message]);
  };
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const derivePublicKey = (name: string) =>
    createPublicKey(read(name)).export({ type: 'spki', format: 'pem' });
  return { folder, run, createSecrets, read, derivePublicKey };
};

test('creates what is missing, and keeps the other secrets', () => {
  const { folder, createSecrets, read } = openFolder();
  createSecrets();
  const [command, owner] = [read('secrets/command_password'), read('secrets/owner_password')];
  rmSync(join(folder, 'secrets', 'command_password'));
  createSecrets();
  expect(read('secrets/command_password')).toMatch(/^[0-9a-f]{48}\n$/);
  expect(read('secrets/command_password')).not.toBe(command);
  expect(read('secrets/owner_password')).toBe(owner);
});

test('the public key belongs to the signing key after the key was replaced, and after it was moved to another disk', () => {
  const { folder, createSecrets, read, derivePublicKey } = openFolder();
  createSecrets();
  const first = read('secrets/signing_key.pub');
  expect(first).toBe(derivePublicKey('secrets/signing_key'));
  rmSync(join(folder, 'secrets', 'signing_key'));
  createSecrets();
  const second = read('secrets/signing_key.pub');
  expect(second).toBe(derivePublicKey('secrets/signing_key'));
  expect(second).not.toBe(first);

  renameSync(join(folder, 'secrets', 'signing_key'), join(folder, 'moved_key'));
  writeFileSync(join(folder, '.env'), 'SIGN_EVERY_MINUTES=60\nSIGNING_KEY=./moved_key\n');
  createSecrets();
  expect(read('secrets/signing_key.pub')).toBe(second);
});

test.each([
  'SIGNING_KEY=./moved_key\r\n',
  'SIGNING_KEY=./moved_key  \n',
  'SIGNING_KEY=./moved_key # on another disk\n',
  'SIGNING_KEY="./moved_key" # on another disk\r\n',
  "SIGNING_KEY=./an_earlier_line\nSIGNING_KEY='./moved_key'\n",
])('finds the signing key with a line in .env such as %j', (line) => {
  const { folder, createSecrets, read, derivePublicKey } = openFolder();
  createSecrets();
  renameSync(join(folder, 'secrets', 'signing_key'), join(folder, 'moved_key'));
  rmSync(join(folder, 'secrets', 'signing_key.pub'));
  writeFileSync(join(folder, '.env'), line);
  createSecrets();
  expect(read('secrets/signing_key.pub')).toBe(derivePublicKey('moved_key'));
});

test.each([
  ['is missing', null],
  ['is empty', ''],
  ['is not a key', 'nonsense\n'],
])('creates no other key while the file in SIGNING_KEY %s, and keeps the public key', (_, content) => {
  const { folder, createSecrets, read } = openFolder();
  createSecrets();
  const publicKey = read('secrets/signing_key.pub');
  rmSync(join(folder, 'secrets', 'signing_key'));
  writeFileSync(join(folder, '.env'), 'SIGNING_KEY=./other_key\n');
  if (content !== null) writeFileSync(join(folder, 'other_key'), content);
  rmSync(join(folder, 'secrets', 'edge', 'fullchain.pem'));
  createSecrets(
    'The file ./other_key (SIGNING_KEY) is missing, is not a private key, or cannot be read. secrets/signing_key.pub stays as it is.\n',
  );
  expect(read('secrets/signing_key.pub')).toBe(publicKey);
  expect(existsSync(join(folder, 'secrets', 'signing_key'))).toBe(false);
  expect(existsSync(join(folder, 'secrets', 'signing_key.pub.new'))).toBe(false);
  expect(existsSync(join(folder, 'secrets', 'edge', 'fullchain.pem'))).toBe(true);
});

test('creates a new certificate of the edge after the old one was deleted, although the old key is read-only', () => {
  const { folder, createSecrets, read } = openFolder();
  createSecrets();
  rmSync(join(folder, 'secrets', 'edge', 'fullchain.pem'));
  createSecrets();
  expect(read('secrets/edge/fullchain.pem')).toContain('BEGIN CERTIFICATE');
  expect(read('secrets/edge/privkey.pem')).toContain('BEGIN PRIVATE KEY');
});

test('says why a certificate could not be created', () => {
  const { folder, run } = openFolder();
  rmSync(join(folder, 'secrets', 'edge', 'fullchain.pem'));
  // The common name of a certificate has at most 64 characters.
  const { status, stderr } = run(`${'long'.repeat(15)}.example`);
  expect(status).toBe(1);
  expect(stderr).toContain('string too long');
});

test.each([
  ['postgres_key', 'postgres_certificate'],
  ['database_authority', 'postgres_certificate'],
  ['edge/privkey.pem', 'edge/fullchain.pem'],
])('says that %s is missing, and keeps %s', (name, certificate) => {
  const { folder, createSecrets, read } = openFolder();
  rmSync(join(folder, 'secrets', name));
  createSecrets(
    `The file secrets/${name} is missing. Put it back, or delete secrets/${certificate} and run this script again to create both.\n`,
  );
  expect(read(`secrets/${certificate}`)).toBe('certificate');
});
