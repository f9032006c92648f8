/** Runs the command-api as a process of its own, configured by environment variables. */
import { parseConfiguration } from '#platform/configuration.ts';
import { openHttpServer } from '#platform/http/http-server.ts';
import { createLogger } from '#platform/logging.ts';
import { runService } from '#platform/run-service.ts';
import { openTracing } from '#platform/tracing/open-tracing.ts';
import { createCommandApi } from './server.ts';

const logger = createLogger({ service: 'command-api', level: process.env.LOG_LEVEL ?? 'info' });
await runService(logger, async () => {
  const configuration = parseConfiguration(process.env);
  const tracing = await openTracing('command-api', configuration, logger);
  const api = createCommandApi({ configuration, logger, tracing });
  await api.ready();
  const httpServer = await openHttpServer({
    listener: api.callback,
    host: configuration.host,
    port: configuration.port,
  });
  logger.info({ host: configuration.host, port: httpServer.port }, 'the command-api is ready');
  return {
    close: async () => {
      api.startClosing();
      await httpServer.close();
      await api.close();
      await tracing?.close();
    },
  };
});
