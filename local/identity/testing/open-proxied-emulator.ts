import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseConfiguration } from '#platform/configuration.ts';
import { freePort } from '#platform/free-port.ts';
import { createIdentityProxy, type IdentityProxyOptions } from '../identity-proxy.ts';
import { type EmulatorOptions, startEmulator } from '../start-emulator.ts';

type ProviderAnswer = {
  status: number;
  headers: Headers;
  body: { error?: { message: string }; idToken?: string; localId?: string } | null;
};

/** Starts the Auth emulator behind the identity proxy, whose callers are told apart by `X-Forwarded-For`. */
export const openProxiedEmulator = async (
  options: { proxy?: Partial<IdentityProxyOptions>; emulator?: Partial<EmulatorOptions> } = {},
) => {
  const folder = await mkdtemp(join(tmpdir(), 'lyceum-identity-'));
  const links: string[] = [];
  const accountsFile = join(folder, 'accounts.json');
  const emulator = startEmulator(
    {
      ...{ host: '127.0.0.1', port: await freePort(), projectId: 'demo-lyceum', accountsFile },
      ...options.emulator,
    },
    (link) => links.push(link.link),
  );
  const proxy = createIdentityProxy({
    ...{ address: emulator.address, ready: emulator.ready, callsPerMinute: 0, publicUrl: null },
    trustedProxies: parseConfiguration({ DATABASE_URL: 'x', TRUSTED_PROXIES: '127.0.0.1' }).trustedProxies,
    ...options.proxy,
  });
  const server = createServer(proxy);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  await emulator.ready;
  const send = async (path: string, init: RequestInit = {}): Promise<ProviderAnswer> => {
    const response = await fetch(`${url}${path}`, { signal: AbortSignal.timeout(60_000), ...init });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : null };
  };
  return {
    ...{ port, url, accountsFile, emulator, send },
    /** The links of all e-mails so far. */
    links,
    call: (action: string, body: object, from = '10.0.0.1', headers: Record<string, string> = {}) =>
      send(`/identitytoolkit.googleapis.com/v1/accounts:${action}?key=demo`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': from, ...headers },
        body: JSON.stringify(body),
      }),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await emulator.stop();
      await rm(folder, { recursive: true });
    },
  };
};
