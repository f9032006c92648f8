import { spawn } from 'node:child_process';
import { chmodSync, cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { reserveFreePort } from '#platform/free-port.ts';
import { inheritedEnvironment } from '#platform/testing/inherited-environment.ts';
import { createScratchFolder } from '#platform/testing/scratch-folder.ts';

const root = join(import.meta.dirname, '..', '..', '..');

export type Product = {
  url: string;
  port: number;
  emulatorPort: number;
  dataFolder: string;
  /** Returns the output so far. */
  printed: () => string;
  /** Resolves with the exit code, or with null if a signal ended the process. Rejects if the program cannot be started. */
  ended: Promise<number | null>;
  kill: (signal: NodeJS.Signals) => void;
};

export type ProductOptions = {
  /** Default: a scratch folder. */
  dataFolder?: string;
  port?: number;
  emulatorPort?: number;
  args?: readonly string[];
  env?: Record<string, string>;
  /** Starts the product with `npm start`; signals then reach only npm's process. */
  isStartedByNpm?: boolean;
};

/**
 * Starts the product as `npm start` does, with the embedded PostgreSQL, without waiting until it is ready. Settings of the
 * product in the environment of the test run are ignored.
 */
export const launchProduct = async (options: ProductOptions = {}): Promise<Product> => {
  const dataFolder = options.dataFolder ?? createScratchFolder('lyceum-product-');
  const port = options.port ?? (await reserveFreePort());
  const emulatorPort = options.emulatorPort ?? (await reserveFreePort());
  const args = options.args ?? [];
  const [program, firstArguments] = options.isStartedByNpm
    ? ['npm', ['start', '--']]
    : [process.execPath, ['tooling/bootstrap.mjs', 'start']];
  const child = spawn(program, [...firstArguments, ...args], {
    cwd: root,
    env: {
      ...inheritedEnvironment(),
      HOST: '127.0.0.1',
      PORT: `${port}`,
      AUTH_EMULATOR_PORT: `${emulatorPort}`,
      DATA_DIR: dataFolder,
      // By default the file is beside the folder, but tests delete only the folder.
      REMOVALS_FILE: join(dataFolder, 'removals'),
      RATE_LIMIT_PER_MINUTE: '0',
      // A machine that runs many tests at once may be slow.
      APPEND_TIMEOUT_MS: '30000',
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
    // Unlike `exit`, `close` means that the output is complete.
    child.once('close', resolve);
    child.once('error', reject);
  });
  return {
    url: `http://localhost:${port}`,
    port,
    emulatorPort,
    dataFolder,
    printed: () => printed,
    ended,
    kill: (signal) => child.kill(signal),
  };
};

const startTimeoutMs = 480_000;
const stopTimeoutMs = 15_000;

/** Starts the product and waits until it is ready. @throws Error with its output if it does not start. */
export const startProduct = async (options: ProductOptions = {}): Promise<Product> => {
  const product = await launchProduct(options);
  let isRunning = true;
  let cause: unknown;
  product.ended
    .catch((error: unknown) => {
      cause = error;
    })
    .finally(() => {
      isRunning = false;
    });
  const deadline = Date.now() + startTimeoutMs;
  while (!product.printed().includes('Lyceum is ready:')) {
    if (!isRunning || Date.now() > deadline) {
      product.kill('SIGKILL');
      throw new Error(`The product did not start:\n${product.printed()}`, { cause });
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return product;
};

/** Ends the product and removes its data unless `shouldKeepData` is set. */
export const stopProduct = async (
  product: Product,
  options: { shouldKeepData?: boolean } = {},
): Promise<void> => {
  product.kill('SIGTERM');
  const timer = setTimeout(() => product.kill('SIGKILL'), stopTimeoutMs);
  await product.ended;
  clearTimeout(timer);
  if (!options.shouldKeepData) rmSync(product.dataFolder, { recursive: true, force: true });
};

/**
 * Starts several products with a demo school. The first one creates the school, and the others get copies of its data folder.
 * @throws Error if one does not start, after ending the others.
 */
export const startProducts = async (count: number): Promise<Product[]> => {
  const first = await startProduct();
  await stopProduct(first, { shouldKeepData: true });
  const folders = Array.from({ length: count - 1 }, () => createScratchFolder('lyceum-product-'));
  for (const folder of folders) {
    cpSync(first.dataFolder, folder, { recursive: true });
    // The copy of a folder gets default permissions, and PostgreSQL refuses a folder that others can read.
    chmodSync(join(folder, 'postgres', 'cluster'), 0o700);
  }
  const starts = await Promise.allSettled(
    [first.dataFolder, ...folders].map((dataFolder) => startProduct({ dataFolder })),
  );
  const started = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
  const failure = starts.find((start) => start.status === 'rejected');
  if (failure === undefined) return started;
  await Promise.all(started.map((product) => stopProduct(product)));
  throw failure.reason;
};
