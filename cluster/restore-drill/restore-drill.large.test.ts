import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { inheritedEnvironment } from '#platform/testing/inherited-environment.ts';
import { unpackPgbackrest } from '../packages/unpack-cluster-packages.ts';

const root = join(import.meta.dirname, '..', '..');
const timeoutMs = 1_500_000;

const runDrill = (...args: string[]) =>
  promisify(execFile)(process.execPath, [join(root, 'cluster', 'restore-drill', 'run.ts'), ...args], {
    cwd: root,
    env: inheritedEnvironment(),
    timeout: timeoutMs,
  });

test('restores a backup to a moment, and removed people stay removed', async (context) => {
  // Outside Debian, or without access to its packages, the cluster cannot run.
  await unpackPgbackrest().catch((error: Error) => context.skip(error.message));
  const { stdout } = await runDrill();
  expect(stdout).toContain('The restore is proved');
});

test('finds a changed event and a forgotten removal, and fails', async (context) => {
  await unpackPgbackrest().catch((error: Error) => context.skip(error.message));
  const failure = await runDrill('--falsify', 'changed-event', '--falsify', 'forgotten-removal').then(
    () => null,
    (error: { code: number; stdout: string }) => error,
  );
  expect(failure?.code).toBe(1);
  expect(failure?.stdout).toContain(
    'FAILED: Prove the position and each event: the event at position 3 is missing or differs',
  );
  expect(failure?.stdout).toContain(
    'FAILED: Prove that removed people are erased: the key of leaves-third@school.example, removed after the moment, exists',
  );
});
