import { once } from 'node:events';
import { createServer } from 'node:http';
import { BlockList } from 'node:net';
import { join } from 'node:path';
import { defaultPasswordPolicy } from '#contract/password-policy.ts';
import { formatEmailLink } from '#local/identity/format-email-link.ts';
import { createIdentityProxy } from '#local/identity/identity-proxy.ts';
import { startEmulator } from '#local/identity/start-emulator.ts';
import { reserveFreePort } from '#platform/free-port.ts';

/**
 * Starts the Auth emulator, and a proxy in front of it that accepts only the client's calls.
 * @param print shows the links that Firebase would send by e-mail.
 * @returns the emulator's address, and a function that stops both.
 * @throws Error if one of them does not start. By then, both have been stopped.
 */
export const startIdentity = async (
  folder: string,
  options: { edgeUrl: string; proxyPort: number },
  print: (line: string) => void,
) => {
  const emulator = startEmulator(
    {
      host: '127.0.0.1',
      port: await reserveFreePort(),
      projectId: 'demo-lyceum',
      accountsFile: join(folder, 'accounts.json'),
    },
    (link) => print(formatEmailLink(link, options.edgeUrl)),
  );
  const trustedProxies = new BlockList();
  trustedProxies.addAddress('127.0.0.1');
  const server = createServer(
    createIdentityProxy({
      ...emulator,
      callsPerMinute: 0,
      trustedProxies,
      publicUrl: options.edgeUrl,
      passwordPolicy: defaultPasswordPolicy,
    }),
  );
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
    await emulator.stop();
  };
  try {
    server.listen(options.proxyPort, '127.0.0.1');
    await once(server, 'listening');
    await emulator.ready;
    return { address: emulator.address, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
