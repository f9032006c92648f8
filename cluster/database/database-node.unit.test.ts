import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createSupervisedProcess } from '../processes/supervised-process.ts';
import { createDatabaseNode } from './database-node.ts';

test('finds PostgreSQL when the path of its folder has a symbolic link', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-node-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'data'));
  symlinkSync(folder, join(folder, 'link'));
  const child = spawn('sleep', ['60'], { cwd: join(folder, 'data'), stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child, 'spawn');
  writeFileSync(join(folder, 'data', 'postmaster.pid'), `${child.pid}\n`);
  const patroni = createSupervisedProcess({
    name: 'postgres-1',
    command: ['true'],
    env: {},
    cwd: '/',
    logFile: '/dev/null',
    ids: null,
  });
  const node = createDatabaseNode(
    {
      name: 'postgres-1',
      postgresPort: 1,
      restPort: 2,
      etcdPorts: [3],
      socketFolder: folder,
      postgresPortForOthers: 1,
      restPortForOthers: 2,
      dataFolder: join(folder, 'link', 'data'),
    },
    patroni,
  );
  expect(node.postgresPid()).toBe(child.pid);
});
