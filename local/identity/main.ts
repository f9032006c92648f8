/**
 * Entry point of the container with the Auth emulator. The emulator listens on port 9099. The proxy listens on PORT, and the edge
 * sends the client's calls to it. Both accept connections from other containers.
 */
import { z } from 'zod';
import { defaultPasswordPolicy } from '#contract/password-policy.ts';
import { environment } from '#platform/environment.ts';
import { openHttpServer } from '#platform/http/http-server.ts';
import { createLogger } from '#platform/logging.ts';
import { runService } from '#platform/run-service.ts';
import { formatEmailLink } from './format-email-link.ts';
import { createIdentityProxy } from './identity-proxy.ts';
import { startEmulator } from './start-emulator.ts';

const logger = createLogger({ service: 'identity-emulator', level: 'info' });

await runService(logger, async () => {
  const settings = environment
    .pick({ HOST: true, PORT: true, TRUSTED_PROXIES: true })
    .extend({ PUBLIC_URL: z.url(), FIREBASE_PROJECT_ID: z.string().min(1), ACCOUNTS_FILE: z.string().min(1) })
    .parse(process.env);
  const emulator = startEmulator(
    {
      host: settings.HOST,
      port: 9099,
      projectId: settings.FIREBASE_PROJECT_ID,
      accountsFile: settings.ACCOUNTS_FILE,
      // FIREBASE_AUTH_EMULATOR_HOST of the services contains this host name and this secret, which is not random. On Linux, a web page
      // can reach the address of a container, but it cannot send this host name.
      secret: 'emulator',
      hosts: ['identity-emulator:9099'],
    },
    (link) => process.stdout.write(`${formatEmailLink(link, settings.PUBLIC_URL.replace(/\/$/, ''))}\n`),
  );
  emulator.unexpectedEnd.then((reason) => {
    logger.fatal(reason);
    process.exit(1);
  });
  await emulator.ready;
  const proxy = createIdentityProxy({
    ...emulator,
    // Per minute and address: a whole class may share an address.
    callsPerMinute: 600,
    trustedProxies: settings.TRUSTED_PROXIES,
    publicUrl: settings.PUBLIC_URL,
    passwordPolicy: defaultPasswordPolicy,
  });
  const server = await openHttpServer({
    listener: (request, response) => {
      if (request.url === '/readyz') response.end();
      else proxy(request, response);
    },
    host: settings.HOST,
    port: settings.PORT,
  });
  logger.info('The Auth emulator is ready.');
  return {
    close: async () => {
      await server.close();
      await emulator.stop();
    },
  };
});
