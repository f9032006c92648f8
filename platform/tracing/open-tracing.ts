import type { Configuration } from '../configuration.ts';
import type { Logger } from '../logging.ts';
import type { Tracing } from './tracing.ts';

/** Opens the traces of a service, or returns null if they are not configured. Loads the SDK of OpenTelemetry only if they are. */
export const openTracing = async (
  service: string,
  { tracing }: Pick<Configuration, 'tracing'>,
  logger: Logger,
): Promise<Tracing | null> =>
  tracing === null
    ? null
    : (await import('./export-tracing.ts')).openExportTracing({ service, ...tracing, logger });
