import type { Configuration } from '../configuration.ts';
import type { Logger } from '../logging.ts';
import type { Tracing } from './tracing.ts';

/** Opens the tracing of a service. Returns null if it is not configured, and then does not load the OpenTelemetry SDK. */
export const openTracing = async (
  service: string,
  { tracing }: Pick<Configuration, 'tracing'>,
  logger: Logger,
): Promise<Tracing | null> =>
  tracing === null
    ? null
    : (await import('./export-tracing.ts')).openExportTracing({ service, ...tracing, logger });
