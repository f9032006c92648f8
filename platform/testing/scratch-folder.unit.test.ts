import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createScratchFolder } from './scratch-folder.ts';

const kill = async (child: ChildProcess) => {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
};

const create = () => {
  const folder = createScratchFolder('lyceum-scratch-');
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

/** Starts a process that creates a scratch folder and waits. Puts a file into the folder. */
const createInProcess = async () => {
  const creator = spawn(process.execPath, [
    '--input-type=module',
    '--eval',
    `const { createScratchFolder } = await import(${JSON.stringify(join(import.meta.dirname, 'scratch-folder.ts'))});
     process.stdout.write(createScratchFolder('lyceum-scratch-'));
     setInterval(() => {}, 1000);`,
  ]);
  const [output] = (await once(creator.stdout, 'data')) as [Buffer];
  const folder = output.toString();
  onTestFinished(async () => {
    if (creator.signalCode === null) await kill(creator);
    rmSync(folder, { recursive: true, force: true });
  });
  writeFileSync(join(folder, 'data'), '');
  return { creator, folder };
};

test.runIf(process.platform === 'linux')('removes the folder of a killed process', async () => {
  const { creator, folder } = await createInProcess();
  create();
  expect(existsSync(folder)).toBe(true);
  await kill(creator);
  create();
  expect(existsSync(folder)).toBe(false);
});

test('keeps the folders of this process', () => {
  const folder = create();
  create();
  expect(existsSync(folder)).toBe(true);
});

test.runIf(process.platform === 'linux').each([
  ['has the folder as a setting', (folder: string) => ({ env: { ...process.env, DATA_DIR: folder } })],
  ['works in the folder', (folder: string) => ({ cwd: folder })],
])('keeps the folder of a killed process while another process %s', async (_, createOptions) => {
  const { creator, folder } = await createInProcess();
  const user = spawn('sleep', ['600'], createOptions(folder));
  await once(user, 'spawn');
  await kill(creator);
  create();
  expect(existsSync(folder)).toBe(true);
  await kill(user);
  create();
  expect(existsSync(folder)).toBe(false);
});
