import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { inheritedEnvironment } from '#platform/testing/inherited-environment.ts';

test('removes the folder of the product if a signal ends the attack', async () => {
  const temporaryFolder = mkdtempSync(join(tmpdir(), 'lyceum-attack-test-'));
  onTestFinished(() => rmSync(temporaryFolder, { recursive: true, force: true }));
  const attack = spawn(process.execPath, [join(import.meta.dirname, 'run.ts')], {
    env: { ...inheritedEnvironment(), TMPDIR: temporaryFolder },
    stdio: 'ignore',
  });
  onTestFinished(() => void attack.kill('SIGKILL'));
  const exited = once(attack, 'exit');
  const listFolders = () => readdirSync(temporaryFolder).filter((name) => name.startsWith('lyceum-'));
  // The product creates its data folder when it starts.
  const hasProductStarted = () =>
    listFolders().some((name) => existsSync(join(temporaryFolder, name, 'data')));
  await expect.poll(hasProductStarted).toBe(true);
  attack.kill('SIGTERM');
  expect(await exited).toEqual([143, null]);
  expect(listFolders()).toEqual([]);
});
