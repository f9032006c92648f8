import { parseConfiguration } from '#platform/configuration.ts';
import { createApp } from '#platform/http/app.ts';
import { serve } from '#platform/http/serve.ts';
import { createLogger } from '#platform/logging.ts';
import { runService } from '#platform/process.ts';
import { createProjector } from './server/projector.ts';

/** The projector as a process of its own, configured by the environment; serves /healthz, /readyz and /metrics. */
const logger = createLogger({ service: 'projector', level: process.env.LOG_LEVEL ?? 'info' });
await runService(logger, async () => {
  const configuration = parseConfiguration(process.env);
  const projector = createProjector({ configuration, logger });
  const app = createApp({
    service: 'projector',
    configuration,
    logger,
    metrics: projector.metrics,
    calls: [],
    checks: projector.checks,
    layers: [],
  });
  const running = await serve({ listener: app.callback, host: configuration.host, port: configuration.port });
  projector.start();
  logger.info({ host: configuration.host, port: running.port }, 'the projector has started');
  return {
    close: async () => {
      app.startClosing();
      await projector.stop();
      await running.close();
    },
  };
});
