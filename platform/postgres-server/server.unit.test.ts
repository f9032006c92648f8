import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createScratchFolder } from '../testing/scratch-folder.ts';
import { findPostgresServer } from './server.ts';

test('finds no server in a folder that does not exist, and does not create it', async () => {
  const folder = createScratchFolder('lyceum-no-server-');
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  expect(await findPostgresServer(join(folder, 'postgres'))).toBeNull();
  expect(readdirSync(folder)).toEqual([]);
});
