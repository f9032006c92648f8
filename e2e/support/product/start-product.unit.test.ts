import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startProduct } from './start-product.ts';

test('fails with the cause if the program cannot be started', async () => {
  const start = startProduct({
    dataFolder: join(tmpdir(), 'lyceum-never-created'),
    isStartedByNpm: true,
    // This folder does not contain npm.
    env: { PATH: import.meta.dirname },
  });
  await expect(start).rejects.toMatchObject({
    message: expect.stringContaining('The product did not start'),
    cause: { code: 'ENOENT' },
  });
});
