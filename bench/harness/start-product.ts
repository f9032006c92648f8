import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reserveFreePort } from '#platform/free-port.ts';
import { closeOnSignal } from '#platform/testing/close-on-signal.ts';
import { startProgram } from '#platform/testing/start-program.ts';

export type Product = { address: string; pid: number; end(): Promise<void> };

/**
 * Starts the product as `npm start -- --empty` does, on a database of the benchmark.
 * @param environment additional environment variables.
 * @param prepareFolder writes files into the data folder before the start.
 * @throws Error with the output of the product if it does not become ready.
 */
export const startProduct = async (
  databaseUrl: string,
  environment: Record<string, string>,
  prepareFolder: (folder: string) => void = () => {},
): Promise<Product> => {
  const port = Number(process.env.PORT ?? (await reserveFreePort()));
  const emulatorPort = Number(process.env.AUTH_EMULATOR_PORT ?? (await reserveFreePort()));
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-bench-product-'));
  prepareFolder(folder);
  const starting = startProgram('local/main.ts', ['--empty'], {
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: `${port}`,
      AUTH_EMULATOR_PORT: `${emulatorPort}`,
      DATA_DIR: folder,
      // By default the file is beside the folder, and would stay.
      REMOVALS_FILE: join(folder, 'removals'),
      DATABASE_URL: databaseUrl,
      LIVE_CONNECTIONS_PER_ADDRESS: '20000',
      ...environment,
    },
    readyText: 'Lyceum is ready:',
  });
  const end = closeOnSignal(async () => {
    await starting.then(
      (program) => program.end(),
      () => {},
    );
    rmSync(folder, { recursive: true, force: true });
  });
  try {
    const { pid } = await starting;
    return { address: `http://127.0.0.1:${port}`, pid, end };
  } catch (error) {
    await end();
    throw error;
  }
};
