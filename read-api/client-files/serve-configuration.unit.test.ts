import { request } from 'node:http';
import { expect, test } from 'vitest';
import { parseConfiguration } from '#platform/configuration.ts';
import { createApp } from '#platform/http/app.ts';
import { openHttpServer } from '#platform/http/http-server.ts';
import { createLogger } from '#platform/logging.ts';
import { createMetrics } from '#platform/metrics.ts';
import { sameOrigin, serveConfiguration } from './serve-configuration.ts';

const configuration = {
  ...{ firebase: { apiKey: 'key', authDomain: 'domain', projectId: 'project' }, authEmulatorUrl: sameOrigin },
  roleSignup: 'open',
  emailVerification: 'off',
  idleSignOutMinutes: 0,
  imageHosts: [] as string[],
  tracing: null,
  ...{ build: 'test', demo: false },
} as const;

/** Returns what the configuration says about the Auth emulator, or the status if there is no configuration. */
const readEmulatorUrl = async (host: string, publicUrl: string | null): Promise<unknown> => {
  const app = createApp({
    service: 'test',
    // PUBLIC_URL is not set, so that no earlier middleware refuses the request.
    configuration: parseConfiguration({ DATABASE_URL: 'x' }),
    logger: createLogger({ service: 'test', level: 'silent' }),
    metrics: createMetrics({ defaults: false }),
    endpoints: [],
    middlewares: [serveConfiguration(configuration, publicUrl)],
  });
  const server = await openHttpServer({ listener: app.callback, host: '127.0.0.1', port: 0 });
  try {
    return await new Promise((resolve, reject) => {
      const options = {
        host: '127.0.0.1',
        port: server.port,
        path: '/configuration.json',
        headers: { host },
      };
      const clientRequest = request(options, async (response) => {
        let text = '';
        for await (const chunk of response) text += String(chunk);
        resolve(response.statusCode === 200 ? JSON.parse(text).authEmulatorUrl : response.statusCode);
      });
      clientRequest.once('error', reject);
      clientRequest.end();
    });
  } finally {
    await server.close(0);
  }
};

test.each([
  ['localhost:8080', null, 'http://localhost:8080'],
  ['127.0.0.1:9000', 'https://school.example', 'http://127.0.0.1:9000'],
  ['school.example', 'https://school.example', 'https://school.example'],
  ['evil.example', null, 403],
  ['evil.example', 'https://school.example', 403],
])(
  'tells a client at %s (PUBLIC_URL %s) the address of the emulator, or refuses: %s',
  async (host, publicUrl, expected) => {
    expect(await readEmulatorUrl(host, publicUrl)).toBe(expected);
  },
);
