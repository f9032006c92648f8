import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });

/**
 * Returns a loopback port that is free now. It is outside the range from which operating systems choose ports themselves, so that
 * no new connection or server gets it before the caller listens.
 * @throws Error if none of 1,000 ports is free.
 */
export const freePort = async (): Promise<number> => {
  for (let attempt = 0; attempt < 1_000; attempt += 1) {
    const port = randomInt(20_000, 32_000);
    if (await isFree(port)) return port;
  }
  throw new Error('No free port was found between 20,000 and 32,000. End processes that listen there.');
};
