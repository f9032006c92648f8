/**
 * `npm run dev`: runs the services under `node --watch`, which restarts them when an imported file changes. Vite's development
 * server in front of them updates open pages in place.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { reserveFreePort } from '#platform/free-port.ts';
import { endWithParent } from './end-with-parent.ts';
import { readSettings } from './local-settings.ts';
import { requireFreePort, requireFreeProductPort } from './ports.ts';

const root = join(import.meta.dirname, '..');
const children: ChildProcess[] = [];

const startProcess = (args: readonly string[], env: Record<string, string>) => {
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  children.push(child);
  // The two processes need each other, so both end when one ends. A process that a signal has killed has no exit code.
  child.once('exit', (code) => end(code ?? 1));
};

let isEnding = false;
const end = async (exitCode: number) => {
  if (isEnding) return;
  isEnding = true;
  const running = children.filter((child) => child.exitCode === null && child.signalCode === null);
  const ended = running.map((child) => new Promise((resolve) => child.once('exit', resolve)));
  for (const child of running) child.kill('SIGTERM');
  // The services have about 9 s to close (`shut-down.ts`).
  setTimeout(() => process.exit(1), 9_500).unref();
  await Promise.all(ended);
  process.exit(exitCode);
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end(0));
endWithParent(() => end(0));

const start = async () => {
  const args = process.argv.slice(2);
  const settings = readSettings(process.env, args);
  const { host, port, emulatorPort, address } = settings;
  await requireFreeProductPort(settings);
  // Checked here, because services under --watch would fail and then only wait for a file to change.
  await requireFreePort('127.0.0.1', emulatorPort, 'AUTH_EMULATOR_PORT');
  const servicesPort = await reserveFreePort();
  startProcess(['--watch', '--watch-preserve-output', join(root, 'local', 'main.ts'), ...args], {
    HOST: '127.0.0.1',
    PORT: `${servicesPort}`,
    LYCEUM_CLIENT: 'elsewhere',
    PUBLIC_URL: address,
  });
  const require = createRequire(import.meta.url);
  const vite = join(dirname(require.resolve('vite/package.json')), 'bin', 'vite.js');
  const config = join(root, 'web', 'vite.config.ts');
  startProcess(
    [vite, '--config', config, '--host', host, '--port', `${port}`, '--strictPort', '--clearScreen', 'false'],
    {
      LYCEUM_PRODUCT_URL: `http://127.0.0.1:${servicesPort}`,
    },
  );
};

start().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  end(1);
});
