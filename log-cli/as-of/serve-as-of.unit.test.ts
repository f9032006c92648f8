import { expect, test } from 'vitest';
import { parseConfiguration } from '#platform/configuration.ts';
import { reserveFreePort } from '#platform/free-port.ts';
import { createSilentLogger } from '#platform/logging.ts';
import { serveAsOf } from './serve-as-of.ts';

test('closes its port if the database cannot be reached', async () => {
  const port = await reserveFreePort();
  const options = {
    configuration: parseConfiguration({
      DATABASE_URL: `postgres://127.0.0.1:${await reserveFreePort()}/none`,
    }),
    view: { schema: 'as_of_test', position: 1, at: new Date(), signIn: null },
    client: { build: 'test', folder: import.meta.dirname },
    host: '127.0.0.1',
    port,
    logger: createSilentLogger(),
  } as const;
  await expect(serveAsOf(options)).rejects.toThrow('ECONNREFUSED');
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed');
});
