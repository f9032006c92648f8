import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { inheritedEnvironment } from '#platform/testing/inherited-environment.ts';
import { unpackClusterPackages } from '../packages/unpack-cluster-packages.ts';

const root = join(import.meta.dirname, '..', '..');
const timeoutMs = 1_500_000;

test('replaces the services of the previous release one by one, on the new schema', async (context) => {
  // Outside Debian, or without access to its packages, the cluster cannot run.
  await unpackClusterPackages().catch((error: Error) => context.skip(error.message));
  const file = join(root, 'cluster', 'rolling-update', 'run.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [file], {
    cwd: root,
    env: inheritedEnvironment(),
    timeout: timeoutMs,
  });
  expect(stdout).toContain('The update is proved.');
});
