import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { stopLeftoverServer } from './leftover-server.ts';

test.runIf(process.platform === 'linux')(
  'stops a process of PostgreSQL in the data folder, and leaves other programs there alone',
  async () => {
    const parent = mkdtempSync(join(tmpdir(), 'lyceum-leftover-'));
    const folder = mkdtempSync(join(parent, 'cluster-'));
    const session = join(parent, 'postgres');
    symlinkSync('/bin/sleep', session);
    const [shell, postgres] = [
      spawn('/bin/sleep', ['600'], { cwd: folder }),
      spawn(session, ['600'], { cwd: folder, argv0: 'sleep' }),
    ];
    onTestFinished(() => {
      for (const child of [shell, postgres]) child.kill('SIGKILL');
      rmSync(parent, { recursive: true, force: true });
    });
    await Promise.all([once(shell, 'spawn'), once(postgres, 'spawn')]);

    const ended = once(postgres, 'exit');
    expect(await stopLeftoverServer(folder)).toBe(true);
    expect(await ended).toEqual([null, 'SIGTERM']);
    expect(shell.signalCode).toBeNull();
    expect(await stopLeftoverServer(folder)).toBe(false);
  },
);
