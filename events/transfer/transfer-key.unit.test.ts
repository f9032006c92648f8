import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { wrapping } from './raw-export-format.ts';
import { createTransferKey, deriveTransferKey, type TransferSecret } from './transfer-key.ts';

const passphrase: TransferSecret = { passphrase: 'a horse, a kingdom é' };
const keyFile: TransferSecret = { key: randomBytes(32) };
const secrets: [string, TransferSecret, TransferSecret][] = [
  ['a passphrase', passphrase, { passphrase: 'a horse, a kingdom e' }],
  ['a key file', keyFile, { key: randomBytes(32) }],
];
const content = randomBytes(32);
/** A wrapping with a low scrypt cost, so that deriving a key does not take half a second as with the real cost. */
const cheapWrapping = {
  by: 'scrypt',
  cost: 1_024,
  blockSize: 8,
  parallelization: 1,
  salt: randomBytes(16).toString('base64'),
} as const;

test.each(secrets)(
  'a key that was encrypted under %s can be decrypted only with the same secret and context',
  (_, secret, other) => {
    const created = createTransferKey(secret);
    expect(wrapping.parse(JSON.parse(JSON.stringify(created.wrapping)))).toEqual(created.wrapping);
    const wrapped = created.wrap(content, 'log|ada');
    expect(Buffer.from(wrapped, 'base64').includes(content)).toBe(false);
    const derived = deriveTransferKey(secret, created.wrapping);
    expect(derived.unwrap(wrapped, 'log|ada')).toEqual(content);
    expect(() => derived.unwrap(wrapped, 'log|ben')).toThrow('cannot be decrypted');
    expect(() => deriveTransferKey(other, created.wrapping).unwrap(wrapped, 'log|ada')).toThrow('is wrong');
  },
);

test('two exports with the same secret have different keys', () => {
  const firstKey = createTransferKey(keyFile);
  const secondKey = createTransferKey(keyFile);
  expect(() => secondKey.unwrap(firstKey.wrap(content, 'x'), 'x')).toThrow('cannot be decrypted');
});

test('a passphrase yields the same key however its letters are composed', () => {
  const created = deriveTransferKey({ passphrase: 'caf\u00e9 au lait!' }, cheapWrapping);
  const derived = deriveTransferKey({ passphrase: 'cafe\u0301 au lait!' }, cheapWrapping);
  expect(derived.unwrap(created.wrap(content, 'x'), 'x')).toEqual(content);
});

test('weak secrets and the wrong kind of secret are rejected', () => {
  expect(() => createTransferKey({ passphrase: 'short' })).toThrow('12 characters');
  expect(() => createTransferKey({ key: randomBytes(16) })).toThrow('32 bytes');
  expect(() => deriveTransferKey(keyFile, cheapWrapping)).toThrow('under a passphrase');
  expect(() => deriveTransferKey(passphrase, createTransferKey(keyFile).wrapping)).toThrow(
    'under a key file',
  );
});
