import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultPasswordPolicy } from '#contract/password-policy.ts';
import { parseConfiguration } from '#platform/configuration.ts';
import { reserveFreePort } from '#platform/free-port.ts';
import { longWait } from '#platform/testing/long-wait.ts';
import { createIdentityProxy, type IdentityProxyOptions } from '../identity-proxy.ts';
import { type Emulator, type EmulatorOptions, startEmulator } from '../start-emulator.ts';

type ProviderAnswer = {
  status: number;
  headers: Headers;
  body: { error?: { message: string }; idToken?: string; localId?: string } | null;
};

/** Returns the e-mail address and password of a test account. */
export const account = (name: string) => ({ email: `${name}@example.org`, password: 'secret7' });

/** Opens an identity proxy. It takes the IP address of a caller from `X-Forwarded-For`. */
const openProxy = async (emulator: Emulator, options: Partial<IdentityProxyOptions> = {}) => {
  const server = createServer(
    createIdentityProxy({
      passwordPolicy: defaultPasswordPolicy,
      ...{ address: emulator.address, ready: emulator.ready, callsPerMinute: 0, publicUrl: null },
      trustedProxies: parseConfiguration({ DATABASE_URL: 'x', TRUSTED_PROXIES: '127.0.0.1' }).trustedProxies,
      ...options,
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const send = async (path: string, init: RequestInit = {}): Promise<ProviderAnswer> => {
    const response = await fetch(`${url}${path}`, { signal: AbortSignal.timeout(longWait.timeout), ...init });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : null };
  };
  return {
    ...{ port, url, send },
    call: (action: string, body: object, from = '10.0.0.1', headers: Record<string, string> = {}) =>
      send(`/identitytoolkit.googleapis.com/v1/accounts:${action}?key=demo`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': from, ...headers },
        body: JSON.stringify(body),
      }),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

/** Starts the Auth emulator and opens an identity proxy to it. */
export const openProxiedEmulator = async (
  options: { proxy?: Partial<IdentityProxyOptions>; emulator?: Partial<EmulatorOptions> } = {},
) => {
  const folder = await mkdtemp(join(tmpdir(), 'lyceum-identity-'));
  const links: string[] = [];
  const accountsFile = join(folder, 'accounts.json');
  const emulator = startEmulator(
    {
      ...{ host: '127.0.0.1', port: await reserveFreePort(), projectId: 'demo-lyceum', accountsFile },
      ...options.emulator,
    },
    (link) => links.push(link.link),
  );
  const proxy = await openProxy(emulator, options.proxy);
  await emulator.ready;
  return {
    ...proxy,
    ...{ accountsFile, emulator },
    /** The links of all e-mails so far. */
    links,
    /** Opens another proxy to the same emulator. */
    openProxy: (more: Partial<IdentityProxyOptions>) => openProxy(emulator, more),
    [Symbol.asyncDispose]: async () => {
      await proxy[Symbol.asyncDispose]();
      await emulator.stop();
      await rm(folder, { recursive: true });
    },
  };
};
