import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { inheritedEnvironment } from '#platform/testing/inherited-environment.ts';
import { unpackClusterPackages } from '../packages/unpack-cluster-packages.ts';

const root = join(import.meta.dirname, '..', '..');
const timeoutMs = 900_000;

test('loses nothing when the primary is killed', async (context) => {
  // Outside Debian, or without access to its packages, the cluster cannot run.
  await unpackClusterPackages().catch((error: Error) => context.skip(error.message));
  const args = [join(root, 'cluster', 'faults', 'run.ts'), '--quick', '--rounds', '1'];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    cwd: root,
    env: inheritedEnvironment(),
    timeout: timeoutMs,
  });
  expect(stdout).toContain('1 rounds, 0 failed.');
});
