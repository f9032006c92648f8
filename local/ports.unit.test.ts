import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { reserveFreePort } from '#platform/free-port.ts';
import { requireFreeProductPort } from './ports.ts';

/** Returns why the port cannot be taken; null if it was taken for the test. */
const take = (host: string, port: number): Promise<string | null> =>
  new Promise((resolve) => {
    const occupier = createServer();
    onTestFinished(() => {
      occupier.close();
    });
    occupier.once('error', (error) => resolve(error.message));
    occupier.listen({ host, port }, () => resolve(null));
  });

test('refuses a port that another program uses on the IPv6 address of localhost, which browsers try first', async ({
  skip,
}) => {
  const port = await reserveFreePort();
  const problem = await take('::1', port);
  if (problem !== null) return skip(problem);
  const product = { host: '127.0.0.1', port, address: `http://localhost:${port}` };
  await expect(requireFreeProductPort(product)).rejects.toThrow(
    `Port ${port} on ::1 is taken by another process: set PORT`,
  );
  await requireFreeProductPort({ ...product, address: 'https://school.example' });
});

test('accepts a free port', async () => {
  const port = await reserveFreePort();
  await requireFreeProductPort({ host: '127.0.0.1', port, address: `http://localhost:${port}` });
});
