import { ConfigurationError } from './configuration.ts';
import type { Logger } from './logging.ts';

/** A process that has not ended by itself this long after SIGTERM is ended. */
const endWithin = 9_500;

/**
 * Runs a service as a process of its own: starts it, waits for SIGINT or SIGTERM, closes it in order.
 * @param start starts the service and gives its `close`.
 */
export const runService = async (
  logger: Logger,
  start: () => Promise<{ close(): Promise<void> }>,
): Promise<void> => {
  process.on('unhandledRejection', (error) =>
    logger.error({ err: error }, 'a promise failed and nobody heard'),
  );
  const stop = Promise.withResolvers<NodeJS.Signals>();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.resolve(signal));
  try {
    const service = await start();
    logger.info({ signal: await stop.promise }, 'closing');
    setTimeout(() => process.exit(1), endWithin).unref();
    await service.close();
    logger.info('closed');
    process.exitCode = 0;
  } catch (error) {
    if (error instanceof ConfigurationError) process.stderr.write(`${error.message}\n`);
    else logger.fatal({ err: error }, 'the service could not go on');
    process.exit(1);
  }
};
