import { lstatSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { scratchFolder } from '../testing/log-with-examples.ts';
import { writeOut } from './into-file.ts';

const write = (file: string, pieces: AsyncIterable<string>) =>
  writeOut(pieces, file, { out: new Writable(), signal: new AbortController().signal });
const secret = async function* () {
  yield 'a ';
  yield 'secret';
};

test('a link that lies where the file is being made leads nowhere, and the mode of an old file is not kept', async () => {
  using folder = scratchFolder();
  const [first, second, elsewhere] = [folder.file('first'), folder.file('second'), folder.file('elsewhere')];
  writeFileSync(elsewhere, 'of somebody else');
  symlinkSync(elsewhere, `${first}.partial`);
  writeFileSync(`${second}.partial`, 'left behind', { mode: 0o644 });
  for (const file of [first, second]) {
    await write(file, secret());
    const { mode } = lstatSync(file);
    expect([lstatSync(file).isFile(), (mode & 0o777).toString(8)]).toEqual([true, '600']);
    expect(readFileSync(file, 'utf8')).toBe('a secret');
  }
  expect(readFileSync(elsewhere, 'utf8')).toBe('of somebody else');
});

test('while it is made nobody else may read it, and when it breaks off nothing of it stays', async () => {
  using folder = scratchFolder();
  const file = folder.file('half');
  const seen: string[] = [];
  const breaksOff = async function* () {
    yield 'a half';
    for (const name of readdirSync(dirname(file)))
      seen.push((lstatSync(folder.file(name)).mode & 0o777).toString(8));
    throw new Error('The line is dead.');
  };
  await expect(write(file, breaksOff())).rejects.toThrow('The line is dead.');
  expect(seen).toEqual(['600']);
  expect(readdirSync(dirname(file))).toEqual([]);
});
