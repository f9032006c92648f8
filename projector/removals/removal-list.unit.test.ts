import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { afterTests } from '#platform/testing/close-after-tests.ts';
import { createRemovalList, type Removal } from './removal-list.ts';

const folder = mkdtempSync(join(tmpdir(), 'lyceum-removals-'));
afterTests(() => rmSync(folder, { recursive: true }));
const log = randomUUID();
const newFile = () => join(folder, randomUUID());
const removalOf = (user: string, logId = log): Removal => ({ log: logId, user, removed: '2026-11-22' });
const lines = (file: string) => readFileSync(file, 'utf8').split('\n');

test('lists each removal of a log once, with no data of the user except the id', async () => {
  const file = newFile();
  const [ada, sam, other] = [randomUUID(), randomUUID(), randomUUID()];
  expect(await createRemovalList(file).read(log)).toEqual(new Set());
  const list = createRemovalList(file);
  await list.add([removalOf(ada), removalOf(other, randomUUID())]);
  await list.add([removalOf(ada), removalOf(sam)]);
  await createRemovalList(file).add([removalOf(sam)]);
  expect(await list.read(log)).toEqual(new Set([ada, sam]));
  expect(lines(file)).toHaveLength(4);
  expect(lines(file)[0]).toBe(`{"log":"${log}","user":"${ada}","removed":"2026-11-22"}`);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test.each([
  ['an incomplete line', `{"log":"${log}","us`],
  ['a line of zero bytes', '\0\0\0'],
  ['an incomplete line with zero bytes', `{"log":"${log}","us\0\0\0`],
])('skips %s that a crash left behind, and adds the next removal on a new line', async (_, left) => {
  const file = newFile();
  const [ada, sam] = [randomUUID(), randomUUID()];
  await createRemovalList(file).add([removalOf(ada)]);
  appendFileSync(file, left);
  const list = createRemovalList(file);
  expect(await list.read(log)).toEqual(new Set([ada]));
  await list.add([removalOf(sam)]);
  expect(await list.read(log)).toEqual(new Set([ada, sam]));
});

test('reads lines with whitespace around them, and skips blank lines', async () => {
  const file = newFile();
  const [ada, sam] = [randomUUID(), randomUUID()];
  const [first, second] = [ada, sam].map((user) => JSON.stringify(removalOf(user)));
  writeFileSync(file, `\uFEFF${first} \t\r\n\r\n  \n  ${second}  \n`);
  expect(await createRemovalList(file).read(log)).toEqual(new Set([ada, sam]));
});

test.each(['{"log":"x"}', '{"log":"x"},', 'nonsense}', 'nonsense', '"user":"x"'])(
  'rejects the line %s and states its number',
  async (line) => {
    const file = newFile();
    writeFileSync(file, `${JSON.stringify(removalOf(randomUUID()))}\n${line}\n`);
    await expect(createRemovalList(file).read(log)).rejects.toThrow(
      `Line 2 of the removal list ${file} cannot be read`,
    );
  },
);

test('rejects if the file cannot be written', async () => {
  const missing = join(folder, randomUUID());
  const list = createRemovalList(join(missing, 'list'));
  await expect(list.add([removalOf(randomUUID())])).rejects.toThrow('ENOENT');
  await expect(list.create()).rejects.toThrow(
    /^The removal list .*list cannot be written \(ENOENT.*REMOVALS_FILE/,
  );
});

test.each(['the file was lost', 'an older copy has replaced the file'])(
  'adds a removal again after %s, once the list was read',
  async (what) => {
    const file = newFile();
    const list = createRemovalList(file);
    const [ada, sam] = [removalOf(randomUUID()), removalOf(randomUUID())];
    await list.add([ada]);
    const olderCopy = readFileSync(file);
    await list.add([sam]);
    if (what === 'the file was lost') rmSync(file);
    else writeFileSync(file, olderCopy);
    await list.read(log);
    await list.add([ada, sam]);
    expect(await list.read(log)).toEqual(new Set([ada.user, sam.user]));
    // Neither of them is listed twice.
    expect(lines(file)).toHaveLength(3);
  },
);

test('creates an empty file, and leaves an existing list unchanged', async () => {
  const file = newFile();
  const list = createRemovalList(file);
  await list.create();
  expect(readFileSync(file, 'utf8')).toBe('');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const ada = randomUUID();
  await list.add([removalOf(ada)]);
  await list.create();
  expect(await list.read(log)).toEqual(new Set([ada]));
});
