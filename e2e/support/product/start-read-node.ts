import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { findMasterKey, readOrCreateEmulatorSecret } from '#local/data-folder/secrets.ts';
import { projectId } from '#local/start-services.ts';
import { reserveFreePort } from '#platform/free-port.ts';
import { inheritedEnvironment } from '#platform/testing/inherited-environment.ts';
import { longWait } from '#platform/testing/long-wait.ts';
import type { Product } from './start-product.ts';

const root = join(import.meta.dirname, '..', '..', '..');

/** An additional node of the read-api in its own process, as in production. */
export type ReadNode = { url: string; port: number; kill: (signal: NodeJS.Signals) => Promise<void> };

const isReady = async (url: string): Promise<boolean> => {
  const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(() => null);
  return answer?.ok === true;
};

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

/**
 * Starts a node next to a running product and waits until it is ready.
 * @param databaseUrl the product's database.
 * @throws Error with the node's output if it does not start.
 */
export const startReadNode = async (
  product: Pick<Product, 'dataFolder' | 'emulatorPort' | 'url'>,
  databaseUrl: string,
  port?: number,
): Promise<ReadNode> => {
  const nodePort = port ?? (await reserveFreePort());
  const url = `http://localhost:${nodePort}`;
  const child = spawn(process.execPath, ['read-api/main.ts'], {
    cwd: root,
    env: {
      ...inheritedEnvironment(),
      HOST: '127.0.0.1',
      PORT: `${nodePort}`,
      DATABASE_URL: databaseUrl,
      RATE_LIMIT_PER_MINUTE: '0',
      COMMAND_API_URL: product.url,
      VAULT_MASTER_KEY: findMasterKey(process.env, product.dataFolder) ?? '',
      FIREBASE_PROJECT_ID: projectId,
      NODE_ENV: 'development',
      FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${product.emulatorPort}/${await readOrCreateEmulatorSecret(product.dataFolder)}`,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      printed = (printed + chunk.toString('utf8')).slice(-10_000);
    });
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const deadline = Date.now() + longWait.timeout;
  while (!(await isReady(url))) {
    if (hasEnded(child) || Date.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`The node did not start:\n${printed}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    url,
    port: nodePort,
    kill: (signal) => {
      child.kill(signal);
      return closed;
    },
  };
};
