import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { longWait } from '#platform/testing/long-wait.ts';

test('refuses --only under-load without --full, because nothing would be measured', () => {
  const run = spawnSync(process.execPath, [join(import.meta.dirname, 'run.ts'), '--only', 'under-load'], {
    encoding: 'utf8',
    timeout: longWait.timeout,
  });
  expect(run.stderr).toContain('under-load is measured with --full only.');
  expect(run.status).toBe(2);
});
