import { createServer } from 'node:net';

/**
 * Checks that a port is free.
 * @param variable the environment variable that sets the port.
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
