import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '#local/ports.ts';
import { createScratchFolder } from '#platform/testing/scratch-folder.ts';

const root = join(import.meta.dirname, '..', '..', '..');

export type Product = {
  url: string;
  pid: number;
  port: number;
  emulatorPort: number;
  dataFolder: string;
  /** What it has printed so far. */
  printed: () => string;
  /** Resolves with the exit code, or null when a signal ended it. */
  ended: Promise<number | null>;
  kill: (signal: NodeJS.Signals) => void;
};

export type ProductOptions = {
  /** Made in a scratch folder unless given. */
  dataFolder?: string;
  port?: number;
  emulatorPort?: number;
  args?: readonly string[];
  env?: Record<string, string>;
  /** Through `npm start` itself; signals then go to npm's process alone. */
  viaNpm?: boolean;
};

/**
 * Starts the product as a person does (what `npm start` hands over to), with the embedded PostgreSQL, and does not
 * wait. Whatever the environment of the test run sets for the product is left out.
 */
export const launchProduct = async (options: ProductOptions = {}): Promise<Product> => {
  const dataFolder = options.dataFolder ?? createScratchFolder('lyceum-product-');
  const port = options.port ?? (await freePort());
  const emulatorPort = options.emulatorPort ?? (await freePort());
  const { DATABASE_URL: _, VAULT_MASTER_KEY: __, PUBLIC_URL: ___, ...inherited } = process.env;
  const args = options.args ?? [];
  const [program, first] = options.viaNpm
    ? ['npm', ['start', '--']]
    : [process.execPath, ['tooling/bootstrap.mjs', 'start']];
  const child = spawn(program, [...first, ...args], {
    cwd: root,
    env: {
      ...inherited,
      HOST: '127.0.0.1',
      PORT: `${port}`,
      AUTH_EMULATOR_PORT: `${emulatorPort}`,
      DATA_DIR: dataFolder,
      RATE_LIMIT_PER_MINUTE: '0',
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString('utf8');
    });
  const ended = new Promise<number | null>((resolve, reject) => {
    // `close`, not `exit`: only then has everything been read that it printed.
    child.once('close', resolve);
    child.once('error', reject);
  });
  return {
    url: `http://localhost:${port}`,
    pid: child.pid ?? 0,
    port,
    emulatorPort,
    dataFolder,
    printed: () => printed,
    ended,
    kill: (signal) => child.kill(signal),
  };
};

const startLimit = 240_000;

/** Starts the product and waits until it says that it is ready. @throws with what it printed when it does not get there. */
export const startProduct = async (options: ProductOptions = {}): Promise<Product> => {
  const product = await launchProduct(options);
  let running = true;
  product.ended.then(() => {
    running = false;
  });
  const end = Date.now() + startLimit;
  while (!product.printed().includes('Lyceum is ready:')) {
    if (!running || Date.now() > end) {
      product.kill('SIGKILL');
      throw new Error(`The product did not start:\n${product.printed()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return product;
};

/** Ends the product as a person does; removes its data unless they are still wanted. */
export const stopProduct = async (product: Product, options: { keepData?: boolean } = {}): Promise<void> => {
  product.kill('SIGTERM');
  const timer = setTimeout(() => product.kill('SIGKILL'), 15_000);
  await product.ended;
  clearTimeout(timer);
  if (!options.keepData) rmSync(product.dataFolder, { recursive: true, force: true });
};

/** Starts that many at the same time. @throws when one does not get there; the others are ended then. */
export const startProducts = async (count: number): Promise<Product[]> => {
  const starts = await Promise.allSettled(Array.from({ length: count }, () => startProduct()));
  const started = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
  const failure = starts.find((start) => start.status === 'rejected');
  if (failure === undefined) return started;
  await Promise.all(started.map((product) => stopProduct(product)));
  throw failure.reason;
};
