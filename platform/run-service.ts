import { ConfigurationError } from './configuration.ts';
import type { Logger } from './logging.ts';

const defaultShutdownTimeoutMs = 9_500;

/**
 * Runs a service as its own process: starts it, waits for SIGINT or SIGTERM, and closes it.
 * @param start starts the service and returns its `close`.
 * @param shutdownTimeoutMs the process exits within this time after the signal, even if it is still starting; default 9.5 s.
 */
export const runService = async (
  logger: Logger,
  start: () => Promise<{ close(): Promise<void> }>,
  shutdownTimeoutMs = defaultShutdownTimeoutMs,
): Promise<void> => {
  process.on('unhandledRejection', (error) => logger.error({ err: error }, 'unhandled promise rejection'));
  const stop = Promise.withResolvers<NodeJS.Signals>();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      setTimeout(() => process.exit(1), shutdownTimeoutMs).unref();
      stop.resolve(signal);
    });
  try {
    const service = await start();
    logger.info({ signal: await stop.promise }, 'closing');
    await service.close();
    logger.info('closed');
    process.exitCode = 0;
  } catch (error) {
    if (error instanceof ConfigurationError) process.stderr.write(`${error.message}\n`);
    else logger.fatal({ err: error }, 'the service failed');
    process.exit(1);
  }
};
