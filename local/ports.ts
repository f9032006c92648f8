import { createServer } from 'node:net';

/**
 * Checks that a port is free.
 * @throws Error that says which port is taken and what to set.
 */
export const requireFreePort = (host: string, port: number, variable: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new Error(
          error.code === 'EADDRINUSE'
            ? `Port ${port} on ${host} is taken by another process: set ${variable} to a free one, for example ${variable}=${port + 1} npm start`
            : `Lyceum cannot listen on port ${port} of ${host} (${error.message}): set ${variable} or HOST to another value.`,
        ),
      ),
    );
    probe.listen({ host, port }, () => probe.close(() => resolve()));
  });

/** Returns a loopback port that is free now. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('No free port.')),
      );
    });
  });
