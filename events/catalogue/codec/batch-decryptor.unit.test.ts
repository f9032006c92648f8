import { createSecretKey, randomBytes } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { openBatchDecryptor } from './batch-decryptor.ts';
import { encryptField } from './field-encryption.ts';

const decryptor = openBatchDecryptor();
afterAll(() => decryptor.close());

const keys = [1, 2, 3].map(() => createSecretKey(randomBytes(32)));
const encrypt = (content: string, index: number) => {
  const key = keys[index % keys.length];
  if (key === undefined) throw new Error('There are no keys.');
  const context = `person|stream-${index}|Type`;
  return { key, context, encrypted: encryptField(key, content, context).toString('base64') };
};
const contents = ['', '{"name":"Ada"}', 'ü “quoted” 🌍', 'x'.repeat(100_000), '{"name":"Grace"}'];

test('returns the contents in order, even for concurrent batches', async () => {
  expect(await decryptor.decrypt(contents.map(encrypt))).toEqual(contents);
  const batches = Array.from({ length: 20 }, (_, batch) =>
    Array.from({ length: 200 }, (_, number) => `content ${batch} ${number}`),
  );
  expect(await Promise.all(batches.map((batch) => decryptor.decrypt(batch.map(encrypt))))).toEqual(batches);
  expect(await decryptor.decrypt([])).toEqual([]);
});

test('returns null for a batch with a field that cannot be decrypted or contains the separator, and decrypts the next batch', async () => {
  const fields = contents.map(encrypt);
  const [first, ...others] = fields;
  if (!first) throw new Error('There are no fields.');
  expect(await decryptor.decrypt([...others, { ...first, context: 'another' }])).toBeNull();
  expect(await decryptor.decrypt([...others, { ...first, encrypted: 'AAAA' }])).toBeNull();
  expect(await decryptor.decrypt([...others, encrypt('{"name":"Ada"}\0{"name":"Bob"}', 1)])).toBeNull();
  expect(await decryptor.decrypt(fields)).toEqual(contents);
});

test('settles pending batches when it is closed, and restarts with the next batch', async () => {
  const otherDecryptor = openBatchDecryptor();
  const pending = otherDecryptor.decrypt(contents.map(encrypt));
  await otherDecryptor.close();
  expect([null, contents]).toContainEqual(await pending);
  expect(await otherDecryptor.decrypt(contents.map(encrypt))).toEqual(contents);
  await otherDecryptor.close();
});
