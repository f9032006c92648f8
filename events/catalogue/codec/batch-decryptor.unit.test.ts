import { createSecretKey, randomBytes } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { sealBox } from './field-encryption.ts';
import { openBoxOpener } from './batch-decryptor.ts';

const opener = openBoxOpener();
afterAll(() => opener.close());

const keys = [1, 2, 3].map(() => createSecretKey(randomBytes(32)));
const sealed = (content: string, number: number) => {
  const key = keys[number % keys.length];
  if (key === undefined) throw new Error('there are keys');
  const context = `person|stream-${number}|Type`;
  return { key, context, box: sealBox(key, content, context).toString('base64') };
};
const contents = ['', '{"name":"Ada"}', 'ü “quoted” 🌍', 'x'.repeat(100_000), '{"name":"Grace"}'];

test('what is in the boxes comes back in order, however many are asked for at once', async () => {
  expect(await opener.open(contents.map(sealed))).toEqual(contents);
  const many = Array.from({ length: 20 }, (_, from) =>
    Array.from({ length: 200 }, (_, number) => `content ${from} ${number}`),
  );
  expect(await Promise.all(many.map((some) => opener.open(some.map(sealed))))).toEqual(many);
  expect(await opener.open([])).toEqual([]);
});

test('where one cannot be opened none is, and the next ones can be', async () => {
  const boxes = contents.map(sealed);
  const [first, ...others] = boxes;
  if (!first) throw new Error('there are boxes');
  expect(await opener.open([...others, { ...first, context: 'another' }])).toBeNull();
  expect(await opener.open([...others, { ...first, box: 'AAAA' }])).toBeNull();
  expect(await opener.open([...others, sealed('{"name":"Ada"}\0{"name":"Bob"}', 1)])).toBeNull();
  expect(await opener.open(boxes)).toEqual(contents);
});

test('one that was closed leaves its boxes closed, and begins again when it is asked', async () => {
  const own = openBoxOpener();
  const left = own.open(contents.map(sealed));
  await own.close();
  expect([null, contents]).toContainEqual(await left);
  expect(await own.open(contents.map(sealed))).toEqual(contents);
  await own.close();
});
