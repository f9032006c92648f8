import { randomInt } from 'node:crypto';
import { mkdir, stat, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });

const folder = join(tmpdir(), `lyceum-ports-${userInfo().uid}`);
/** How long a port stays reserved. Lyceum listens on its port long before this time ends. */
const reservedMs = 120_000;

/**
 * Reserves a port with an empty file that all processes of this user see. Lyceum takes seconds to start listening, and another instance
 * must not choose the same port in the meantime.
 * @returns false if the port is already reserved.
 */
const reserve = async (port: number): Promise<boolean> => {
  const file = join(folder, `${port}`);
  try {
    await writeFile(file, '', { flag: 'wx' });
    return true;
  } catch {
    const { mtimeMs } = await stat(file);
    if (Date.now() - mtimeMs < reservedMs) return false;
    // The reservation has expired, so this caller takes it over.
    const now = new Date();
    await utimes(file, now, now);
    return true;
  }
};

/**
 * Returns a loopback port that is free now, and that no other caller of the same user gets within two minutes. It is outside the range from
 * which operating systems choose ports themselves, so they do not give it to a connection or server before the caller listens.
 * @throws Error if none of 1,000 ports is free, or if the temporary folder cannot be written.
 */
export const reserveFreePort = async (): Promise<number> => {
  await mkdir(folder, { recursive: true });
  for (let attempt = 0; attempt < 1_000; attempt += 1) {
    const port = randomInt(20_000, 32_000);
    if ((await reserve(port)) && (await isFree(port))) return port;
  }
  throw new Error('No free port was found between 20,000 and 32,000. End processes that listen there.');
};
