import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseConfiguration } from '#platform/configuration.ts';
import { serve } from '#platform/http/serve.ts';
import { openIdentityVerifier } from '#platform/identity/verify.ts';
import { createLogger } from '#platform/logging.ts';
import { createMetrics } from '#platform/metrics.ts';
import { runService } from '#platform/process.ts';
import { createReadApi } from './server.ts';

const root = join(import.meta.dirname, '..');

/** Names the build alike on all nodes: by the version and the client's page, which names each file by its content. */
const buildName = (clientFolder: string): string => {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package.json')));
  try {
    hash.update(readFileSync(join(clientFolder, 'index.html')));
  } catch {
    // Something else serves the client.
  }
  return hash.digest('hex').slice(0, 16);
};

/** The read-api as a process of its own, configured by the environment. */
const logger = createLogger({ service: 'read-api', level: process.env.LOG_LEVEL ?? 'info' });
await runService(logger, async () => {
  const configuration = parseConfiguration(process.env);
  const { firebase } = configuration;
  if (configuration.commandApiUrl === null)
    logger.warn('COMMAND_API_URL is not set: what Admins read of others cannot be recorded, and is refused');
  const clientFolder = resolve(root, configuration.clientFolder);
  const verifier = openIdentityVerifier(firebase);
  const readApi = createReadApi({
    configuration,
    logger,
    metrics: createMetrics(),
    verifier,
    build: buildName(clientFolder),
    clientFolder,
    authEmulatorUrl: firebase.emulatorHost === null ? null : firebase.emulatorUrl,
  });
  const running = await serve({
    listener: readApi.callback,
    host: configuration.host,
    port: configuration.port,
  });
  readApi.attach(running.server);
  await readApi.ready();
  logger.info({ host: configuration.host, port: running.port }, 'the read-api has started');
  return {
    close: async () => {
      readApi.startClosing();
      await running.close();
      await readApi.close();
      await verifier.close();
    },
  };
});
