import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#platform/free-port.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const startTimeoutMs = 240_000;
const stopTimeoutMs = 20_000;

export type Product = { address: string; pid: number; end(): Promise<void> };

/**
 * Starts the product as `npm start -- --empty` does, on a database of the benchmark.
 * @throws Error with its output if it does not become ready.
 */
export const startProduct = async (databaseUrl: string): Promise<Product> => {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-bench-live-'));
  const port = Number(process.env.PORT ?? (await freePort()));
  const emulatorPort = Number(process.env.AUTH_EMULATOR_PORT ?? (await freePort()));
  const child = spawn(process.execPath, ['local/main.ts', '--empty'], {
    cwd: root,
    env: {
      ...process.env,
      ...{ HOST: '127.0.0.1', PORT: `${port}`, AUTH_EMULATOR_PORT: `${emulatorPort}`, DATA_DIR: folder },
      ...{ DATABASE_URL: databaseUrl, RATE_LIMIT_PER_MINUTE: '0', LIVE_CONNECTIONS_PER_ADDRESS: '20000' },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let isRunning = true;
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
    });
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => {
      isRunning = false;
      resolve();
    });
  });
  const deadline = Date.now() + startTimeoutMs;
  while (!output.includes('Lyceum is ready:')) {
    if (!isRunning || Date.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`The product did not start:\n${output}`);
    }
    await sleep(50);
  }
  return {
    address: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    end: async () => {
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
      await ended;
      clearTimeout(timer);
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
