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

test.for([
  // Browsers try the IPv6 address of localhost first.
  ['127.0.0.1', '::1'],
  ['localhost', '::1'],
  ['localhost', '127.0.0.1'],
  // Some programs know only the IPv4 address of localhost.
  ['::1', '127.0.0.1'],
] as const)(
  'refuses for HOST=%s a port that another program uses on %s, to which localhost may lead',
  async ([host, other], { skip }) => {
    const port = await reserveFreePort();
    const problem = await take(other, port);
    if (problem !== null) return skip(problem);
    const product = { host, port, address: `http://localhost:${port}` };
    await expect(requireFreeProductPort(product)).rejects.toThrow(
      /^Port \d+ on \S+ is taken by another process: set PORT to a free one, for example PORT=\d+\.$/,
    );
  },
);

test('accepts a port that another program uses on the other address of localhost, if users reach the product elsewhere', async ({
  skip,
}) => {
  const port = await reserveFreePort();
  const problem = await take('::1', port);
  if (problem !== null) return skip(problem);
  await requireFreeProductPort({ host: '127.0.0.1', port, address: 'https://school.example' });
});

test.each(['127.0.0.1', 'localhost', '0.0.0.0'])('accepts a free port for HOST=%s', async (host) => {
  const port = await reserveFreePort();
  await requireFreeProductPort({ host, port, address: `http://localhost:${port}` });
});
