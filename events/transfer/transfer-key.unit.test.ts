import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { wrapping } from './raw-export-format.ts';
import { createTransferKey, deriveTransferKey, type TransferSecret } from './transfer-key.ts';

const secrets: [string, TransferSecret, TransferSecret][] = [
  ['a passphrase', { passphrase: 'a horse, a kingdom é' }, { passphrase: 'a horse, a kingdom e' }],
  ['a key file', { key: randomBytes(32) }, { key: randomBytes(32) }],
];
const content = randomBytes(32);

test.each(secrets)(
  'under %s a key comes back, for who has it alone, in its own place alone',
  (_, secret, other) => {
    const made = createTransferKey(secret);
    expect(wrapping.parse(JSON.parse(JSON.stringify(made.wrapping)))).toEqual(made.wrapping);
    const wrapped = made.wrap(content, 'log|ada');
    expect(Buffer.from(wrapped, 'base64').includes(content)).toBe(false);
    const opened = deriveTransferKey(secret, made.wrapping);
    expect(opened.unwrap(wrapped, 'log|ada')).toEqual(content);
    expect(() => opened.unwrap(wrapped, 'log|ben')).toThrow('do not open');
    expect(() => deriveTransferKey(other, made.wrapping).unwrap(wrapped, 'log|ada')).toThrow(
      'is another one',
    );
  },
);

test('two exports under the same secret have different keys', () => {
  const [, secret] = secrets[1] ?? [];
  if (!secret) throw new Error('There is a second.');
  const [one, two] = [createTransferKey(secret), createTransferKey(secret)];
  expect(() => two.unwrap(one.wrap(content, 'x'), 'x')).toThrow('do not open');
});

test('the same passphrase is the same however its letters are composed', () => {
  const made = createTransferKey({ passphrase: 'caf\u00e9 au lait!' });
  const opened = deriveTransferKey({ passphrase: 'cafe\u0301 au lait!' }, made.wrapping);
  expect(opened.unwrap(made.wrap(content, 'x'), 'x')).toEqual(content);
});

test('what is too weak, or of the other kind, is refused with a sentence', () => {
  expect(() => createTransferKey({ passphrase: 'short' })).toThrow('12 characters');
  expect(() => createTransferKey({ key: randomBytes(16) })).toThrow('32 bytes');
  const [passphrase, key] = secrets.map(([, secret]) => secret);
  if (!passphrase || !key) throw new Error('There are two.');
  expect(() => deriveTransferKey(key, createTransferKey(passphrase).wrapping)).toThrow('under a passphrase');
  expect(() => deriveTransferKey(passphrase, createTransferKey(key).wrapping)).toThrow('under a key file');
});
