import { createServer } from 'node:net';
import type { LocalSettings } from './local-settings.ts';

/** Listens for a moment. @returns why that is impossible; null if the port is free. */
const tryListen = (host: string, port: number): Promise<NodeJS.ErrnoException | null> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', resolve);
    probe.listen({ host, port }, () => probe.close(() => resolve(null)));
  });

const isTaken = (error: NodeJS.ErrnoException | null) => error?.code === 'EADDRINUSE';

const formatTaken = (host: string, port: number, variable: string) =>
  `Port ${port} on ${host} is taken by another process: set ${variable} to a free one, for example ${variable}=${port + 1}.`;

/**
 * Checks that a port is free.
 * @param variable the environment variable that sets the port.
 * @throws Error that says which port is taken and what to set.
 */
export const requireFreePort = async (host: string, port: number, variable: string): Promise<void> => {
  const error = await tryListen(host, port);
  if (error === null) return;
  throw new Error(
    isTaken(error)
      ? formatTaken(host, port, variable)
      : `Lyceum cannot listen on port ${port} of ${host} (${error.message}): set ${variable} or HOST to another value.`,
  );
};

/**
 * Checks that the product's port is free. If the address of the product is `localhost`, the port must be free on both the IPv4 and the IPv6
 * address of this name, even if the product listens on only one of them. Browsers and other clients choose one of the two themselves, and
 * could reach the program that has taken the port.
 * @throws Error that says which port is taken and what to set.
 */
export const requireFreeProductPort = async ({
  host,
  port,
  address,
}: Pick<LocalSettings, 'host' | 'port' | 'address'>): Promise<void> => {
  await requireFreePort(host, port, 'PORT');
  if (address !== `http://localhost:${port}`) return;
  // A machine may lack one of the two.
  for (const loopback of ['127.0.0.1', '::1'])
    if (isTaken(await tryListen(loopback, port))) throw new Error(formatTaken(loopback, port, 'PORT'));
};
