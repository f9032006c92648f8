import { parseConfiguration } from '#platform/configuration.ts';
import { serve } from '#platform/http/serve.ts';
import { createLogger } from '#platform/logging.ts';
import { runService } from '#platform/process.ts';
import { createCommandApi } from './server.ts';

/** The command-api as a process of its own, configured by the environment. */
const logger = createLogger({ service: 'command-api', level: process.env.LOG_LEVEL ?? 'info' });
await runService(logger, async () => {
  const configuration = parseConfiguration(process.env);
  const api = createCommandApi({ configuration, logger });
  await api.ready();
  const running = await serve({ listener: api.callback, host: configuration.host, port: configuration.port });
  logger.info({ host: configuration.host, port: running.port }, 'the command-api is ready');
  return {
    close: async () => {
      api.startClosing();
      await running.close();
      await api.close();
    },
  };
});
