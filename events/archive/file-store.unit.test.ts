import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ArchiveUnavailableError } from './archive-error.ts';
import { createFileStore } from './file-store.ts';

/** Makes the system refuse to sync folders, or files, until the test has ended or the returned function is called. */
const refuseToSync = async (kind: 'folder' | 'file') => {
  const handle = await open(import.meta.filename);
  const prototype = Object.getPrototypeOf(handle) as FileHandle;
  await handle.close();
  const { sync } = prototype;
  const spy = vi.spyOn(prototype, 'sync').mockImplementation(async function (this: FileHandle) {
    if ((await this.stat()).isDirectory() === (kind === 'folder'))
      throw Object.assign(new Error('EINVAL: invalid argument, fsync'), { code: 'EINVAL' });
    await sync.call(this);
  });
  const restore = () => void spy.mockRestore();
  onTestFinished(restore);
  return restore;
};

test('persists an object on a file system that cannot sync folders, but not if its content cannot be synced', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-store-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'object'), 'content');
  const store = createFileStore(folder);
  const allowFolders = await refuseToSync('folder');
  await expect(store.persist('object')).resolves.toBeUndefined();
  allowFolders();
  await refuseToSync('file');
  await expect(store.persist('object')).rejects.toThrow(ArchiveUnavailableError);
});
