import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { inheritedEnvironment } from '#platform/testing/inherited-environment.ts';
import { unpackClusterPackages } from '../packages/unpack-cluster-packages.ts';

const root = join(import.meta.dirname, '..', '..');
const timeoutMs = 1_200_000;

test('loses nothing in three minutes of a school whose nodes are restarted', async (context) => {
  // Outside Debian, or without access to its packages, the cluster cannot run.
  await unpackClusterPackages().catch((error: Error) => context.skip(error.message));
  const options = ['--minutes', '3', '--people', '120', '--sockets', '60'];
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(root, 'cluster', 'soak', 'run.ts'), ...options],
    { cwd: root, env: inheritedEnvironment(), timeout: timeoutMs },
  );
  expect(stdout).toContain('The soak has passed.');
});
