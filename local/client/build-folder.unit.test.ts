import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { afterTests } from '#platform/testing/close-after-tests.ts';
import { createScratchFolder } from '#platform/testing/scratch-folder.ts';
import { findBuild, rebuild } from './build-folder.ts';

const path = createScratchFolder('lyceum-build-');
afterTests(() => rmSync(path, { recursive: true, force: true }));

/** Returns the folder with the given sources. `build` writes its first file, and then settles as `end` does. */
const folderOf = (sources: string, end: () => Promise<void> = async () => {}) => ({
  path,
  digestFile: join(path, 'digest'),
  digestSources: () => sources,
  build: () => {
    writeFileSync(join(path, 'index.html'), sources);
    return end();
  },
});

test('finds a build only if it is complete and from the same sources', async () => {
  expect(findBuild(folderOf('one'))).toBeNull();
  expect(await rebuild(folderOf('one'))).toBe('one');
  expect([findBuild(folderOf('one')), findBuild(folderOf('two'))]).toEqual(['one', null]);
  rmSync(join(path, 'index.html'));
  expect(findBuild(folderOf('one'))).toBeNull();
});

test('does not find an earlier build in a folder that an aborted build from other sources has overwritten', async () => {
  await rebuild(folderOf('one'));
  const aborted = rebuild(folderOf('two', () => Promise.reject(new Error('killed'))));
  await expect(aborted).rejects.toThrow('killed');
  expect([findBuild(folderOf('one')), findBuild(folderOf('two'))]).toEqual([null, null]);
});

test('returns null, and does not fail, if another process begins a build while the sources are read', async () => {
  await rebuild(folderOf('one'));
  const folder = folderOf('one');
  const startBuild = () => {
    rmSync(folder.digestFile);
    return 'one';
  };
  expect(findBuild({ ...folder, digestSources: startBuild })).toBeNull();
});
