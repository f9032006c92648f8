import type { BuiltClient } from '#local/client/build.ts';
import type { Configuration } from '#platform/configuration.ts';
import { PortTakenError, serve } from '#platform/http/serve.ts';
import type { Logger } from '#platform/logging.ts';
import { createMetrics } from '#platform/metrics.ts';
import type { ServedPast } from '#read-api/past/past.ts';
import { doorPath, noTokens } from '#read-api/past/visit.ts';
import { createReadApi } from '#read-api/server.ts';
import { UsageError } from '../terminal/exit-codes.ts';

export type ServedAt = { address: string; close(): Promise<void> };

/** This machine alone: there is no password to what is served. */
const host = '127.0.0.1';

/**
 * Serves the query side of the product, and nothing else of it, on a past.
 * @returns its address; with what lets the person in, where it is served for one.
 * @throws {UsageError} for a port that is taken.
 */
export const servePast = async (options: {
  configuration: Configuration;
  past: ServedPast;
  client: BuiltClient;
  port: number;
  logger: Logger;
}): Promise<ServedAt> => {
  const { configuration, past, client, logger } = options;
  const readApi = createReadApi({
    configuration,
    logger,
    metrics: createMetrics(),
    verifier: noTokens,
    build: client.build,
    clientFolder: client.folder,
    authEmulatorUrl: null,
    // Whoever holds the master key needs nobody's leave, and the past takes no commands.
    recordReading: async () => {},
    // A quiz that was running then is running.
    clock: () => past.at,
    past,
  });
  try {
    const server = await serve({ listener: readApi.callback, host, port: options.port });
    await readApi.ready();
    // By its number: a name leads to whoever listens on the machine's other address, and would hand them the secret.
    const origin = `http://${host}:${server.port}`;
    return {
      address: past.visit === null ? origin : `${origin}${doorPath}?secret=${past.visit.secret}`,
      close: async () => {
        readApi.startClosing();
        await server.close(1_000);
        await readApi.close();
      },
    };
  } catch (error) {
    await readApi.close();
    if (error instanceof PortTakenError)
      throw new UsageError(`Port ${options.port} is taken by another process: choose another --port.`, {
        cause: error,
      });
    throw error;
  }
};
