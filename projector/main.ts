import { parseConfiguration, requireRemovalsFile } from '#platform/configuration.ts';
import { createApp } from '#platform/http/app.ts';
import { openHttpServer } from '#platform/http/http-server.ts';
import { createLogger } from '#platform/logging.ts';
import { runService } from '#platform/run-service.ts';
import { openTracing } from '#platform/tracing/open-tracing.ts';
import { createProjector } from './server/projector.ts';

/** Runs the projector as a separate process, configured by environment variables. Serves /healthz, /readyz and /metrics. */
const logger = createLogger({ service: 'projector', level: process.env.LOG_LEVEL ?? 'info' });
await runService(logger, async () => {
  const configuration = parseConfiguration(process.env);
  requireRemovalsFile(configuration);
  const tracing = await openTracing('projector', configuration, logger);
  const projector = createProjector({ configuration, logger, tracing });
  const app = createApp({
    service: 'projector',
    configuration,
    logger,
    metrics: projector.metrics,
    endpoints: [],
    checks: projector.checks,
    middlewares: [],
  });
  const httpServer = await openHttpServer({
    listener: app.callback,
    host: configuration.host,
    port: configuration.port,
  });
  projector.start();
  logger.info({ host: configuration.host, port: httpServer.port }, 'the projector has started');
  return {
    close: async () => {
      app.startClosing();
      await projector.stop();
      await httpServer.close();
      await tracing?.close();
    },
  };
});
