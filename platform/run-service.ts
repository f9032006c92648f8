import { ConfigurationError } from './configuration.ts';
import type { Logger } from './logging.ts';

/** The process exits within this time after SIGINT or SIGTERM. */
const shutdownTimeoutMs = 9_500;

/**
 * Runs a service as its own process: starts it, waits for SIGINT or SIGTERM, and closes it.
 * @param start starts the service and returns its `close`.
 */
export const runService = async (
  logger: Logger,
  start: () => Promise<{ close(): Promise<void> }>,
): Promise<void> => {
  process.on('unhandledRejection', (error) => logger.error({ err: error }, 'unhandled promise rejection'));
  const stop = Promise.withResolvers<NodeJS.Signals>();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.resolve(signal));
  try {
    const service = await start();
    logger.info({ signal: await stop.promise }, 'closing');
    setTimeout(() => process.exit(1), shutdownTimeoutMs).unref();
    await service.close();
    logger.info('closed');
    process.exitCode = 0;
  } catch (error) {
    if (error instanceof ConfigurationError) process.stderr.write(`${error.message}\n`);
    else logger.fatal({ err: error }, 'the service failed');
    process.exit(1);
  }
};
