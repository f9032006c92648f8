import { join, resolve } from 'node:path';
import { parseConfiguration } from '#platform/configuration.ts';
import { openHttpServer } from '#platform/http/http-server.ts';
import { openIdentityVerifier } from '#platform/identity/identity-verifier.ts';
import { createLogger } from '#platform/logging.ts';
import { createMetrics } from '#platform/metrics.ts';
import { runService } from '#platform/run-service.ts';
import { openTracing } from '#platform/tracing/open-tracing.ts';
import { identifyBuild } from './identify-build.ts';
import { openReadApi } from './server.ts';

const root = join(import.meta.dirname, '..');

/** Runs the read-api as a process of its own, configured by the environment. */
const logger = createLogger({ service: 'read-api', level: process.env.LOG_LEVEL ?? 'info' });
await runService(logger, async () => {
  const configuration = parseConfiguration(process.env);
  const { firebase } = configuration;
  if (configuration.commandApiUrl === null)
    logger.warn("COMMAND_API_URL is not set. Admins' requests for other users' data will be refused.");
  const clientFolder = resolve(root, configuration.clientFolder);
  const verifier = openIdentityVerifier(firebase);
  const tracing = await openTracing('read-api', configuration, logger);
  const readApi = openReadApi({
    configuration,
    logger,
    metrics: createMetrics(),
    tracing,
    verifier,
    build: identifyBuild(clientFolder),
    clientFolder,
    authEmulatorUrl: firebase.emulatorHost === null ? null : firebase.emulatorUrl,
  });
  const httpServer = await openHttpServer({
    listener: readApi.callback,
    host: configuration.host,
    port: configuration.port,
  });
  readApi.attach(httpServer.server);
  await readApi.ready();
  logger.info({ host: configuration.host, port: httpServer.port }, 'The read-api has started.');
  return {
    close: async () => {
      readApi.startClosing();
      await httpServer.close();
      await readApi.close();
      await verifier.close();
      await tracing?.close();
    },
  };
});
