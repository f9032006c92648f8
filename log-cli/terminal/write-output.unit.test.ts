import { existsSync, lstatSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Writable } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createTemporaryFolder } from '../testing/example-log.ts';
import { writeOutput } from './write-output.ts';

const write = (file: string, chunks: AsyncIterable<string>) =>
  writeOutput(chunks, file, { out: new Writable(), signal: new AbortController().signal });
const secret = async function* () {
  yield 'a ';
  yield 'secret';
};
const modeOf = (file: string) => (lstatSync(file).mode & 0o777).toString(8);

test('uses neither a link nor an old file at a predictable temporary path', async () => {
  const folder = createTemporaryFolder();
  const first = folder.file('first');
  const second = folder.file('second');
  const linkTarget = folder.file('foreign');
  writeFileSync(linkTarget, 'foreign content');
  symlinkSync(linkTarget, `${first}.partial`);
  writeFileSync(`${second}.partial`, 'left behind', { mode: 0o644 });
  for (const file of [first, second]) {
    await write(file, secret());
    expect([lstatSync(file).isFile(), modeOf(file)]).toEqual([true, '600']);
    expect(readFileSync(file, 'utf8')).toBe('a secret');
  }
  expect(readFileSync(linkTarget, 'utf8')).toBe('foreign content');
});

test('hides the file from other users while it is written, and leaves nothing after a failure', async () => {
  const folder = createTemporaryFolder();
  const file = folder.file('half');
  const modes: string[] = [];
  const failing = async function* () {
    yield 'a half';
    for (const name of readdirSync(dirname(file))) modes.push(modeOf(folder.file(name)));
    throw new Error('The source failed.');
  };
  await expect(write(file, failing())).rejects.toThrow('The source failed.');
  expect(modes).toEqual(['600']);
  expect(readdirSync(dirname(file))).toEqual([]);
});

test.skipIf(process.platform === 'win32')(
  'writes the content to the disk before the file gets its name, and then the name',
  async () => {
    const file = createTemporaryFolder().file('export');
    const folder = await open(dirname(file));
    const prototype = Object.getPrototypeOf(folder) as FileHandle;
    await folder.close();
    const { sync } = prototype;
    const synced: { what: string; hasName: boolean }[] = [];
    const syncSpy = vi.spyOn(prototype, 'sync').mockImplementation(async function (this: FileHandle) {
      const what = (await this.stat()).isDirectory() ? 'folder' : 'file';
      synced.push({ what, hasName: existsSync(file) });
      await sync.call(this);
    });
    onTestFinished(() => syncSpy.mockRestore());
    await write(file, secret());
    expect(synced).toEqual([
      { what: 'file', hasName: false },
      { what: 'folder', hasName: true },
    ]);
  },
);
