/**
 * Entry point of the container with the Auth emulator: the emulator listens on port 9099, and the proxy, to which the edge sends the
 * client's calls, on PORT. Both accept connections from other containers.
 */
import { createServer } from 'node:http';
import { z } from 'zod';
import { defaultPasswordPolicy } from '#contract/password-policy.ts';
import { environment } from '#platform/environment.ts';
import { formatEmailLink } from './format-email-link.ts';
import { createIdentityProxy } from './identity-proxy.ts';
import { startEmulator } from './start-emulator.ts';

const settings = environment
  .pick({ HOST: true, PORT: true, TRUSTED_PROXIES: true })
  .extend({ PUBLIC_URL: z.url(), FIREBASE_PROJECT_ID: z.string().min(1), ACCOUNTS_FILE: z.string().min(1) })
  .parse(process.env);

const print = (line: string) => process.stdout.write(`${line}\n`);

const emulator = startEmulator(
  {
    host: settings.HOST,
    port: 9099,
    projectId: settings.FIREBASE_PROJECT_ID,
    accountsFile: settings.ACCOUNTS_FILE,
    // The services have both in FIREBASE_AUTH_EMULATOR_HOST. The name keeps out web pages, which can reach a container's address on a
    // machine with Linux.
    secret: 'emulator',
    hosts: ['identity-emulator:9099'],
  },
  (link) => print(formatEmailLink(link, settings.PUBLIC_URL.replace(/\/$/, ''))),
);

let isReady = false;
const proxy = createIdentityProxy({
  ...emulator,
  // Per minute and address: a whole class may share an address.
  callsPerMinute: 600,
  trustedProxies: settings.TRUSTED_PROXIES,
  publicUrl: settings.PUBLIC_URL,
  passwordPolicy: defaultPasswordPolicy,
});
const server = createServer((request, response) => {
  if (request.url === '/readyz') response.writeHead(isReady ? 200 : 503).end();
  else proxy(request, response);
});

const stop = async (exitCode: number) => {
  server.close();
  server.closeAllConnections();
  await emulator.stop();
  process.exit(exitCode);
};
const fail = (reason: unknown) => {
  process.stderr.write(`${reason instanceof Error ? reason.message : String(reason)}\n`);
  return stop(1);
};

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop(0));
emulator.unexpectedEnd.then(fail);
emulator.ready.then(() => {
  isReady = true;
  print('The Auth emulator is ready.');
}, fail);
server.once('error', fail);
server.listen(settings.PORT, settings.HOST);
